/** Entries of the overlay log as device commands, and operators' requests as device actions. */
import { CONFIG_SECTIONS, type ConfigSection } from '@backlot/contract/device-config/entities'
import { PTZ } from '@backlot/contract/ptz/calls'
import { z } from 'zod'
import type { DeviceAction, DeviceCommand, PtzMotion } from './commands.ts'
import { DEVICE_FAULTS } from './faults.ts'
import { IR_CUT_MODES } from './image-settings.ts'

const share = z.number().min(-1).max(1)
const speed = z.number().min(1).max(100).optional()
const level = z.number().min(0).max(100).optional()
const AXES = ['pan', 'tilt', 'zoom', 'focus', 'iris'] as const satisfies readonly (keyof PtzMotion)[]
const presetNumber = z.number().int().min(0).max(256)
const preset = z.object({ preset: presetNumber })
const cruise = z.object({ cruise: z.number().int().min(0) })
const scan = z.object({ scan: z.number().int().min(0).max(255) })
const name = z.string().max(64)

const PAYLOADS = {
  ptzMove: z.object({
    motion: z.object({ pan: share, tilt: share, zoom: share, focus: share, iris: share }).partial(),
    speed: z.number().min(0).max(100),
    forMs: z.number().positive().optional(),
    chnId: z.number().int().optional(),
  }),
  ptzStop: z.object({ axes: z.array(z.enum(AXES)).optional(), chnId: z.number().int().optional() }),
  ptzTurn: z.object({
    pose: z
      .object({
        panDeg: z.number(),
        tiltDeg: z.number(),
        zoom: z.number().positive(),
        focus: z.number(),
        iris: z.number(),
      })
      .partial(),
    speed,
  }),
  homeSet: z.object({}),
  homeCall: z.object({ speed }),
  imageSet: z.object({
    chnId: z.number().int(),
    image: z
      .object({ brightness: level, contrast: level, saturation: level, irCut: z.enum(IR_CUT_MODES) })
      .partial(),
  }),
  presetSet: preset.extend({ name: name.optional() }),
  presetCall: preset,
  presetDelete: preset,
  presetName: preset.extend({ name }),
  cruiseSet: cruise.extend({
    name,
    steps: z.array(
      z.object({
        preset: presetNumber,
        dwellMs: z.number().int().positive(),
        speed: z.number().min(1).max(100),
      }),
    ),
  }),
  cruiseDelete: cruise,
  cruiseStart: cruise,
  cruiseStop: z.object({}),
  scanLimit: scan.extend({ side: z.enum(['left', 'right']) }),
  scanSpeed: scan.extend({ speed: z.number().min(1).max(100) }),
  scanStart: scan,
  ptzPoint: z.object({
    x: z.number().min(-1).max(1),
    y: z.number().min(-1).max(1),
    zoomFactor: z.number().min(0.05).max(32),
  }),
  connectivity: z.object({ forced: z.enum(['online', 'offline', 'released']) }),
  channelConnectivity: z.object({ chnId: z.number().int(), forced: z.enum(['offline', 'released']) }),
  reboot: z.object({}),
  restart: z.object({}),
  sosPressed: z.object({ chnId: z.number().int().optional(), forMs: z.number().positive().optional() }),
  powerCut: z.object({ forMs: z.number().positive(), alarmSeq: z.string(), chnId: z.number().int() }),
  fault: z.object({
    fault: z.enum(DEVICE_FAULTS),
    on: z.boolean(),
    forMs: z.number().positive().optional(),
    amount: z.number().optional(),
  }),
  configSet: z.object({
    section: z.enum(Object.keys(CONFIG_SECTIONS) as [ConfigSection, ...ConfigSection[]]),
    chnId: z.number().int().optional(),
    config: z.record(z.string(), z.unknown()),
  }),
  diskFormat: z.object({ diskId: z.number().int() }),
  upgrade: z.object({ version: z.string() }),
  upgradeDelete: z.object({}),
  setting: z.object({
    setting: z.string().max(40),
    value: z.number(),
  }),
} as const satisfies Record<DeviceAction['kind'], z.ZodType>

/** The part of an action that is stored beside its kind. */
export function payloadOf(action: DeviceAction): Record<string, unknown> {
  const { kind: _kind, ...payload } = action
  return payload
}

/** The command that an entry of the overlay log holds, or undefined when it is none of a device's. */
export function commandOfEntry(entry: {
  atMs: number
  seq: number
  sn: string
  kind: string
  payload: unknown
}): DeviceCommand | undefined {
  if (!Object.hasOwn(PAYLOADS, entry.kind)) return undefined
  const kind = entry.kind as DeviceAction['kind']
  const payload = PAYLOADS[kind].safeParse(entry.payload ?? {})
  if (!payload.success) return undefined
  return { ...payload.data, kind, atMs: entry.atMs, seq: entry.seq, sn: entry.sn } as DeviceCommand
}

/** A direction is one of both axes: left after left and up is no longer up. */
const MOTIONS: Readonly<Record<number, Partial<PtzMotion>>> = {
  [PTZ.up]: { pan: 0, tilt: 1 },
  [PTZ.down]: { pan: 0, tilt: -1 },
  [PTZ.left]: { pan: -1, tilt: 0 },
  [PTZ.right]: { pan: 1, tilt: 0 },
  [PTZ.focusNear]: { focus: -1 },
  [PTZ.focusFar]: { focus: 1 },
  [PTZ.apertureIn]: { iris: -1 },
  [PTZ.apertureOut]: { iris: 1 },
  [PTZ.zoomOut]: { zoom: -1 },
  [PTZ.zoomIn]: { zoom: 1 },
  [PTZ.upLeft]: { tilt: 1, pan: -1 },
  [PTZ.upRight]: { tilt: 1, pan: 1 },
  [PTZ.downLeft]: { tilt: -1, pan: -1 },
  [PTZ.downRight]: { tilt: -1, pan: 1 },
}

/** The action of a PTZ command number (stated), or undefined when there is no such command. */
export function actionOfPtzCommand(cmd: number, speed: number): DeviceAction | undefined {
  if (cmd === PTZ.stop) return { kind: 'ptzStop' }
  const motion = MOTIONS[cmd]
  return motion && { kind: 'ptzMove', motion, speed }
}
