import type { ScopeIntervals } from '../../calls/scope.ts'
import type { Named } from '../../kernel/language.ts'

/** A stretch of one state; the stretches of a device tile the given time. Epoch milliseconds. */
export type OnlineStretch = { fromMs: number; toMs: number; online: boolean }

export type OnlineDaySum = { dayMs: number; onlineMs: number; offlineMs: number; drops: number }

/** The past of devices' connectivity. */
export type OnlineHistoryPort = {
  /** Undefined for a device that nobody knows. Ends at the present. */
  onlineSpansOf(sn: string, fromMs: number, toMs: number): readonly OnlineStretch[] | undefined
  /** Sums by civil day of stretches that tile their time. */
  onlineDays(spans: readonly OnlineStretch[], zoneMinutes: number): readonly OnlineDaySum[]
  /**
   * Changes when a device's past may have changed; undefined for one whose past cannot be cached. Events after the
   * present may be added without a change.
   */
  pastVersionOf(sn: string): string | undefined
}

export type StatisticsDevice = {
  sn: string
  name: Named
  groupName: Named
  /** Now. */
  online: boolean
}

export type StatisticsGroup = { nodeId: number; name: Named }

/** Devices and groups within a scope. */
export type StatisticsDevicesPort = {
  device(sn: string, scope: ScopeIntervals): StatisticsDevice | undefined
  /** Devices at and below a node, or all in the scope; undefined for a node outside it. */
  devicesBelow(nodeId: number | undefined, scope: ScopeIntervals): StatisticsDevice[] | undefined
  /**
   * Groups right below a node, or the top ones (of a single one: those right below it). Undefined for a node outside
   * the scope.
   */
  groupsBelow(
    nodeId: number | undefined,
    scope: ScopeIntervals,
  ):
    | { groups: StatisticsGroup[]; own: (StatisticsGroup & { devices: StatisticsDevice[] }) | undefined }
    | undefined
}
