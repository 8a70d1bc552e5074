import type { DataOut } from '@backlot/contract/call'
import type { controlFleets } from '@backlot/contract/control/fleet-calls'
import type { FleetSpec } from '@backlot/contract/control/fleet-spec'
import type { FleetSpan } from './added-fleet.ts'

export type FleetInfo = DataOut<typeof controlFleets>['list'][number]

/**
 * Fleets that come and go while the platform runs. They are kept in the overlay log with the platform moment from
 * which they are there: a restart has the same devices with the same names, serials and ids, and before that moment
 * (after a jump back) they are not there.
 */
export type FleetManager = {
  /** Adds devices; resolves when all are in the tree. Rejects with a PlatformError that names the field. */
  add(spec: FleetSpec): Promise<{ fleetId: string; added: number }>
  /** Takes a fleet's devices away, and the groups that were made for it and are empty. */
  remove(fleetId: string): Promise<{ fleetId: string; removed: number }>
  /** Fleets that are there now, in the order of their adding. */
  list(): FleetInfo[]
  /** All that were ever added, with the moments between which they are there. */
  spans(): readonly FleetSpan[]
  /** When devices came or went, the notice of the tree waits for this: until they have their state. */
  beforeNotice(wait: () => Promise<void>): void
  /** Resolves when those that have to come and go for the clock's moment have done so. */
  settled(): Promise<void>
}
