import { networkInterfaces } from 'node:os'
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import type { Logger } from 'pino'
import type { CommandLog } from '../../../fleet/command-log.ts'
import type { Directory } from '../../../fleet/directory.ts'
import { createGb28181Gateway, type GbGateway } from '../../../gateways/gb28181/create-gb28181-gateway.ts'
import type { GbRecords } from '../../../gateways/gb28181/gateway-context.ts'
import type { DeviceIngest } from '../../../gateways/ingest.ts'
import type { HostClock, PlatformClock } from '../../../kernel/clock.ts'
import type { Disposal } from '../../../kernel/disposal.ts'
import type { Publisher } from '../../../kernel/publisher.ts'
import { hostInUrl, reachableHost } from '../../../kernel/reachable-host.ts'
import { StartError } from '../../../kernel/start-error.ts'
import type { MediaDeps } from '../../../media/create-media.ts'
import { createPortPool } from '../../../media/ps/port-pool.ts'
import { createPulledSource } from '../../../media/pulled-source.ts'
import { openSipNet, SipPortError } from '../../../sip/open-sip-net.ts'
import type { SocketTap } from '../../../sockets/socket-tap.ts'
import type { Store } from '../../../store/store.ts'
import type { RemoteVoice } from '../../../talk/remote-voice.ts'
import type { Config } from '../../config.ts'
import type { ExternalRecorder } from '../../media/external-recordings.ts'
import { gbRecorder } from './gb-recorder.ts'
import { createGbRecords } from './gb-records.ts'
import { createGbVoices } from './gb-voices.ts'

export type OpenGb28181 = GbGateway & {
  port: number
  /** host:port, of UDP and TCP. */
  address: string
  find: GbRecords['find']
}

/** The gateway once it listens, and pictures and recordings of its devices for media, which opens before it. */
export type Gb28181Slot = {
  open: OpenGb28181 | undefined
  external: NonNullable<MediaDeps['external']>
  recorder: ExternalRecorder
  /** The loudspeaker of one of its devices. */
  voice(sn: string): RemoteVoice | undefined
}

export function createGb28181Slot(host: HostClock): Gb28181Slot {
  const hasPictures = (sn: string, chnId: number): boolean =>
    slot.open?.find(sn)?.channels.some((channel) => channel.chnId === chnId && channel.type === 'video') ===
    true
  const slot: Gb28181Slot = {
    open: undefined,
    recorder: gbRecorder(() => slot.open, hasPictures),
    voice: createGbVoices(() => slot.open),
    external(name) {
      const gateway = slot.open
      if (!gateway || !hasPictures(name.sn, name.chnId)) return undefined
      return (_timestampAt, events) =>
        createPulledSource({ hostClock: host, open: (to) => gateway.play(name, to) }, events)
    },
  }
  return slot
}

/** Opens the gateway for GB/T 28181, unless it is off. Throws a StartError when its port is taken. */
export async function openGb28181(
  slot: Gb28181Slot,
  deps: {
    config: Config
    ingest: DeviceIngest
    store: Store
    directory: Directory
    commands: Pick<CommandLog, 'onCommand'>
    outbox: Pick<Publisher, 'channelsChanged' | 'treeChanged'>
    clock: PlatformClock
    host: HostClock
    log: Logger
    tap: SocketTap
  },
  disposal: Disposal,
): Promise<void> {
  const { config, directory, clock, host } = deps
  const { gb28181Port: port } = config
  if (port === null) return
  const log = deps.log.child({ gateway: 'gb28181' })
  const isEverywhere = reachableHost(config.host) !== config.host
  const net = await openSipNet(
    {
      host: config.host,
      port,
      udp: true,
      tcp: 'listen',
      tap: deps.tap,
      ...(isEverywhere ? { advertised: addressTowards('') } : {}),
    },
    host,
  ).catch((error: unknown) => {
    if (!(error instanceof SipPortError)) throw error
    throw new StartError(
      `GB/T 28181 port ${port} is already in use. Use another one, 0 or off with --gb28181.`,
      { cause: error },
    )
  })
  const records = createGbRecords({ ...deps, log }, disposal)
  const gateway = disposal.use(
    createGb28181Gateway({
      serverId: config.gb28181Id,
      password: config.devicePassword,
      net,
      media: {
        host: config.host,
        addressTowards: (address) => (isEverywhere ? addressTowards(address) : config.host),
        transport: config.gb28181Media,
        tap: deps.tap,
        ...(config.gb28181MediaPorts && {
          ports: createPortPool({ from: config.gb28181MediaPorts.first, to: config.gb28181MediaPorts.last }),
        }),
      },
      ingest: deps.ingest,
      records,
      hostClock: host,
      platformClock: clock,
      log,
    }),
  )
  disposal.defer(
    deps.commands.onCommand((command) => {
      if (command.kind === 'absence') return
      const device = directory.deviceBySn(command.sn)
      if (device?.foreign && device.protocolType === PROTOCOL_TYPES.gb28181)
        gateway.order(command.sn, command)
    }),
  )
  const listening = net.local('udp').port ?? port
  slot.open = {
    ...gateway,
    port: listening,
    address: `${hostInUrl(config.host)}:${listening}`,
    find: records.find,
  }
  disposal.defer(() => {
    slot.open = undefined
  })
}

/** The address of this machine in the network of another one: by the longest common prefix of IPv4. */
function addressTowards(address: string): string {
  const bits = (text: string) => text.split('.').reduce((all, part) => all * 256 + Number(part), 0)
  const wanted = /^[\d.]+$/.test(address) ? bits(address) : undefined
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const own = all.filter(({ family }) => family === 'IPv4')
  const distance = (one: string) => (wanted === undefined ? 0 : (bits(one) ^ wanted) >>> 0)
  const [nearest] = own
    .filter(({ internal }) => internal === address.startsWith('127.'))
    .toSorted((one, other) => distance(one.address) - distance(other.address))
  return nearest?.address ?? '127.0.0.1'
}
