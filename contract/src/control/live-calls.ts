import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get } from '../call.ts'
import { DescribedKind } from '../devices/kind-schemas.ts'
import { nothing } from '../envelope.ts'
import { ClockState } from '../session/entities.ts'
import { PlatformTrouble } from '../troubles.ts'
import { WIRE_NAMES } from '../wires/wires.ts'
import { ClusterState } from './cluster-state.ts'
import { EVENT_KINDS } from './constants.ts'
import { FaultState } from './fault-calls.ts'
import { listOf } from './list-of.ts'
import { ScenarioRun } from './run-calls.ts'
import { SerialNumber } from './serial-numbers.ts'
import { KindCount, WeatherNow } from './state-calls.ts'
import { StormProgress } from './storm-calls.ts'

/** Events of the platform as they happen: the control page listens to them. */
const access = ACCESS.control
const origin = 'assumed' as const

/** Subject of an event. */
export const EventKind = z.enum(EVENT_KINDS)
export type EventKind = z.infer<typeof EventKind>

export const LiveEvent = z.object({
  /** Counts from the first of this listening. */
  n: z.number().int(),
  /** Platform time, epoch milliseconds. */
  atMs: z.number(),
  kind: EventKind,
  /** Event: 'raised', 'offline', 'jump' … */
  what: z.string(),
  sn: z.string().optional(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})
export type LiveEvent = z.output<typeof LiveEvent>

const Words = z.object({ zh: z.string(), en: z.string() })

export const FrameField = z.object({
  /** As in the standard, or the field's name in the decoded message. */
  key: z.string(),
  name: Words,
  value: z.string(),
  note: Words.optional(),
})
export type FrameField = z.output<typeof FrameField>

export const WireFrame = z.object({
  n: z.number().int(),
  atMs: z.number(),
  protocol: z.enum(WIRE_NAMES),
  direction: z.enum(['in', 'out']),
  /** As the gateway knows the device. */
  sn: z.string(),
  /** Code of the message: '2011', '0x0200'. */
  code: z.string(),
  title: Words,
  hex: z.string(),
  /** Of a text wire. */
  text: z.string().optional(),
  fields: z.array(FrameField),
  /** Why it could not be read, or was refused. */
  problem: z.string().optional(),
})
export type WireFrame = z.output<typeof WireFrame>

/** The state of the platform, once a second. */
export const LiveState = z.object({
  type: z.literal('state'),
  clock: ClockState,
  uptimeMs: z.number(),
  seed: z.number(),
  kinds: z.array(KindCount),
  /** Kinds of devices that kind files describe. */
  described: z.array(DescribedKind),
  sessions: z.number().int(),
  channelClients: z.number().int(),
  streams: z.number().int(),
  viewers: z.number().int(),
  alarmsStored: z.number().int(),
  weather: WeatherNow,
  storms: z.array(StormProgress),
  faults: z.array(FaultState),
  runs: z.array(ScenarioRun),
  troubles: z.array(PlatformTrouble),
  /** null: the platform is alone. */
  cluster: ClusterState.nullable(),
})
export type LiveState = z.output<typeof LiveState>

/** One line of the stream. Events beyond its limit are counted, not sent. */
export const LiveMessage = z.discriminatedUnion('type', [
  LiveState,
  z.object({
    type: z.literal('events'),
    list: z.array(LiveEvent),
    /** How many there were since the last such message, by kind. */
    seen: z.partialRecord(EventKind, z.number().int()),
    /** Of those, how many are not in `list`. */
    left: z.number().int(),
  }),
  z.object({
    type: z.literal('frames'),
    list: z.array(WireFrame),
    seen: z.number().int(),
    left: z.number().int(),
  }),
])
export type LiveMessage = z.output<typeof LiveMessage>

export const controlLive = get('/control/live', {
  name: 'control.live',
  summary:
    'Live activity as server-sent events: the state once a second, events, frames of the wires. Each data line is one message.',
  origin,
  access,
  query: z.object({
    state: z.enum(['0', '1']).default('1'),
    /** Kinds of events, with commas between them; none without. */
    events: listOf(EVENT_KINDS).optional(),
    /** Protocols whose frames are wanted, with commas between them; none without. */
    wires: listOf(WIRE_NAMES).optional(),
    direction: z.enum(['in', 'out']).optional(),
    /** Events and frames of one device only. */
    sn: SerialNumber.optional(),
  }),
  data: nothing,
  raw: { reply: 'text/event-stream' },
})

export const LIVE_CALLS = [controlLive]
