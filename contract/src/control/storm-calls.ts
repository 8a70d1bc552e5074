import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get, post } from '../call.ts'
import { STORM_LIMITS } from './constants.ts'
import { FaultTarget } from './fault-calls.ts'
import { SerialNumbers } from './serial-numbers.ts'

/** Storms besides that of alarms (`controlStorm`): much of something at once. */
const access = ACCESS.control
const origin = 'assumed' as const

const ratePerSecond = z.number().min(STORM_LIMITS.rateMin).max(STORM_LIMITS.rateMax)
/** Something at a rate for a while, from some devices or from all. */
const RateStorm = z.strictObject({
  ratePerSecond,
  forMs: z.number().int().min(1).max(STORM_LIMITS.msMax),
  seed: z.number().int().optional(),
  devices: SerialNumbers.optional(),
})
const Started = z.object({ stormId: z.string(), planned: z.number().int() })

export const StormProgress = z.object({
  stormId: z.string(),
  kind: z.enum(['alarms', 'sos', 'offline', 'gps']),
  planned: z.number().int(),
  raised: z.number().int(),
  /** Stored (alarms, commands) or published (positions). */
  stored: z.number().int(),
  done: z.boolean(),
  /** Ended before its plan was carried out, by request or by a failure. */
  stopped: z.boolean(),
  /** Newest cursor of an alarm of this storm. */
  lastCursor: z.number().int(),
})
export type StormProgress = z.infer<typeof StormProgress>

export const controlStorms = get('/control/storms', {
  name: 'control.storms',
  summary: 'Running storms and the last ended ones.',
  origin,
  access,
  query: emptyQuery,
  data: z.object({ list: z.array(StormProgress) }),
})

export const controlStormSos = post('/control/storms/sos', {
  name: 'control.stormSos',
  summary: 'Presses SOS buttons at a rate, on online body-worn cameras and vehicles.',
  origin,
  access,
  body: RateStorm,
  data: Started,
})

export const controlStormOffline = post('/control/storms/offline', {
  name: 'control.stormOffline',
  summary: 'Takes devices offline one after the other. Each returns after its outage.',
  origin,
  access,
  body: z.strictObject({
    /** Devices by serial, kind or group, and which share of them; everything when nothing is named. */
    target: FaultTarget.pick({ devices: true, kinds: true, groups: true, share: true }).default({}),
    /** Devices a second. */
    ratePerSecond: ratePerSecond.default(1000),
    /** Platform time that each is away. */
    outageMs: z.number().int().min(1000).max(STORM_LIMITS.outageMsMax).default(60_000),
    seed: z.number().int().optional(),
  }),
  data: Started,
})

export const controlStormGps = post('/control/storms/gps', {
  name: 'control.stormGps',
  summary: 'Reports positions at a rate, from online vehicles at their places.',
  origin,
  access,
  body: RateStorm,
  data: Started,
})

export const controlStopStorm = post('/control/storms/stop', {
  name: 'control.stopStorm',
  summary: 'Ends a storm early. What it raised remains.',
  origin,
  access,
  body: z.strictObject({ stormId: z.string().min(1).max(64) }),
  data: StormProgress,
})

export const STORM_CALLS = [
  controlStorms,
  controlStormSos,
  controlStormOffline,
  controlStormGps,
  controlStopStorm,
]
