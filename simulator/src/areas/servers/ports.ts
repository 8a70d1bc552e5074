import type { PartState, ServerClient, ServerState } from '@backlot/contract/servers/entities'
import type { KnownAddresses } from '@backlot/contract/servers/fast-config'

/** The platform's parts as they are. */
export type ServersPort = {
  servers(): ServerState[]
  parts(): PartState[]
  clientsOf(kind: ServerState['kind']): ServerClient[]
  /** Sockets at the listeners, and all that went through them since the start. */
  traffic(): { connections: number; bytesIn: number; bytesOut: number }
}

/** The process and the machine. */
export type ProcessPort = {
  cpuSeconds(): number
  memoryBytes(): number
  systemMemory(): { totalBytes: number; freeBytes: number }
  cores(): number
  /** IPv4 addresses of the machine under which others can reach it. */
  addresses(): string[]
  disk(): Promise<{ totalBytes: number; freeBytes: number }>
}

/** Advertised addresses to set, based on a version. Plain data. */
export type FastConfigWish = { config: KnownAddresses; version: number }

/** A span of time that was measured; `atMs` is its end by the host's clock. */
export type ServiceSample = {
  atMs: number
  cpuPercent: number
  memoryBytes: number
  connections: number
  bytesIn: number
  bytesOut: number
  devicesOnline: number
}
