import { ALL_SERVER_KINDS } from '@backlot/contract/servers/constants'
import type { PartState, ServerClient, ServerKind, ServerState } from '@backlot/contract/servers/entities'
import type { ServersPort } from '../areas/servers/ports.ts'
import type { Hub } from '../channel/create-hub.ts'
import type { ConnectedDevice } from '../gateways/connected-device.ts'
import type { ConnectionCounters } from '../gateways/connection-counters.ts'
import type { HttpListener } from '../http/create-http-listener.ts'
import type { Traffic } from '../http/socket-traffic.ts'
import type { Media } from '../media/create-media.ts'
import type { Store } from '../store/store.ts'
import type { Talk } from '../talk/create-talk.ts'
import type { MediaListeners } from './media-listeners.ts'
import type { Gateways } from './open-gateways.ts'

type Shown = Omit<ServerState, 'type' | 'kind'>

/** Parts that are there from some moment on; until then they are off. */
export type StatusParts = {
  store: Store
  listener: Pick<HttpListener, 'traffic'>
  address: string
  media: Pick<Media, 'stats' | 'rtmpPort' | 'ffmpeg'>
  mediaListeners: Pick<MediaListeners, 'ports' | 'traffic'>
  hub: Pick<Hub, 'clientCount'>
  talk: Pick<Talk, 'links'>
  gateways: Gateways
  rtmp: string | null
  sessions(): number
}

const OFF: Shown = {
  state: 'off',
  address: '',
  connections: null,
  bytesIn: null,
  bytesOut: null,
  figures: {},
}
const ABSENT: Shown = { ...OFF, state: 'notInstalled' }

/** The state of the simulator's real parts as that of the servers that they are to a platform. */
export function createServerStatus(): ServersPort & {
  opened(parts: StatusParts): void
  /** A device's own connection to a gateway. */
  connection(sn: string): ConnectedDevice | undefined
} {
  let parts: StatusParts | undefined
  return {
    opened(given) {
      parts = given
    },
    servers: () =>
      ALL_SERVER_KINDS.map(({ type, kind }) => ({ type, kind, ...(parts ? stateOf(kind, parts) : OFF) })),
    parts: () => (parts ? partsOf(parts) : []),
    clientsOf: (kind) => (parts ? clientsOf(kind, parts) : []),
    traffic: () => (parts ? trafficOf(parts) : { connections: 0, bytesIn: 0, bytesOut: 0 }),
    connection(sn) {
      const { hj212, jt808 } = parts?.gateways ?? {}
      return (
        jt808?.terminal(sn) ?? (hj212?.isHere(sn) ? hj212.stations().find((one) => one.sn === sn) : undefined)
      )
    },
  }
}

function stateOf(kind: ServerKind, parts: StatusParts): Shown {
  const { address, hub, media, gateways, store } = parts
  const running = (shown: Partial<Shown>): Shown => ({ ...OFF, state: 'running', address, ...shown })
  switch (kind) {
    case 'web': {
      const { connections, bytesIn, bytesOut } = parts.listener.traffic()
      return running({ connections, bytesIn, bytesOut, figures: { sessions: parts.sessions() } })
    }
    case 'video': {
      const streams = media.stats()
      const live = streams.filter(({ state }) => state === 'live')
      const framesEncoded = sum(streams.map((stream) => stream.framesEncoded))
      return running({
        address: `${address}/live`,
        connections: live.length,
        figures: { streams: streams.length, live: live.length, encoders: encodersOf(streams), framesEncoded },
      })
    }
    case 'media': {
      const streams = media.stats()
      const viewers = sum(streams.map((stream) => stream.viewers))
      const dropped = sum(streams.map((stream) => stream.dropped))
      return running({
        address: `${address}/live`,
        connections: viewers,
        figures: {
          servers: 1 + parts.mediaListeners.ports().length,
          viewers,
          dropped,
          restarts: sum(streams.map(({ restarts }) => restarts)),
        },
      })
    }
    case 'sensor':
      return gatewayState(gateways.hj212, gateways.hj212Address)
    case 'jt808':
      return gatewayState(gateways.jt808, gateways.jt808Address)
    case 'silkroad':
      return running({ address: `${address}/realtime`, connections: hub.clientCount() })
    case 'intercom':
      return talkState('intercom', parts)
    case 'meeting':
      return talkState('meeting', parts)
    case 'videoBusiness': {
      const live = media.stats().filter(({ state }) => state === 'live').length
      return running({ address: `${address}/api`, figures: { live } })
    }
    case 'videoAccess': {
      if (parts.rtmp === null) return OFF
      const published = media.stats().filter(({ source }) => source === 'published').length
      return running({ address: parts.rtmp.replace('rtmp://', ''), connections: published })
    }
    case 'smart':
      return talkState('ptt', parts)
    case 'gis':
      return running({ address: `${address}/map` })
    case 'alarmCentre':
      return running({ address: `${address}/alarm` })
    case 'audioMeeting':
      return talkState('meeting', parts)
    case 'workOrder': {
      const counted = store.read
        .prepare('SELECT state, count(*) AS count FROM work_orders GROUP BY state')
        .all() as { state: number; count: number }[]
      const figures = { orders: sum(counted.map(({ count }) => count)) }
      return running({ address: `${address}/wos`, figures })
    }
    case 'capture':
      return running({ address: `${address}/alarm/picture`, figures: { encoder: media.ffmpeg ? 1 : 0 } })
    case 'upgrade': {
      const { versions, runs } = store.read
        .prepare(
          'SELECT (SELECT count(*) FROM device_versions) AS versions, (SELECT count(*) FROM upgrade_runs) AS runs',
        )
        .get() as { versions: number; runs: number }
      return running({ address: `${address}/upgrade`, figures: { versions, runs } })
    }
    default:
      return ABSENT
  }
}

