import type { ScopeIntervals } from '../../calls/scope.ts'
import type { Named } from '../../kernel/language.ts'

/** Traffic of a port since it was opened. */
export type PortTraffic = { connections: number; bytesIn: number; bytesOut: number }

/** A port that is open for viewers. Closing it cuts who is connected. */
export type MediaListener = { port: number; traffic(): PortTraffic; close(): Promise<void> }

/** Opens ports on which all streams can be read, as on the platform's own. Port 0: a free one. */
export type MediaListenersPort = {
  open(
    port: number,
  ): Promise<{ ok: true; listener: MediaListener } | { ok: false; reason: 'taken' | 'notAllowed' }>
}

/** The port of the platform, on which the first media server is. */
export type OwnPortPort = () => PortTraffic & { port: number }

/** Groups of the device tree. */
export type MediaGroupsPort = {
  nameOf(groupId: number): Named | undefined
  inScope(groupId: number, scope: ScopeIntervals): boolean
}
