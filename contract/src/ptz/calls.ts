import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get, post } from '../call.ts'
import { nothing } from '../envelope.ts'
import { LIMITS } from '../limits.ts'
import { oneLine } from '../texts.ts'

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

/** Preset actions (stated): set 0, delete 1, call 2. */
export const PRESET = { set: 0, delete: 1, call: 2 } as const

const sn = z.string().min(1).max(64)
const chnId = z.number().int().min(0)
const chnIdInQuery = z.coerce.number().int().min(0)
const presetIndex = z.number().int().min(LIMITS.presetMin).max(LIMITS.presetMax)
const presetName = oneLine(1, 32)

export const ptzControl = post('/api/ptzContorlReq', {
  name: 'ptz.control',
  summary: 'Moves a camera until the stop command (19, speed 0).',
  origin: 'stated',
  changes: 'scope',
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
  changes: 'scope',
  access: ACCESS.watchVideo,
  body: z.object({
    sn,
    chnId,
    presetCmd: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    presetIndex,
    /** Assumed: a name for the preset that is set; without one it keeps the name it has. */
    name: presetName.optional(),
  }),
  data: nothing,
})

export const presetRename = post('/iot/api/preset/rename', {
  name: 'ptz.renamePreset',
  summary: 'Renames a preset without moving it.',
  origin: 'assumed',
  whenMissing: 'disable',
  changes: 'scope',
  access: ACCESS.watchVideo,
  body: z.object({ sn, chnId, presetIndex, name: presetName }),
  data: nothing,
})

export const presetList = get('/iot/api/preset/list', {
  name: 'ptz.presets',
  summary: 'The presets of a camera.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.watchVideo,
  query: z.object({ sn, chnId: chnIdInQuery }),
  data: z.object({ list: z.array(z.object({ presetIndex: z.number().int(), name: z.string() })) }),
})

export const pointPtz = post('/iot/api/ptzPointReq', {
  name: 'ptz.point',
  summary: 'Turns a camera so that a point of its picture moves to the centre, and zooms in.',
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'scope',
  access: ACCESS.watchVideo,
  body: z.object({
    sn,
    chnId,
    /** From -1 (left edge of the picture) to 1 (right edge). */
    x: z.number().min(-1).max(1),
    /** From -1 (lower edge) to 1 (upper edge). */
    y: z.number().min(-1).max(1),
    /** Factor of the magnification: above 1 zooms in. */
    zoomFactor: z.number().min(0.1).max(10),
  }),
  data: nothing,
})

/** Numbers and limits of tours (assumed). */
export const CRUISE_LIMITS = { cruises: 8, steps: 32, dwellSecondsMin: 1, dwellSecondsMax: 3600 } as const

const cruiseIndex = z.number().int().min(1).max(CRUISE_LIMITS.cruises)

/** One stop of a tour. */
export const CruiseStep = z.object({
  presetIndex,
  /** How long the camera stays. */
  dwellSeconds: z.number().int().min(CRUISE_LIMITS.dwellSecondsMin).max(CRUISE_LIMITS.dwellSecondsMax),
  /** How fast it goes there. */
  speed: z.number().int().min(LIMITS.ptzSpeedMin).max(LIMITS.ptzSpeedMax),
})
export type CruiseStep = z.infer<typeof CruiseStep>

/** A round between presets that a camera goes by itself. */
export const Cruise = z.object({ cruiseIndex, name: z.string(), steps: z.array(CruiseStep) })
export type Cruise = z.infer<typeof Cruise>

export const cruiseList = get('/iot/api/cruise/list', {
  name: 'ptz.cruises',
  summary: 'The tours of a camera, and the one that is running.',
  origin: 'assumed',
  whenMissing: 'hide',
  access: ACCESS.watchVideo,
  query: z.object({ sn, chnId: chnIdInQuery }),
  data: z.object({
    list: z.array(Cruise),
    /** The running tour; null for none. */
    running: z.number().int().nullable(),
  }),
})

export const cruiseSet = post('/iot/api/cruise/set', {
  name: 'ptz.setCruise',
  summary: 'Stores a tour in a camera, replacing the one with its number.',
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'scope',
  access: ACCESS.watchVideo,
  body: z.object({
    sn,
    chnId,
    cruiseIndex,
    name: presetName,
    steps: z.array(CruiseStep).min(1).max(CRUISE_LIMITS.steps),
  }),
  data: nothing,
})

export const cruiseDelete = post('/iot/api/cruise/delete', {
  name: 'ptz.deleteCruise',
  summary: 'Removes a tour from a camera; a running tour ends.',
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'scope',
  access: ACCESS.watchVideo,
  body: z.object({ sn, chnId, cruiseIndex }),
  data: nothing,
})

/** Tour actions (assumed). */
export const CRUISE = { start: 0, stop: 1 } as const

export const cruiseControl = post('/iot/api/cruiseControlReq', {
  name: 'ptz.cruise',
  summary: 'Starts a tour, or stops the running one. Any other movement of the camera ends it too.',
  origin: 'assumed',
  whenMissing: 'hide',
  changes: 'scope',
  access: ACCESS.watchVideo,
  body: z.object({ sn, chnId, cruiseIndex, cruiseCmd: z.union([z.literal(0), z.literal(1)]) }),
  data: nothing,
})

export const PTZ_CALLS = [
  ptzControl,
  presetControl,
  presetList,
  presetRename,
  pointPtz,
  cruiseList,
  cruiseSet,
  cruiseDelete,
  cruiseControl,
]
