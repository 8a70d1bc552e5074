import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { emptyQuery, get, post } from '../call.ts'
import { WIRE_NAMES } from '../wires/wires.ts'
import { ORDERED_MS_MAX } from './constants.ts'
import { SerialNumbers } from './serial-numbers.ts'

/** Faults on purpose. Each is a file of `simulator/src/faults`; docs/faults.md lists them. */
const access = ACCESS.control
const origin = 'assumed' as const

/** Protocols whose packets faults of the wire reach: devices that connect, and controllers that answer. */
export const FAULT_PROTOCOLS = [...WIRE_NAMES, 'modbus'] as const
export type FaultProtocol = (typeof FAULT_PROTOCOLS)[number]

/** Target of a fault. Omitted parts do not restrict it; which parts make sense depends on the fault. */
export const FaultTarget = z.strictObject({
  /** Paths of HTTP requests; `*` matches anything: '/alarm/*'. Never the control API. */
  paths: z.array(z.string().min(1).max(200)).min(1).max(50).optional(),
  /** Login names. */
  accounts: z.array(z.string().min(1).max(64)).min(1).max(200).optional(),
  devices: SerialNumbers.optional(),
  /** Device kinds: camera, vehicle … */
  kinds: z.array(z.string().min(1).max(32)).min(1).max(20).optional(),
  /** Groups with everything below them. */
  groups: z.array(z.number().int()).min(1).max(200).optional(),
  /** Which part of those devices, chosen by the seed. */
  share: z.number().gt(0).max(1).optional(),
  protocols: z.array(z.enum(FAULT_PROTOCOLS)).min(1).optional(),
})
export type FaultTarget = z.infer<typeof FaultTarget>

const spanMs = z.number().int().min(1).max(ORDERED_MS_MAX)

/** When a fault strikes, in time of the machine from its attaching. Left out: at once and until it is removed. */
export const FaultSchedule = z
  .strictObject({
    afterMs: spanMs.optional(),
    /** How long in all; then the fault ends by itself. */
    forMs: spanMs.optional(),
    /** Strikes for `strikeMs` of every `everyMs`. */
    everyMs: spanMs.optional(),
    strikeMs: spanMs.optional(),
  })
  .refine(({ everyMs, strikeMs }) => (everyMs === undefined) === (strikeMs === undefined), {
    path: ['strikeMs'],
    message: 'give everyMs and strikeMs together',
  })
  .refine(({ everyMs, strikeMs }) => everyMs === undefined || strikeMs === undefined || strikeMs <= everyMs, {
    path: ['strikeMs'],
    message: 'strikeMs must not be longer than everyMs',
  })
export type FaultSchedule = z.infer<typeof FaultSchedule>

export const FaultOrder = z.strictObject({
  /** Name of the fault: 'http-latency'. */
  fault: z.string().min(1).max(40),
  target: FaultTarget.default({}),
  /** Of each chance to strike (a request, a frame, a packet; of each device for device faults). */
  probability: z.number().gt(0).max(1).default(1),
  schedule: FaultSchedule.default({}),
  /** Checked by the fault's own schema. */
  parameters: z.record(z.string(), z.unknown()).default({}),
  /** Default: the platform's. */
  seed: z.number().int().optional(),
})
export type FaultOrder = z.output<typeof FaultOrder>

export const FaultState = FaultOrder.extend({
  id: z.string(),
  seed: z.number().int(),
  /** resting: between two spells of `everyMs`. */
  state: z.enum(['waiting', 'striking', 'resting', 'ended']),
  /** Host time of its attaching. */
  sinceMs: z.number(),
  /** How often it struck. */
  struck: z.number().int(),
})
export type FaultState = z.output<typeof FaultState>

/** A moment at which a fault struck, in platform time and in the machine's. */
export const FaultStrike = z.object({
  platformMs: z.number(),
  hostMs: z.number(),
  /** How often in that moment. */
  times: z.number().int(),
})
export type FaultStrike = z.output<typeof FaultStrike>

/** Result of a fault, with everything needed to repeat it. */
export const FaultRecord = FaultState.extend({
  /** Platform time of its attaching. */
  sincePlatformMs: z.number(),
  /** Host time at which it ended; left out: it is attached. */
  endedMs: z.number().optional(),
  /** The first moments at which it struck, and the last. */
  strikes: z.array(FaultStrike),
  lastStrike: FaultStrike.optional(),
})
export type FaultRecord = z.output<typeof FaultRecord>

export const controlFaults = get('/control/faults', {
  name: 'control.faults',
  summary: 'Active faults and the last ended ones.',
  origin,
  access,
  query: emptyQuery,
  data: z.object({ list: z.array(FaultState) }),
})

export const controlFaultRecord = get('/control/faults/record', {
  name: 'control.faultRecord',
  summary: 'History of all faults since the start, including removed ones: kind, times, impacts.',
  origin,
  access,
  query: emptyQuery,
  data: z.object({ list: z.array(FaultRecord) }),
})

export const controlFaultKinds = get('/control/faults/kinds', {
  name: 'control.faultKinds',
  summary: 'All fault kinds with their targets and a JSON Schema of their parameters.',
  origin,
  access,
  query: emptyQuery,
  data: z.object({
    list: z.array(
      z.object({
        name: z.string(),
        summary: z.string(),
        targets: z.array(z.string()),
        parameters: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
})

export const controlAddFaults = post('/control/faults', {
  name: 'control.addFaults',
  summary: 'Injects faults, all or none.',
  origin,
  access,
  body: z.strictObject({ faults: z.array(FaultOrder).min(1).max(50) }),
  data: z.object({ list: z.array(FaultState) }),
})

export const controlRemoveFaults = post('/control/faults/remove', {
  name: 'control.removeFaults',
  summary: 'Removes faults by id, or all of them. Replies when everything they held back has been released.',
  origin,
  access,
  body: z.strictObject({ ids: z.array(z.string().max(80)).min(1).max(500).optional() }),
  data: z.object({ removed: z.number().int() }),
})

export const FAULT_CALLS = [
  controlFaults,
  controlFaultRecord,
  controlFaultKinds,
  controlAddFaults,
  controlRemoveFaults,
]
