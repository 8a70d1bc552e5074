/**
 * Interventions of people and scenarios in the world: entries of the overlay log with an empty serial number. A list in
 * the order of (atMs, seq), looked up by time: later entries do not show at a moment.
 */
import type { DeviceKind, INCIDENTS } from '@backlot/contract/devices/kinds'

export const LEAKING_GASES = ['combustible', 'co', 'h2s', 'nh3', 'o2'] as const
/** Leaking substance; `o2` means a gas that harms by displacing oxygen. */
export type LeakingGas = (typeof LEAKING_GASES)[number]

/** Values of the weather that are set; the rest follows (rain brings clouds, clouds reduce warmth, wind disperses). */
export type WeatherChange = {
  /** 0 clear … 1 overcast. */
  cloud?: number
  rainMmPerHour?: number
  windSpeedMs?: number
  /** Where the wind comes from, degrees clockwise from north. */
  windFromDeg?: number
  /** 0 none … 1 sandstorm. */
  dust?: number
  temperatureC?: number
}

export type WorldAction =
  | ({ kind: 'weather'; forMs: number } & WeatherChange)
  | { kind: 'leak'; longitude: number; latitude: number; gas: LeakingGas; severity: number; forMs: number }
  /** Something happens at a place, or to a device (`subject`), which then raises the alarm. */
  | {
      kind: 'incident'
      incident: (typeof INCIDENTS)[number]
      longitude: number
      latitude: number
      severity: number
      forMs: number
      subject?: { kind: DeviceKind; index: number }
    }
  /** Ends earlier interventions of one kind (all of them without it); the world goes back to its own ways. */
  | { kind: 'calm'; what?: 'weather' | 'leak' | 'incident' }

export type Intervention = WorldAction & {
  /** Platform time, epoch milliseconds. */
  atMs: number
  /** Order among those of one moment; unique in the log. */
  seq: number
}

export const WORLD_ACTION_KINDS: readonly WorldAction['kind'][] = ['weather', 'leak', 'incident', 'calm']
/** No intervention lasts longer. */
export const LONGEST_INTERVENTION_MS = 7 * 86_400_000

type Lasts<Kind extends WorldAction['kind']> = Extract<Intervention, { kind: Kind }> & {
  /** Its own length after its start, or the moment of an earlier calm. */
  endMs: number
}

/** Interventions that last, by kind. */
export type ActiveByKind = {
  weather: Lasts<'weather'>
  leak: Lasts<'leak'>
  incident: Lasts<'incident'>
}
export type LastingKind = keyof ActiveByKind
export type Active<Kind extends LastingKind> = ActiveByKind[Kind]

export type Interventions = {
  /** All of them, in log order. Workers are given it with their start. */
  list(): readonly Intervention[]
  /** Adds one wherever its (atMs, seq) puts it. */
  add(intervention: Intervention): void
  /** Forgets those after a moment (a jump back that cuts). */
  removeAfter(atMs: number): void
  /** Those of a kind that touch [fromMs, toMs], in log order. */
  touching<Kind extends LastingKind>(kind: Kind, fromMs: number, toMs: number): readonly ActiveByKind[Kind][]
  /** Calls back with the first moment whose world has changed. Returns a function that stops it. */
  onChange(listener: (fromMs: number) => void): () => void
}