type Gateway = {
  connections(): number
  counters: ConnectionCounters<string> & { problems: ReadonlyMap<string, number> }
}

function gatewayState(gateway: Gateway | undefined, address: string | null): Shown {
  if (!gateway) return OFF
  const { accepted, bytesIn, bytesOut, requests, requestsFailed, cuts, problems } = gateway.counters
  return {
    state: 'running',
    address: address ?? '',
    connections: gateway.connections(),
    bytesIn,
    bytesOut,
    figures: {
      accepted,
      requests,
      requestsFailed,
      cuts: sum([...cuts.values()]),
      problems: sum([...problems.values()]),
    },
  }
}

function talkState(service: 'intercom' | 'meeting' | 'ptt', { talk, address }: StatusParts): Shown {
  const links = talk.links().filter((link) => link.service === service)
  return { ...OFF, state: 'running', address: `${address}/talk`, connections: links.length }
}

function partsOf({ store, media, rtmp }: StatusParts): PartState[] {
  const deliveries = store.read
    .prepare('SELECT state, count(*) AS count FROM alarm_push_deliveries GROUP BY state')
    .all() as { state: string; count: number }[]
  const trouble = store.trouble()
  const published = media.stats().filter(({ source }) => source === 'published').length
  return [
    {
      part: 'database',
      ...OFF,
      state: trouble ? 'failed' : store.isAlive() ? 'running' : 'off',
      ...(trouble ? { trouble } : {}),
      figures: { waiting: store.queueDepth(), commits: store.version() },
    },
    {
      part: 'push',
      ...OFF,
      state: 'running',
      figures: Object.fromEntries(deliveries.map(({ state, count }) => [state, count])),
    },
    rtmp === null
      ? { part: 'rtmp', ...OFF }
      : {
          part: 'rtmp',
          ...OFF,
          state: 'running',
          address: rtmp.replace('rtmp://', ''),
          connections: published,
        },
  ]
}

function clientsOf(kind: ServerKind, { media, talk, gateways }: StatusParts): ServerClient[] {
  const bare = { remote: '', sinceTime: null, heardTime: null }
  switch (kind) {
    case 'sensor':
      return (gateways.hj212?.stations() ?? []).map((one) => connected(one, `HJ 212-${one.version}`))
    case 'jt808':
      return (gateways.jt808?.terminals() ?? []).map((one) => connected(one, 'JT/T 808'))
    case 'intercom':
    case 'meeting':
      return talk
        .links()
        .filter(({ service }) => service === kind)
        .map(({ service, caller }) => ({ ...bare, name: caller.loginName, what: service }))
    case 'video':
    case 'media':
      return media.stats().map(({ sn, chnId, streamType, state, viewers }) => ({
        ...bare,
        name: `${sn} / ${chnId}`,
        what: `${streamType} · ${state} · ${viewers}`,
      }))
    default:
      return []
  }
}

function connected({ sn, remote, sinceMs, heardMs }: ConnectedDevice, what: string): ServerClient {
  return {
    name: sn,
    remote,
    sinceTime: Math.floor(sinceMs / 1000),
    heardTime: Math.floor(heardMs / 1000),
    what,
  }
}

/** The web server's sockets carry the channel, talk and streams too. */
function trafficOf({ listener, mediaListeners, gateways }: StatusParts): Traffic {
  const web = listener.traffic()
  const media = mediaListeners.traffic()
  const open = [gateways.hj212, gateways.jt808].filter((gateway) => gateway !== undefined)
  const counters = open.map((gateway) => gateway.counters)
  return {
    connections: web.connections + media.connections + sum(open.map((gateway) => gateway.connections())),
    bytesIn: web.bytesIn + media.bytesIn + sum(counters.map(({ bytesIn }) => bytesIn)),
    bytesOut: web.bytesOut + media.bytesOut + sum(counters.map(({ bytesOut }) => bytesOut)),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const encodersOf = (streams: readonly { encoderPid?: number }[]) =>
  streams.filter(({ encoderPid }) => encoderPid !== undefined).length
