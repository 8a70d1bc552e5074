import type { ServerKind } from '@backlot/contract/servers/entities'
import { fastConfigFault, serverAddressFault } from '@backlot/contract/servers/fast-config'
import {
  fastConfig,
  updateFastConfig,
  updateServerAddress,
} from '@backlot/contract/servers/fast-config-calls'
import { type Route, route } from '../../calls/route.ts'
import type { MessageKey } from '../../kernel/messages.ts'
import { refusal } from '../../kernel/refusal.ts'
import { type Actor, actorOf } from '../shared/audit.ts'
import type { FastConfigRepository } from './fast-config-repository.ts'
import type { FastConfigWish, ProcessPort, ServersPort } from './ports.ts'
import { maySee } from './servers-area.ts'

const FAULTS = {
  form: 'addressForm',
  noHost: 'addressNoHost',
  notPrivate: 'addressNotPrivate',
  notPublic: 'addressNotPublic',
  port: 'portTaken',
} as const satisfies Record<string, MessageKey>

/** Advertised addresses of all servers, set at once. */
export function fastConfigRoutes(deps: {
  repository: FastConfigRepository
  process: Pick<ProcessPort, 'addresses'>
  servers: Pick<ServersPort, 'servers'>
  nowMs(): number
  /** Sets them for every server in one transaction. */
  set(wish: FastConfigWish & { kind?: ServerKind; atMs: number; actor: Actor }): Promise<void>
}): Route[] {
  const get = route(fastConfig, () => ({
    ...deps.repository.current(),
    machineAddresses: deps.process.addresses(),
    servers: deps.servers.servers().map(({ type, kind, state, address }) => ({ type, kind, state, address })),
  }))

  const update = route(updateFastConfig, async ({ body }, context) => {
    const { version, ...all } = body
    const config = { ...all, servers: {} }
    const wrong = fastConfigFault(config)
    if (wrong) throw refusal('invalid', FAULTS[wrong.fault], {}, wrong.field)
    const atMs = deps.nowMs()
    await deps.set({ config, version, atMs, actor: actorOf(context, atMs) })
    return {}
  })

  const updateOne = route(updateServerAddress, async ({ body }, context) => {
    const { type, version, ...address } = body
    const server = deps.servers.servers().find((one) => one.type === type)
    if (!server) throw refusal('notFound', 'serverNotFound', {}, 'type')
    const { kind } = server
    if (!maySee(context.caller, kind)) throw refusal('notPermitted', 'notPermitted')
    if (server.state === 'notInstalled' || server.address === '') {
      throw refusal('conflict', 'serverNotInstalled', {}, 'type')
    }
    const { config } = deps.repository.current()
    const wrong = serverAddressFault(kind, address, config)
    if (wrong) throw refusal('invalid', FAULTS[wrong.fault], {}, wrong.field)
    const atMs = deps.nowMs()
    const { [kind]: _, ...others } = config.servers
    const isSet = address.publicIp !== '' || address.localIp !== '' || address.port !== 0
    const servers = isSet ? { ...others, [kind]: address } : others
    const actor = actorOf(context, atMs)
    await deps.set({ config: { ...config, servers }, version, kind, atMs, actor })
    return {}
  })

  return [get, update, updateOne]
}
