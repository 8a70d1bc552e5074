import { z } from 'zod'
import { KnownKind } from '../devices/kind-schemas.ts'
import { INCIDENTS } from '../devices/kinds.ts'
import { lines, oneLine } from '../texts.ts'
import { CLOCK_RATE, STORM_LIMITS } from './constants.ts'
import { Duration } from './duration.ts'
import { type FaultSchedule, FaultTarget } from './fault-calls.ts'
import { FleetSpec } from './fleet-spec.ts'

/** Actions of scenarios. Each entry of a timeline names one of these; docs/scenarios.md explains them. */

const longitude = z.number().min(-180).max(180)
const latitude = z.number().min(-90).max(90)
const Place = z.strictObject({ longitude, latitude })

/**
 * Devices, by a text: a serial number, 'vehicle' (all of a kind), 'vehicle 3' (the third), 'officers' (all of a group),
 * 'officers 2', '*' (all); or by common properties.
 */
export const DeviceRef = z.union([
  z.string().min(1).max(80),
  z.strictObject({
    kind: KnownKind.optional(),
    /** Key of a group, with everything below it. */
    group: z.string().min(1).max(64).optional(),
    /** Only those online, or offline, at that moment. */
    online: z.boolean().optional(),
    /** This share of them, or this number, chosen by the seed. */
    share: z.number().gt(0).max(1).optional(),
    count: z.number().int().min(1).max(200_000).optional(),
  }),
])
export type DeviceRef = z.output<typeof DeviceRef>

const LEAKING_GAS = ['combustible', 'co', 'h2s', 'nh3', 'o2'] as const
const CHASE_CAMERAS_MAX = 20
const CHASE_MODELS = ['taxi', 'bus', 'patrol', 'logistics', 'sanitation'] as const
const part = z.number().min(0).max(1)
const sign = z.number().int().min(-1).max(1)
const typeName = z.string().min(1).max(130)

const NoteText = lines(1, 400)

