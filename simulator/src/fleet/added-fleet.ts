import { FleetFields, FleetGroup, type FleetSpec } from '@backlot/contract/control/fleet-spec'
import { z } from 'zod'
import type { OverlayEntry } from '../timeline/overlay-log.ts'
import type { Allotment } from './fleet-counters.ts'

/** Kinds of entries in the overlay log. */
export const FLEET_ADDED = 'fleetAdded'
export const FLEET_REMOVED = 'fleetRemoved'

/** Stored data of a fleet: enough to make the same devices again. */
export type AddedFleet = {
  fleetId: string
  spec: FleetSpec
  group: FleetGroup
  allotment: Allotment
  /** Of its devices, in order. */
  firstDeviceId: number
  firstGroupId: number
}

const Count = z.number().int().min(0)
const Added = z.object({
  fleetId: z.string(),
  spec: FleetFields,
  group: FleetGroup,
  allotment: z.object({
    fleet: Count,
    roster: Count,
    traffic: Count,
    serials: z.record(z.string(), Count),
  }),
  firstDeviceId: Count,
  firstGroupId: Count,
})
const Removed = z.object({ fleetId: z.string() })

/** A fleet with the platform moments between which it is there. */
export type FleetSpan = AddedFleet & { fromMs: number; untilMs: number }

/** Fleets of the overlay log, in the order of their numbers. */
export function fleetSpans(entries: Iterable<OverlayEntry>): FleetSpan[] {
  const spans = new Map<string, FleetSpan>()
  const list = [...entries].sort((a, b) => a.seq - b.seq)
  for (const { kind, atMs, payload } of list) {
    if (kind === FLEET_ADDED) {
      const added = Added.parse(payload) as AddedFleet
      spans.set(added.fleetId, { ...added, fromMs: atMs, untilMs: Number.POSITIVE_INFINITY })
    } else if (kind === FLEET_REMOVED) {
      const span = spans.get(Removed.parse(payload).fleetId)
      if (span) span.untilMs = atMs
    }
  }
  return [...spans.values()].sort((a, b) => a.allotment.fleet - b.allotment.fleet)
}

export function isThere({ fromMs, untilMs }: FleetSpan, atMs: number): boolean {
  return atMs >= fromMs && atMs < untilMs
}
