/** A device of GB/T 28181 among the many that `backlot devices` connects to a platform. Reports are its MESSAGEs and NOTIFYs. */
import type {
  Uplink,
  UplinkDeps,
  UplinkDevice,
  UplinkState,
  UplinkStats,
} from '../../fleet/uplinks/uplink.ts'
import type { RtpLinkKind } from '../../media/ps/rtp-link.ts'
import type { SipTransport } from '../../sip/sip-net.ts'
import { uniform } from '../../world/hash.ts'
import type { GbEdition } from '../device/gb-context.ts'
import type { createGbDevice, GbDevice } from '../device/gb-device.ts'
import { openGbDevice } from '../open-gb-device.ts'
import type { SwarmIds } from './gb-ids.ts'
import type { SwarmAlarmOptions } from './swarm-alarms.ts'
import type { SwarmMedia } from './swarm-media.ts'
import { createSwarmPorts } from './swarm-ports.ts'

export type GbUplinkOptions = {
  edition: GbEdition
  server: { id: string; domain: string; transport: SipTransport }
  password: string
  voice: RtpLinkKind
  keepaliveS: number
  /** Left out: devices raise none. */
  alarms?: SwarmAlarmOptions | undefined
}

/** Stream of the world's hashes for the times of retries. */
const RETRIES = 281_81
const EXPIRES_S = 3600
const KEEPALIVES_MISSED_MOST = 3
const NOTHING: Omit<UplinkStats, 'state'> = {
  connects: 0,
  breaks: 0,
  sent: 0,
  acked: 0,
  resent: 0,
  lost: 0,
  backlog: 0,
  bytesSent: 0,
  bytesReceived: 0,
  answered: 0,
}
const STATES = {
  stopped: 'stopped',
  registering: 'connecting',
  waiting: 'waiting',
  online: 'online',
} as const

export function createGbUplink(
  device: UplinkDevice,
  deps: UplinkDeps & {
    number: number
    ids: SwarmIds
    options: GbUplinkOptions
    media: SwarmMedia
    log: Parameters<typeof createGbDevice>[1]['log']
  },
): Uplink {
  const { number, ids, options, media, hostClock, log } = deps
  let opened: GbDevice | undefined
  let isStarted = false
  let isStopped = false
  let failures = 0
  let draws = 0
  let held: UplinkState | undefined

  const now = (): number => opened?.now() ?? hostClock.now()

  const open = async (): Promise<void> => {
    const made = await openGbDevice(
      {
        id: ids.deviceId,
        edition: options.edition,
        password: options.password,
        voice: options.voice,
        server: { ...options.server, host: deps.host, port: deps.port },
        expiresS: EXPIRES_S,
        keepaliveS: options.keepaliveS,
        keepalivesMissedMost: KEEPALIVES_MISSED_MOST,
      },
      {
        ports: createSwarmPorts({ number, device, ids, media, alarms: options.alarms, now, hostClock }),
        hostClock,
        transform: deps.transform,
        isCut: () => isStopped,
        random: () => uniform(number, device.entity, RETRIES, draws++),
        ...(deps.onAck && { onAck: deps.onAck }),
        log,
      },
    )
    if (isStopped) return made[Symbol.asyncDispose]()
    opened = made
    opened.start()
  }
  return {
    start() {
      if (isStarted) return
      isStarted = true
      open().catch((error: unknown) => {
        failures++
        log.warn({ err: error, id: ids.deviceId }, 'a GB/T 28181 device could not be started')
      })
    },
    async signOff() {
      held = opened?.stats().state === 'online' ? 'held' : undefined
      await opened?.stop()
    },
    stop() {
      if (isStopped) return
      isStopped = true
      void opened?.[Symbol.asyncDispose]()
    },
    stats() {
      if (!opened) return { ...NOTHING, state: isStarted ? 'connecting' : 'stopped', breaks: failures }
      const { state, connects, breaks, waiting, answered, sip, notifies, ...messages } = opened.stats()
      return {
        state: held ?? STATES[state],
        connects,
        breaks,
        sent: messages.sent + notifies.sent,
        acked: messages.acked + notifies.acked,
        resent: messages.resent + sip.resent,
        lost: messages.lost + notifies.lost,
        backlog: waiting,
        answered,
        bytesSent: sip.bytesOut,
        bytesReceived: sip.bytesIn,
      }
    },
  }
}