export const ACTIONS = {
  /** A line for people who watch, in one language or both: what happens, or where to look. */
  note: z.union([NoteText, z.strictObject({ en: NoteText, zh: NoteText })]),
  storm: z.strictObject({
    what: z.enum(['alarms', 'sos', 'offline', 'gps']).default('alarms'),
    /** A second. */
    rate: z.number().min(STORM_LIMITS.rateMin).max(STORM_LIMITS.rateMax),
    for: Duration,
    /** 'type' or 'type-subType'; alarms only. */
    types: z.array(typeName).min(1).max(50).optional(),
    devices: DeviceRef.optional(),
    seed: z.number().int().optional(),
  }),
  alarm: z.strictObject({
    device: DeviceRef,
    type: z.string().min(1).max(64),
    subType: z.string().max(64).default(''),
    channel: z.number().int().min(0).max(99).default(0),
  }),
  sos: z.strictObject({ device: DeviceRef, for: Duration.optional() }),
  offline: z.strictObject({ device: DeviceRef, for: Duration.optional() }),
  online: z.strictObject({ device: DeviceRef }),
  /** Gives devices back to their own ways. */
  release: z.strictObject({ device: DeviceRef }),
  reboot: z.strictObject({ device: DeviceRef }),
  setting: z.strictObject({
    device: DeviceRef,
    name: oneLine(1, 40),
    value: z.number(),
  }),
  leak: z.strictObject({
    /** A device (the first of those named), or a place. */
    at: z.union([Place, DeviceRef]),
    gas: z.enum(LEAKING_GAS).default('combustible'),
    severity: part.default(0.7),
    for: Duration,
  }),
  weather: z.strictObject({
    cloud: part.optional(),
    rainMmPerHour: z.number().min(0).max(200).optional(),
    windSpeedMs: z.number().min(0).max(60).optional(),
    windFromDeg: z.number().min(0).max(360).optional(),
    dust: part.optional(),
    temperatureC: z.number().min(-60).max(60).optional(),
    for: Duration,
  }),
  incident: z.strictObject({
    kind: z.enum(INCIDENTS),
    /** To a device, or at a place. */
    at: z.union([Place, DeviceRef]),
    severity: part.default(0.7),
    for: Duration,
  }),
  /** Ends earlier weather, leaks, incidents, or all of them. */
  calm: z.enum(['weather', 'leak', 'incident', 'all']),
  fault: z.strictObject({
    /** Name of the fault (docs/faults.md), for instance device-flap. */
    name: oneLine(1, 40),
    /** Devices that suffer it, for faults of devices. */
    devices: DeviceRef.optional(),
    target: FaultTarget.optional(),
    probability: z.number().gt(0).max(1).default(1),
    /** Ends by itself after that. */
    for: Duration.optional(),
    /** Strikes for `strike` of every `every`. */
    every: Duration.optional(),
    strike: Duration.optional(),
    parameters: z.record(z.string(), z.unknown()).default({}),
    seed: z.number().int().optional(),
  }),
  /** Ends faults of a name, or all. */
  endFaults: z.string().min(1).max(40),
  ptz: z
    .strictObject({
      device: DeviceRef,
      pan: sign.optional(),
      tilt: sign.optional(),
      zoom: sign.optional(),
      speed: z.number().int().min(1).max(100).default(30),
      for: Duration.optional(),
      stop: z.literal(true).optional(),
      callPreset: z.number().int().min(1).max(256).optional(),
      setPreset: z.number().int().min(1).max(256).optional(),
    })
    .refine(
      (ptz) =>
        [ptz.stop, ptz.callPreset, ptz.setPreset, ptz.pan ?? ptz.tilt ?? ptz.zoom].filter(
          (x) => x !== undefined,
        ).length === 1,
      {
        message: 'give one of: pan/tilt/zoom, stop, callPreset, setPreset',
      },
    ),
  clock: z.union([
    z.literal('realtime'),
    z.strictObject({ speed: z.number().min(CLOCK_RATE.min).max(CLOCK_RATE.max) }),
    /** Pauses for this span of the machine's time, then continues. */
    z.strictObject({ pause: Duration }),
    z.strictObject({
      /** '+6h', '-30m', or a date and time in the platform's zone. */
      jump: z
        .string()
        .regex(
          /^([+-](\d+(\.\d+)?(ms|s|m|h|d))+|\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?)$/,
          "write '+6h', '-30m' or '2026-11-20 08:00:00'",
        ),
      cut: z.boolean().default(false),
    }),
  ]),
  /** A vehicle of interest drives from the picture of one camera to that of the next. */
  chase: z.strictObject({
    /** Of the vehicle; a chase of that name that was there before is removed. */
    name: oneLine(1, 60),
    /** The cameras to choose from. */
    past: DeviceRef,
    cameras: z.number().int().min(2).max(CHASE_CAMERAS_MAX).default(4),
    speedKmh: z.number().min(5).max(200).default(60),
    /** Its trade: what it looks like. */
    model: z.enum(CHASE_MODELS).default('logistics'),
  }),
  addFleet: FleetSpec,
  /** Name of an added fleet. */
  removeFleet: z.string().min(1).max(60),
} as const

export type ActionName = keyof typeof ACTIONS
export const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[]
export type ActionOf<Name extends ActionName> = z.output<(typeof ACTIONS)[Name]>

/** One action, parsed: `{ sos: { device: 'officers 1' } }`. */
export type Action = { [Name in ActionName]: { [Key in Name]: ActionOf<Name> } }[ActionName]

const optional = Object.fromEntries(
  Object.entries(ACTIONS).map(([name, schema]) => [name, (schema as z.ZodType).optional()]),
) as { [Name in ActionName]: z.ZodOptional<(typeof ACTIONS)[Name]> }

/** An action by its name, as a body of the control API. */
export const ActionBody = z
  .strictObject(optional)
  .refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, {
    message: 'give one action',
  })

/** A note in both languages; one that has a single text says the same in both. */
export function noteTexts(note: unknown): { en: string; zh: string } {
  const parsed = ACTIONS.note.parse(note)
  return typeof parsed === 'string' ? { en: parsed, zh: parsed } : parsed
}

/** The schedule of a fault action in the host's time, of which a millisecond is `rate` of the platform's. */
export function faultSchedule(action: ActionOf<'fault'>, rate: number): FaultSchedule {
  const hostMs = (platformMs: number) => Math.max(1, Math.round(platformMs / rate))
  return {
    ...(action.for === undefined ? {} : { forMs: hostMs(action.for) }),
    ...(action.every === undefined ? {} : { everyMs: hostMs(action.every) }),
    ...(action.strike === undefined ? {} : { strikeMs: hostMs(action.strike) }),
  }
}
