import {
  listDeviceStates,
  listServers,
  SERVICE_HISTORY_HOURS,
  serverDetail,
  serviceHistory,
  serviceState,
} from '@backlot/contract/servers/calls'
import { SERVER_KINDS } from '@backlot/contract/servers/constants'
import type { ServerKind, ServiceHistory } from '@backlot/contract/servers/entities'
import { toldAddresses } from '@backlot/contract/servers/fast-config'
import { HOUR_MS } from '@backlot/contract/time'
import { gte, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Caller, type Route, route } from '../../calls/route.ts'
import type { HostClock } from '../../kernel/clock.ts'
import { languageOf } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import { createStateFinder, type StatesPort } from './device-states.ts'
import type { FastConfigRepository } from './fast-config-repository.ts'
import type { ProcessPort, ServersPort, ServiceSample } from './ports.ts'
import { createServiceSampler, together } from './service-sampler.ts'
import { serviceSamples } from './tables.ts'

const CLIENTS_MAX = 500
/** Points of a drawn line at most. */
const POINTS_MAX = 240
const KEPT_MS = SERVICE_HISTORY_HOURS * HOUR_MS

/** Servers and service: the platform's parts as they are, and how the program did. */
export function createServersArea(deps: {
  store: Store
  log: Logger
  host: HostClock
  process: ProcessPort
  servers: ServersPort
  states: StatesPort
  /** A counter, not a walk. */
  devicesOnline(): number
  version: string
  /** Stored addresses of the servers. */
  addresses: FastConfigRepository
}): { routes: Route[]; close(): void } {
  const { store, host, process, servers } = deps
  const startedMs = host.now()
  const sampler = createServiceSampler({
    ...deps,
    completeMs: KEPT_MS,
  })
  const kept = queryBuilder(store.read)
    .select()
    .from(serviceSamples)
    .where(gte(serviceSamples.atMs, sql.placeholder('fromMs')))
    .orderBy(serviceSamples.atMs)
    .prepare()

  const told = () => {
    const { config } = deps.addresses.current()
    return servers.servers().map((server) => {
      const own = config.servers[server.kind]
      const addresses = toldAddresses(server.kind, server.address, config)
      return { ...server, ...addresses, ...(own && { own }) }
    })
  }

  const list = route(listServers, () => ({ list: told(), addressVersion: deps.addresses.current().version }))

  const detail = route(serverDetail, ({ query }, { caller }) => {
    const server = told().find(({ type }) => type === query.type)
    if (!server) throw refusal('notFound', 'serverNotFound', {}, 'type')
    if (!maySee(caller, server.kind)) throw refusal('notPermitted', 'notPermitted')
    const clients = servers.clientsOf(server.kind)
    const addressVersion = deps.addresses.current().version
    return {
      server,
      clients: clients.slice(0, CLIENTS_MAX),
      clientsTotal: clients.length,
      addressVersion,
    }
  })

  const state = route(serviceState, async () => {
    const disk = await process.disk()
    const memory = process.systemMemory()
    return {
      time: Math.floor(host.now() / 1000),
      version: deps.version,
      startTime: Math.floor(startedMs / 1000),
      cpuPercent: sampler.cpuPercent(),
      cores: process.cores(),
      memoryBytes: process.memoryBytes(),
      systemMemoryBytes: memory.totalBytes,
      systemFreeBytes: memory.freeBytes,
      diskTotalBytes: disk.totalBytes,
      diskFreeBytes: disk.freeBytes,
      servers: told(),
      parts: servers.parts(),
    }
  })

  const history = route(serviceHistory, ({ query: { hours } }) => {
    if (hours === 1) return columnsOf(sampler.fine(), 10)
    const minutes = kept.all({ fromMs: host.now() - hours * HOUR_MS })
    const each = Math.max(1, Math.ceil((hours * 60) / POINTS_MAX))
    const points: ServiceSample[] = []
    for (let at = 0; at < minutes.length; at += each) points.push(together(minutes.slice(at, at + each)))
    return columnsOf(points, each * 60)
  })

  const findStates = createStateFinder(deps.states)
  const states = route(listDeviceStates, ({ query }, { caller, request }) =>
    findStates(query, caller.scope, languageOf(request.headers)),
  )

  return { routes: [list, detail, state, history, states], close: sampler.close }
}

/** Whether an account has the page of a server; those without a page are seen with the server info. */
export function maySee({ permission }: Pick<Caller, 'permission'>, kind: ServerKind): boolean {
  const known = SERVER_KINDS.find((one) => one.kind === kind)
  return permission.has(known ? `/serverManange/mgt/${known.page}` : '/serverManange/serverInfo')
}

function columnsOf(samples: readonly ServiceSample[], stepSeconds: number): ServiceHistory {
  const column = (key: keyof ServiceSample) => samples.map((sample) => Math.round(sample[key] * 10) / 10)
  const perSecond = (key: 'bytesIn' | 'bytesOut') =>
    samples.map((sample) => Math.round((sample[key] / stepSeconds) * 10) / 10)
  return {
    stepSeconds,
    time: samples.map(({ atMs }) => Math.floor(atMs / 1000)),
    cpuPercent: column('cpuPercent'),
    memoryBytes: column('memoryBytes'),
    connections: column('connections'),
    bytesInPerSecond: perSecond('bytesIn'),
    bytesOutPerSecond: perSecond('bytesOut'),
    devicesOnline: column('devicesOnline'),
  }
}
