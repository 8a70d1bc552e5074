import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get, post } from '../call.ts'
import { nothing } from '../envelope.ts'
import { LIMITS } from '../limits.ts'

/** PTZ commands (stated numbers; the diagonals are assumed). */
export const PTZ = {
  up: 0,
  down: 1,
  left: 2,
  right: 3,
  focusNear: 4,
  focusFar: 5,
  apertureIn: 6,
  apertureOut: 7,
  zoomOut: 8,
  zoomIn: 9,
  upLeft: 10,
  upRight: 11,
  downLeft: 12,
  downRight: 13,
  stop: 19,
} as const
export type PtzName = keyof typeof PTZ

/** Preset actions (stated): set 0, delete 1, call 2. */
export const PRESET = { set: 0, delete: 1, call: 2 } as const

const sn = z.string().min(1).max(64)
const chnId = z.number().int().min(0)

export const ptzControl = post('/api/ptzContorlReq', {
  name: 'ptz.control',
  summary: 'Moves a camera until the stop command (19, speed 0).',
  origin: 'stated',
  access: ACCESS.watchVideo,
  body: z.object({
    sn,
    chnId,
    cmd: z.union([z.number().int().min(PTZ.up).max(PTZ.downRight), z.literal(PTZ.stop)]),
    speed: z.number().min(0).max(LIMITS.ptzSpeedMax),
  }),
  data: nothing,
})

export const presetControl = post('/iot/api/presetContorlReq', {
  name: 'ptz.preset',
  summary: 'Sets, deletes or calls a preset.',
  origin: 'stated',
  access: ACCESS.watchVideo,
  body: z.object({
    sn,
    chnId,
    presetCmd: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    presetIndex: z.number().int().min(LIMITS.presetMin).max(LIMITS.presetMax),
  }),
  data: nothing,
})

export const presetList = get('/iot/api/preset/list', {
  name: 'ptz.presets',
  summary: 'Presets that are set on a camera.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.watchVideo,
  query: z.object({ sn, chnId: z.coerce.number().int().min(0) }),
  data: z.object({ list: z.array(z.object({ presetIndex: z.number().int(), name: z.string() })) }),
})

export const PTZ_CALLS = [ptzControl, presetControl, presetList]
