/** Devices that came to the city while it was watched: a live list of fleets, each with the span in which it is there. */
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { TrackRide } from './traffic/track-line.ts'

/** Devices of one kind with following numbers. */
export type NewcomerFleet = {
  /** Names the incidents of its devices. */
  id: string
  kind: DeviceKind
  /** Index in its kind of the first device, and how many there are. */
  firstIndex: number
  count: number
  /** Vehicle of the traffic that carries the first; undefined for fixed ones. */
  firstTraffic?: number
  /** Platform time, epoch milliseconds: it is there from the one until the other, which may be infinity. */
  fromMs: number
  untilMs: number
  /** Position of its i-th device, local metres; called for fixed ones only. */
  siteOf(i: number): { x: number; y: number }
  /** Recorded track that its i-th device follows; left out where the traffic carries them. */
  rideOf?(i: number): TrackRide
}

export type Newcomers = {
  list(): readonly NewcomerFleet[]
  /** Takes a fleet in, or another span of one that it knows. */
  put(fleet: NewcomerFleet): void
  /** Calls back with the moment from which the city has changed. Returns a function that stops it. */
  onChange(listener: (fromMs: number) => void): () => void
}

export function createNewcomers(): Newcomers {
  let fleets: readonly NewcomerFleet[] = []
  const listeners = new Set<(fromMs: number) => void>()
  return {
    list: () => fleets,
    put(fleet) {
      const known = fleets.find(({ id }) => id === fleet.id)
      fleets = known ? fleets.map((each) => (each === known ? fleet : each)) : [...fleets, fleet]
      const fromMs = known ? Math.min(known.untilMs, fleet.untilMs) : fleet.fromMs
      for (const listener of [...listeners]) listener(fromMs)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Nobody came. */
export const NO_NEWCOMERS: Newcomers = createNewcomers()

export function isThereAt({ fromMs, untilMs }: { fromMs: number; untilMs: number }, atMs: number): boolean {
  return atMs >= fromMs && atMs < untilMs
}

/** The newcomers' fleet that holds an index of a kind. */
export function fleetOfIndex(
  newcomers: Newcomers,
  kind: DeviceKind,
  index: number,
): NewcomerFleet | undefined {
  return newcomers
    .list()
    .find(
      (fleet) => fleet.kind === kind && index >= fleet.firstIndex && index < fleet.firstIndex + fleet.count,
    )
}
