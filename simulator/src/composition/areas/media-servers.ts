import type { IncomingMessage } from 'node:http'
import { FIRST_MEDIA_SERVER } from '@backlot/contract/media-config/constants'
import type { MediaServerInfo } from '@backlot/contract/media-config/entities'
import { mediaAddress, mediaUrl } from '@backlot/contract/media-config/media-address'
import type { MediaRecordPort } from '../../areas/live-video/ports.ts'
import type { MediaConfigRepository } from '../../areas/media-config/media-config-repository.ts'
import type { ServerKeeper } from '../../areas/media-config/server-keeper.ts'
import type { ServerRepository } from '../../areas/media-config/server-repository.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import type { DirectoryView } from '../adapters/directory-view.ts'

/** Where the platform listens. */
export type PlatformAddressPort = { address(): { host: string; port: number } }

/** The media server of each device: that of its group, or of the nearest group above that is bound, else the first one. */
export type MediaServers = MediaRecordPort & {
  /** Whether the media server of a device can be reached: it is switched on, and its port is open. */
  isThere(sn: string): boolean
  /** Whether one of the servers that a template binds the device to still exists; true without a template. */
  isBound(sn: string): boolean
}

type Page = { host: string; port: number; secure: boolean }
/** A record with the port that its server listens on. */
type Listening = { info: MediaServerInfo; port: number }

export function createMediaServers(deps: {
  view: Pick<DirectoryView, 'device' | 'group'>
  clock: Pick<PlatformClock, 'now'>
  first: MediaConfigRepository
  servers: ServerRepository
  keeper: Pick<ServerKeeper, 'listener'>
  platform: PlatformAddressPort
  /** Servers that a device is bound to by its template; undefined without one. */
  templateOf(sn: string): readonly number[] | undefined
}): MediaServers {
  const { view, servers, keeper } = deps

  const exists = (id: number) => id === FIRST_MEDIA_SERVER || servers.find(id) !== undefined
  const isOn = (id: number) => id === FIRST_MEDIA_SERVER || keeper.listener(id) !== undefined
  /** That of the group, where the template has it; else the first of the template's that is on. */
  const serverIdOf = (sn: string): number => {
    const own = groupServerOf(sn)
    const bound = deps.templateOf(sn)?.filter(exists)
    if (!bound || bound.length === 0 || bound.includes(own)) return own
    return bound.find(isOn) ?? bound[0]!
  }
  const groupServerOf = (sn: string): number => {
    let groupId = view.device(sn)?.groupId
    while (groupId) {
      const bound = servers.boundTo(groupId)
      if (bound !== undefined) return bound
      groupId = view.group(groupId)?.parentId
    }
    return FIRST_MEDIA_SERVER
  }
  const furtherOf = (sn: string) => servers.find(serverIdOf(sn))
  /** Undefined: the first one, which also serves streams started on one that has closed since. */
  const listeningOf = (sn: string): Listening | undefined => {
    const record = furtherOf(sn)
    const listener = record && keeper.listener(record.id)
    return listener && { info: record, port: listener.port }
  }

  return {
    isBound: (sn) => deps.templateOf(sn)?.some(exists) ?? true,
    isThere(sn) {
      const record = furtherOf(sn)
      return record === undefined || keeper.listener(record.id) !== undefined
    },
    infoOf(sn) {
      const { host, port } = deps.platform.address()
      return told(listeningOf(sn) ?? { info: deps.first.configAt(deps.clock.now()), port }, host)
    },
    addressOf(request, sn, path) {
      const page = pageOf(request)
      const further = listeningOf(sn)
      if (further) return furtherAddress(further, page, path)
      const { port } = deps.platform.address()
      return firstAddress({ info: deps.first.configAt(deps.clock.now()), port }, page, path)
    },
  }
}

/** A record as it is shown: with its listening port, and the platform's host when it has no address. */
function told({ info, port }: Listening, host: string): MediaServerInfo {
  const { addr1, addr2, addr3, localAddr, loginName, password } = info
  const isBare = [addr1, addr2, addr3, localAddr].every((address) => address === '')
  return {
    addr1: isBare ? host : addr1,
    addr2,
    addr3,
    localAddr: isBare ? host : localAddr,
    loginName,
    password,
    configJson: withPorts(info, port),
  }
}

const withPorts = ({ configJson }: MediaServerInfo, port: number) => ({
  ...configJson,
  wsPort: configJson.wsPort || port,
  wssPort: configJson.wssPort || port,
})

/** A path while the first server is the platform that the page came from. */
function firstAddress({ info, port }: Listening, page: Page, path: string) {
  const server = { ...info, configJson: withPorts(info, port) }
  const address = mediaAddress(server, page.host)
  const isSame = address === page.host && server.configJson[page.secure ? 'wssPort' : 'wsPort'] === page.port
  return address === '' || isSame ? { url: path, httpUrl: path } : absolute(server, page, path)
}

/**
 * Without an address of its own a further server is where the page came from, at its own port. That port speaks no TLS:
 * a page over TLS, which may not read from it, is sent to the WSS port of whatever does so in front of it, and to the
 * platform's own path while there is none.
 */
function furtherAddress({ info, port }: Listening, page: Page, path: string) {
  if (page.secure && info.configJson.wssPort === 0) return { url: path, httpUrl: path }
  const server = { ...info, configJson: withPorts(info, port) }
  return absolute(
    mediaAddress(server, page.host) === '' ? { ...server, addr1: page.host } : server,
    page,
    path,
  )
}

const absolute = (server: MediaServerInfo, page: Page, path: string) => ({
  url: mediaUrl(server, page, 'ws', path),
  httpUrl: mediaUrl(server, page, 'http', path),
})

/** The page that a request came from, as its browser names it: reads of the own origin name it as referrer only. */
function pageOf(request: IncomingMessage): Page {
  const { origin, referer, host } = request.headers
  const secure = 'encrypted' in request.socket || (origin ?? referer)?.startsWith('https:') === true
  const written = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(host ?? '')
  return {
    host: (written?.[1] ?? '').replaceAll(/[[\]]/g, ''),
    port: Number(written?.[2] ?? (secure ? 443 : 80)),
    secure,
  }
}
