/** The simulator's parts as servers of a platform. */
import type { ServerClient, ServerKind } from '@backlot/contract/servers/entities'
import { WIRE_NAMES, WIRES } from '@backlot/contract/wires/wires'
import type { Traffic } from '../calls/traffic.ts'
import type { Hub } from '../channel/create-hub.ts'
import type { Media } from '../media/create-media.ts'
import type { Store } from '../store/store.ts'
import type { Talk } from '../talk/create-talk.ts'
import { type PartProbe, SERVER_OFF, type ServerProbe, type ServerRegistry } from './server-registry.ts'
import type { Gb28181Slot } from './wires/gb28181/open-gb28181.ts'
import type { OpenGateway } from './wires/open-gateway.ts'
import type { GatewayRegistry } from './wires/open-gateways.ts'

type Servers = Partial<Record<ServerKind, ServerProbe>>

/** Adds what the database holds, work orders and versions of devices' software, and the database itself. */
export function addStoreServers(registry: ServerRegistry, store: Store, address: string): void {
  registry.add({
    workOrder: {
      state() {
        const counted = store.read
          .prepare('SELECT state, count(*) AS count FROM work_orders GROUP BY state')
          .all() as { state: number; count: number }[]
        const figures = { orders: sum(counted.map(({ count }) => count)) }
        return { address: `${address}/wos`, figures }
      },
    },
    upgrade: {
      state() {
        const { versions, runs } = store.read
          .prepare(
            'SELECT (SELECT count(*) FROM device_versions) AS versions, (SELECT count(*) FROM upgrade_runs) AS runs',
          )
          .get() as { versions: number; runs: number }
        return { address: `${address}/upgrade`, figures: { versions, runs } }
      },
    },
    gis: { state: () => ({ address: `${address}/map` }) },
    alarmCentre: { state: () => ({ address: `${address}/alarm` }) },
  })
  registry.addPart('database', () => {
    const trouble = store.trouble()
    return {
      state: trouble ? 'failed' : store.isAlive() ? 'running' : 'off',
      ...(trouble ? { trouble } : {}),
      figures: { waiting: store.queueDepth(), commits: store.version() },
    }
  })
  registry.addPart('push', () => {
    const deliveries = store.read
      .prepare('SELECT state, count(*) AS count FROM alarm_push_deliveries GROUP BY state')
      .all() as { state: string; count: number }[]
    return { figures: Object.fromEntries(deliveries.map(({ state, count }) => [state, count])) }
  })
}

/**
 * Streams: drawn ones, those published over RTMP, and their viewers. `rtmp`: rtmp://host:port, null while that is off.
 */
export function addMediaServers(
  registry: ServerRegistry,
  parts: {
    media: Pick<Media, 'stats' | 'ffmpeg'>
    listeners: { ports(): number[]; traffic(): Traffic }
    address: string
    rtmp: string | null
  },
): void {
  const { media, listeners, address, rtmp } = parts
  const publishedCount = () => media.stats().filter(({ source }) => source === 'published').length
  const clients = (): ServerClient[] =>
    media.stats().map(({ sn, chnId, streamType, state, viewers }) => ({
      remote: '',
      sinceTime: null,
      heardTime: null,
      name: `${sn} / ${chnId}`,
      what: `${streamType} · ${state} · ${viewers}`,
    }))
  const servers: Servers = {
    video: {
      clients,
      state() {
        const streams = media.stats()
        const live = streams.filter(({ state }) => state === 'live')
        const encoders = streams.filter(({ encoderPid }) => encoderPid !== undefined).length
        const framesEncoded = sum(streams.map((stream) => stream.framesEncoded))
        return {
          address: `${address}/live`,
          connections: live.length,
          figures: { streams: streams.length, live: live.length, encoders, framesEncoded },
        }
      },
    },
    media: {
      clients,
      traffic: listeners.traffic,
      state() {
        const streams = media.stats()
        const viewers = sum(streams.map((stream) => stream.viewers))
        return {
          address: `${address}/live`,
          connections: viewers,
          figures: {
            servers: 1 + listeners.ports().length,
            viewers,
            dropped: sum(streams.map((stream) => stream.dropped)),
            restarts: sum(streams.map(({ restarts }) => restarts)),
          },
        }
      },
    },
    videoBusiness: {
      state: () => ({
        address: `${address}/api`,
        figures: { live: media.stats().filter(({ state }) => state === 'live').length },
      }),
    },
    capture: {
      state: () => ({ address: `${address}/alarm/picture`, figures: { encoder: media.ffmpeg ? 1 : 0 } }),
    },
    videoAccess: {
      state: () =>
        rtmp === null ? SERVER_OFF : { address: rtmp.replace('rtmp://', ''), connections: publishedCount() },
    },
  }
  registry.add(servers)
  const rtmpPart: PartProbe = () =>
    rtmp === null ? SERVER_OFF : { address: rtmp.replace('rtmp://', ''), connections: publishedCount() }
  registry.addPart('rtmp', rtmpPart)
}

