import type { ScopeIntervals } from '../../fleet/scope.ts'
import type { Named } from '../../kernel/language.ts'

export type PlanChannel = { device: Named; channel: Named; online: boolean }

/** Video channels as a scope shows them. */
export type PlanChannelsPort = {
  /** Undefined for what is no video channel, and for what lies outside the scope. */
  videoChannel(sn: string, chnId: number, scope: ScopeIntervals): PlanChannel | undefined
}
