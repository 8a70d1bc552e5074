/** The hardware of a device: a board of its kind and model, in one of the revisions that were built. */

import type { DeviceKind } from '@backlot/contract/devices/kinds'
import { uniform } from '../world/hash.ts'
import { KINDS } from './kinds.ts'

const STREAM = 885
const REVISIONS = ['V1.0', 'V1.1', 'V1.2', 'V2.0'] as const

/** Board and revision, such as `BL-PTZ30 V1.2`. */
export function hardwareOf(
  seed: number,
  device: { kind: DeviceKind; model?: string | undefined; entity: number },
): string {
  const { models, board: usual } = KINDS[device.kind]
  const board = models[device.model ?? '']?.board ?? usual
  return `${board} ${REVISIONS[Math.floor(uniform(seed, device.entity, STREAM, 0) * REVISIONS.length)]}`
}