/** Whom consoles speak with: the web server, the real-time channel and talk. */
export function addConsoleServers(
  registry: ServerRegistry,
  parts: {
    address: string
    listener: { traffic(): Traffic }
    hub: Pick<Hub, 'clientCount'>
    talk: Pick<Talk, 'links'>
    /** How many sessions are open. */
    sessions(): number
  },
): void {
  const { address, listener, hub, talk } = parts
  const linksOf = (service: string) => talk.links().filter((link) => link.service === service)
  const talkServer = (service: 'intercom' | 'meeting' | 'ptt'): ServerProbe => ({
    state: () => ({ address: `${address}/talk`, connections: linksOf(service).length }),
    clients: () =>
      linksOf(service).map(({ caller }) => ({
        remote: '',
        sinceTime: null,
        heardTime: null,
        name: caller.loginName,
        what: service,
      })),
  })
  registry.add({
    // Its sockets carry the channel, talk and streams too.
    web: {
      traffic: listener.traffic,
      state() {
        const { connections, bytesIn, bytesOut } = listener.traffic()
        return { address, connections, bytesIn, bytesOut, figures: { sessions: parts.sessions() } }
      },
    },
    silkroad: { state: () => ({ address: `${address}/realtime`, connections: hub.clientCount() }) },
    intercom: talkServer('intercom'),
    meeting: talkServer('meeting'),
    audioMeeting: { state: talkServer('meeting').state },
    smart: { state: talkServer('ptt').state },
  })
}

/** The gateways of devices; one that is off shows so. */
export function addGatewayServers(registry: ServerRegistry, gateways: GatewayRegistry): void {
  for (const wire of WIRE_NAMES) {
    const gateway = gateways.of(wire)
    registry.add({
      [WIRES[wire].server.kind]: gateway ? gatewayServer(gateway) : { state: () => SERVER_OFF },
    })
    if (gateway) registry.addConnections(gateway.connection)
  }
}

/** The 28181 server: its devices, and what went wrong. */
export function addGb28181Server(registry: ServerRegistry, slot: Pick<Gb28181Slot, 'open'>): void {
  const gateway = slot.open
  if (!gateway) {
    registry.add({ gbt: { state: () => SERVER_OFF }, gb: { state: () => SERVER_OFF } })
    return
  }
  const { address, counters, devices, stats, streams } = gateway
  const traffic = () => {
    const { connections, bytesIn, bytesOut } = stats()
    return { connections, bytesIn, bytesOut }
  }
  const state = () => ({
    address,
    ...traffic(),
    connections: devices().length,
    figures: {
      streams: streams(),
      registered: counters.registered,
      registrationsRefused: counters.registrationsRefused,
      lost: counters.lost,
      invites: counters.invites,
      invitesFailed: counters.invitesFailed,
      problems: counters.badMessages + stats().broken,
    },
  })
  registry.add({
    gbt: {
      clients: () =>
        devices().map(({ sn, remote, sinceMs, heardMs }) => {
          const { maker, model, firmware } = gateway.find(sn) ?? {}
          const fault = gateway.fault(sn)
          return {
            name: sn,
            remote,
            sinceTime: Math.floor(sinceMs / 1000),
            heardTime: Math.floor(heardMs / 1000),
            what: ['GB/T 28181', maker, model, firmware].filter(Boolean).join(' · '),
            ...(fault && {
              lastFault: { time: Math.floor(fault.atMs / 1000), code: fault.code, detail: fault.detail },
            }),
          }
        }),
      traffic,
      state,
    },
    gb: { state },
  })
  registry.addConnections(gateway.device)
}

function gatewayServer({ address, connections, counters, clients }: OpenGateway): ServerProbe {
  const traffic = () => ({
    connections: connections(),
    bytesIn: counters.bytesIn,
    bytesOut: counters.bytesOut,
  })
  return {
    clients: () =>
      clients().map(({ sn, remote, sinceMs, heardMs, standard }) => ({
        name: sn,
        remote,
        sinceTime: Math.floor(sinceMs / 1000),
        heardTime: Math.floor(heardMs / 1000),
        what: standard,
      })),
    traffic,
    state: () => ({
      address,
      ...traffic(),
      figures: {
        accepted: counters.accepted,
        requests: counters.requests,
        requestsFailed: counters.requestsFailed,
        cuts: sum([...counters.cuts.values()]),
        problems: sum([...counters.problems.values()]),
      },
    }),
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
