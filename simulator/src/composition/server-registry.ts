import { ALL_SERVER_KINDS, type ServerFigure } from '@backlot/contract/servers/constants'
import type { PartState, ServerClient, ServerKind, ServerState } from '@backlot/contract/servers/entities'
import type { ServersPort } from '../areas/servers/ports.ts'
import type { Traffic } from '../calls/traffic.ts'
import type { ConnectedDevice } from '../gateways/connected-device.ts'

type Figures = Partial<Record<ServerFigure, number>>
type Shown = Omit<ServerState, 'type' | 'kind' | 'figures'> & { figures: Figures }

/** A part of the simulator as a server of the platform. Fields omitted by `state` are none, and it runs. */
export type ServerProbe = {
  state(): Partial<Shown>
  clients?(): ServerClient[]
  /** Traffic of its own sockets. */
  traffic?(): Traffic
}

export type PartProbe = () => Partial<Omit<PartState, 'part' | 'figures'> & { figures: Figures }>

/** Servers by kind, each added by its opener. */
export type ServerRegistry = ServersPort & {
  add(servers: Partial<Record<ServerKind, ServerProbe>>): void
  addPart(part: PartState['part'], probe: PartProbe): void
  /** A device's own connection to a gateway. */
  connection(sn: string): ConnectedDevice | undefined
  addConnections(connectionOf: (sn: string) => ConnectedDevice | undefined): void
}

export const SERVER_OFF: Shown = {
  state: 'off',
  address: '',
  connections: null,
  bytesIn: null,
  bytesOut: null,
  figures: {},
}
const ABSENT: Shown = { ...SERVER_OFF, state: 'notInstalled' }
const RUNNING: Shown = { ...SERVER_OFF, state: 'running' }

/** The state of the simulator's parts as that of the servers that a platform has; one that nobody added is not installed. */
export function createServerRegistry(): ServerRegistry {
  const servers = new Map<string, ServerProbe>()
  const parts = new Map<PartState['part'], PartProbe>()
  const connections: ((sn: string) => ConnectedDevice | undefined)[] = []
  return {
    add(added) {
      for (const [kind, probe] of Object.entries(added)) servers.set(kind, probe)
    },
    addPart: (part, probe) => void parts.set(part, probe),
    addConnections: (connectionOf) => void connections.push(connectionOf),
    servers: () =>
      ALL_SERVER_KINDS.map(({ type, kind }) => {
        const probe = servers.get(kind)
        return { type, kind, ...(probe ? { ...RUNNING, ...probe.state() } : ABSENT) }
      }),
    parts: () => [...parts].map(([part, probe]) => ({ part, ...RUNNING, ...probe() })),
    clientsOf: (kind) => servers.get(kind)?.clients?.() ?? [],
    traffic() {
      const total = { connections: 0, bytesIn: 0, bytesOut: 0 }
      for (const probe of servers.values()) {
        const { connections: open, bytesIn, bytesOut } = probe.traffic?.() ?? NO_TRAFFIC
        total.connections += open
        total.bytesIn += bytesIn
        total.bytesOut += bytesOut
      }
      return total
    },
    connection(sn) {
      for (const connectionOf of connections) {
        const found = connectionOf(sn)
        if (found) return found
      }
      return undefined
    },
  }
}

const NO_TRAFFIC: Traffic = { connections: 0, bytesIn: 0, bytesOut: 0 }
