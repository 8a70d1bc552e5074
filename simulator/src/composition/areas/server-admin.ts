import { FIRST_MEDIA_SERVER } from '@backlot/contract/media-config/constants'
import { firstServerName } from '../../areas/media-config/first-server-name.ts'
import { createMediaConfigArea } from '../../areas/media-config/media-config-area.ts'
import { createFastConfigRepository } from '../../areas/servers/fast-config-repository.ts'
import { fastConfigRoutes } from '../../areas/servers/fast-config-routes.ts'
import { createServersArea } from '../../areas/servers/servers-area.ts'
import { createTemplatesArea } from '../../areas/templates/templates-area.ts'
import { createUpgradesArea } from '../../areas/upgrades/upgrades-area.ts'
import { createStatesPort } from '../adapters/device-state-ports.ts'
import { createUpgradeDevices } from '../adapters/upgrade-ports.ts'
import type { AreasDeps } from './areas-deps.ts'
import { createMediaServers } from './media-servers.ts'

/** The administration of servers: their states and addresses, the media server's record, templates, versions. */
export function createServerAdmin(deps: AreasDeps) {
  const { store, servers: parts, media, fleet } = deps
  const { view } = deps.records
  const { platform: clock, host } = deps.clocks
  const mediaConfig = createMediaConfigArea({
    store,
    log: deps.log,
    clock,
    listeners: media.listeners,
    groups: { nameOf: (groupId) => view.group(groupId)?.name, inScope: view.inScope },
    own() {
      const { connections, bytesIn, bytesOut } = parts.registry.servers().find(({ kind }) => kind === 'web')!
      const traffic = { connections: connections ?? 0, bytesIn: bytesIn ?? 0, bytesOut: bytesOut ?? 0 }
      return { port: media.address.address().port, ...traffic }
    },
  })
  const templates = createTemplatesArea({
    store,
    clock,
    devices: view,
    mediaServers: (language) => [
      {
        id: FIRST_MEDIA_SERVER,
        name: firstServerName(mediaConfig.repository.configAt(Math.floor(clock.now())), language),
      },
      ...mediaConfig.servers.servers().map(({ id, name }) => ({ id, name })),
    ],
  })
  const mediaServers = createMediaServers({
    view,
    clock,
    first: mediaConfig.repository,
    servers: mediaConfig.servers,
    keeper: mediaConfig.keeper,
    platform: media.address,
    templateOf: (sn) => templates.repository.mediaServersOf(sn, Math.floor(clock.now())),
  })
  const upgrades = createUpgradesArea({
    store,
    clock,
    devices: createUpgradeDevices(view, fleet.directory, fleet.commands, clock),
    folder: deps.files.versions,
  })
  const addresses = createFastConfigRepository(store)
  const fastConfig = fastConfigRoutes({
    repository: addresses,
    process: parts.process,
    servers: parts.registry,
    nowMs: () => Math.floor(clock.now()),
    async set(wish) {
      const { publicIp, localIp, ports, servers } = wish.config
      // One server of another kind leaves the media server's record alone.
      if (wish.kind !== undefined && wish.kind !== 'media') {
        await store.write('serverAdmin.setFastConfig', wish)
        return
      }
      const own = servers.media
      const known = mediaConfig.repository.configAt(wish.atMs)
      const configJson = { ...known.configJson, wsPort: own?.port || ports.media, wssPort: ports.mediaTls }
      const media = {
        ...known,
        addr1: own?.publicIp || publicIp,
        localAddr: own?.localIp || localIp,
        configJson,
      }
      await store.write('serverAdmin.setFastConfig', { ...wish, media })
    },
  })
  const servers = createServersArea({
    addresses,
    store,
    log: deps.log,
    host,
    process: parts.process,
    servers: parts.registry,
    devicesOnline: () => view.counts(0).online,
    states: createStatesPort(
      view,
      fleet.directory,
      () => clock.now(),
      (sn) => parts.registry.connection(sn),
    ),
    version: deps.version,
  })
  return {
    routes: [
      ...mediaConfig.routes,
      ...templates.routes,
      ...servers.routes,
      ...fastConfig,
      ...upgrades.routes,
    ],
    config: mediaConfig.repository,
    addresses,
    mediaServers,
    openMediaServers: mediaConfig.keeper.openAll,
    templates: templates.repository,
    /** Versions that were uploaded, oldest first. */
    versions: upgrades.versions,
    close: servers.close,
  }
}

export type ServerAdmin = ReturnType<typeof createServerAdmin>
