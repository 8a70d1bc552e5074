/** The hardware of a device: a board of its kind and model, in one of the revisions that were built. */
import { uniform } from '../world/hash.ts'
import type { DeviceKind } from '../world/types.ts'

const STREAM = 885
/** Boards by kind; models of a kind that differ in hardware have boards of their own. */
const BOARDS: Readonly<Record<DeviceKind, string>> = {
  camera: 'BL-IPC20',
  ptzCamera: 'BL-PTZ30',
  bodyCamera: 'BL-BWC10',
  vehicle: 'BL-MDVR40',
  hj212Station: 'BL-ENV50',
  solarStation: 'BL-SOL60',
  farmStation: 'BL-AGR70',
  gasDetector: 'BL-GAS80',
  sensorController: 'BL-CTL90',
}
const MODEL_BOARDS: Readonly<Record<string, string>> = {
  dome: 'BL-IPC22',
  bus: 'BL-MDVR44',
  patrol: 'BL-MDVR42',
  dust: 'BL-ENV52',
  noise: 'BL-ENV53',
  water: 'BL-ENV54',
  industrial: 'BL-ENV55',
  full: 'BL-ENV59',
  solar24: 'BL-SOL64',
}
const REVISIONS = ['V1.0', 'V1.1', 'V1.2', 'V2.0'] as const

/** Board and revision, such as `BL-PTZ30 V1.2`. */
export function hardwareOf(
  seed: number,
  device: { kind: DeviceKind; model?: string | undefined; entity: number },
): string {
  const board = MODEL_BOARDS[device.model ?? ''] ?? BOARDS[device.kind]
  return `${board} ${REVISIONS[Math.floor(uniform(seed, device.entity, STREAM, 0) * REVISIONS.length)]}`
}
