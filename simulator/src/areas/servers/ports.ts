import type { PartState, ServerClient, ServerState } from '@backlot/contract/servers/entities'

/** The platform's parts as they are. */
export type ServersPort = {
  servers(): ServerState[]
  parts(): PartState[]
  clientsOf(kind: ServerState['kind']): ServerClient[]
  /** Sockets at the doors, and all that went through them since the start. */
  traffic(): { connections: number; bytesIn: number; bytesOut: number }
}

/** The process and the machine. */
export type ProcessPort = {
  cpuSeconds(): number
  memoryBytes(): number
  systemMemory(): { totalBytes: number; freeBytes: number }
  cores(): number
  disk(): Promise<{ totalBytes: number; freeBytes: number }>
}

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
