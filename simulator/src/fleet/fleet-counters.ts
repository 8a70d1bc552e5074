import type { FleetSpec } from '@backlot/contract/control/fleet-spec'
import type { ProtocolName } from '@backlot/contract/devices/kind-facts'
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import { knownKinds } from '@backlot/contract/devices/known-kinds'
import { KINDS } from '../devices/kinds.ts'

/** The numbers from which a fleet's devices have their places, names and serials; no two fleets share any. */
export type Allotment = {
  /** Number of the fleet. */
  fleet: number
  /** Index in its kind of the first device. */
  roster: number
  /** Vehicle of the traffic that carries the first device, where they move. */
  traffic: number
  /** Number of the first serial, by protocol. */
  serials: Partial<Record<ProtocolName, number>>
}

/** The next free numbers. */
export type FleetCounters = {
  fleets: number
  roster: Partial<Record<DeviceKind, number>>
  traffic: number
  serials: Partial<Record<ProtocolName, number>>
}

export function emptyCounters(): FleetCounters {
  return { fleets: 0, roster: {}, traffic: 0, serials: {} }
}

export function protocolsOf(spec: FleetSpec): readonly ProtocolName[] {
  return spec.protocols ?? KINDS[spec.kind].protocols
}

export function isMoving(kind: DeviceKind): boolean {
  return KINDS[kind].moves !== undefined
}

/** The numbers that a fleet would take now. */
export function allotmentOf(counters: FleetCounters, spec: FleetSpec): Allotment {
  const serials: Allotment['serials'] = {}
  for (const protocol of protocolsOf(spec)) serials[protocol] = counters.serials[protocol] ?? 0
  return {
    fleet: counters.fleets,
    roster: counters.roster[spec.kind] ?? 0,
    traffic: counters.traffic,
    serials,
  }
}

/** Counts an allotment as taken. */
export function take(counters: FleetCounters, spec: FleetSpec, allotment: Allotment): void {
  counters.fleets = Math.max(counters.fleets, allotment.fleet + 1)
  counters.roster[spec.kind] = Math.max(counters.roster[spec.kind] ?? 0, allotment.roster + spec.count)
  if (isMoving(spec.kind)) counters.traffic = Math.max(counters.traffic, allotment.traffic + spec.count)
  const protocols = protocolsOf(spec)
  for (const protocol of new Set(protocols)) {
    const share = protocols.filter((other) => other === protocol).length
    const used = Math.ceil(spec.count / protocols.length) * share
    const end = (allotment.serials[protocol] ?? 0) + used
    counters.serials[protocol] = Math.max(counters.serials[protocol] ?? 0, end)
  }
}

/**
 * Counters for fleets that are added later: well past the scenario's, so that a scenario that grows by some devices
 * does not take the numbers of fleets that were added before.
 */
export function pastScenario(counters: FleetCounters): FleetCounters {
  const past = (number: number) => Math.ceil((number + 1) / ROOM) * ROOM
  const each = <Key extends string>(numbers: Partial<Record<Key, number>>) =>
    Object.fromEntries(
      Object.entries(numbers).map(([key, number]) => [key, past(number as number)]),
    ) as Partial<Record<Key, number>>
  const protocols = knownKinds().flatMap((kind) => KINDS[kind].protocols)
  return {
    fleets: ADDED_FLEETS_FROM,
    roster: each({ ...Object.fromEntries(knownKinds().map((kind) => [kind, 0])), ...counters.roster }),
    traffic: past(counters.traffic),
    serials: each({ ...Object.fromEntries(protocols.map((name) => [name, 0])), ...counters.serials }),
  }
}

/** Numbers are kept free in steps of that. */
const ROOM = 10_000
/** Fleets of the scenario count below it. */
export const ADDED_FLEETS_FROM = 1000
