/**
 * The platform's SIP server for GB/T 28181 (2016 and 2022): cameras, recorders and lower platforms register with it, say
 * that they are alive, are asked what they have, show their pictures and take orders.
 *
 * - `gb-registrar.ts`: registrations; `take-message.ts`: what devices say; `ask-device.ts`: what they are asked.
 * - `gb-invites.ts`: calls for pictures; `gb-plays.ts`: live ones; `gb-recordings.ts`, `gb-playback.ts`: recordings.
 * - `gb-speech.ts`: speech to loudspeakers; `gb-control.ts`: orders.
 */
import type { Logger } from 'pino'
import type { DeviceAction } from '../../devices/commands.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { PulledPlayback } from '../../media/pulled-track.ts'
import { createSipEndpoint, type SipStats } from '../../sip/sip-endpoint.ts'
import type { SipNet } from '../../sip/sip-net.ts'
import { gbDomain } from '../../wire/gb28181/gb-id.ts'
import type { ConnectedDevice } from '../connected-device.ts'
import type { DeviceIngest } from '../ingest.ts'
import { createGbAsker } from './ask-device.ts'
import { createGbFaults, type GbFaults } from './device-faults.ts'
import type { GbContext, GbRecords } from './gateway-context.ts'
import { createGbCounters, type GbCounters } from './gateway-counters.ts'
import { createGbControl } from './gb-control.ts'
import { createGbInvites, type GbInvites, type GbMediaOptions } from './gb-invites.ts'
import { createGbPlayback, type GbPlaybackWish } from './gb-playback.ts'
import { createGbPlay } from './gb-plays.ts'
import { createGbQueries } from './gb-queries.ts'
import { createGbRecordings } from './gb-recordings.ts'
import { createGbRegistrar } from './gb-registrar.ts'
import type { GbSession } from './gb-session.ts'
import { createGbSpeech, type GbSpeech } from './gb-speech.ts'
import { takeMessage } from './take-message.ts'

export type GbGateway = AsyncDisposable & {
  devices(): ConnectedDevice[]
  device(sn: string): ConnectedDevice | undefined
  /** Ends a device's registration, if there is one. */
  drop(sn: string): void
  play: ReturnType<typeof createGbPlay>
  recordings: ReturnType<typeof createGbRecordings>
  playback(wish: GbPlaybackWish, events: Parameters<typeof createGbPlayback>[3]): PulledPlayback
  /** Calls a loudspeaker of a device. */
  speak: GbSpeech['open']
  /** Loudspeakers that are spoken to. */
  speeches(): number
  /** What went wrong last with a device. */
  fault: GbFaults['of']
  /** An order of the overlay log; nothing happens for a device that is not registered. */
  order(sn: string, action: DeviceAction): void
  streams(): number
  packets: GbInvites['packets']
  counters: GbCounters
  stats(): SipStats
}

const REVIEW_MS = 1000

export function createGb28181Gateway(deps: {
  /** 20 digits of this server. */
  serverId: string
  password: string
  net: SipNet
  media: GbMediaOptions
  ingest: DeviceIngest
  records: GbRecords
  hostClock: HostClock
  platformClock: PlatformClock
  log: Logger
}): GbGateway {
  const { serverId, ingest, records, hostClock, platformClock, log } = deps
  const counters = createGbCounters()
  const domain = gbDomain(serverId)
  const sessions = new Map<string, GbSession>()
  const endpoint = createSipEndpoint(
    {
      handlers: {
        REGISTER: (incoming) => registrar.register(incoming),
        INVITE: (incoming) => speech.invited(incoming),
        MESSAGE: (incoming) => takeMessage(context, incoming, asker.heard),
      },
      inDialogs: ['NOTIFY'],
      isSymmetric: true,
    },
    { net: deps.net, hostClock, log },
  )
  const queries = createGbQueries({ serverId, domain, endpoint: () => endpoint, hostClock, counters })
  const faults = createGbFaults(platformClock)
  const base = {
    serverId,
    domain,
    ingest,
    records,
    hostClock,
    platformClock,
    log,
    counters,
    endpoint,
    queries,
    sessions,
    faults,
  }
  const invites = createGbInvites(base, deps.media)
  const context: GbContext = { ...base, invites }
  const asker = createGbAsker(context)
  const registrar = createGbRegistrar(context, deps.password, asker.registered)
  const speech = createGbSpeech(context, deps.media)
  const control = createGbControl(context)
  const stopReview = hostClock.every(REVIEW_MS, registrar.review)
  const drop = (sn: string): void => {
    const session = sessions.get(sn)
    if (session) registrar.end(session, 'dropped')
  }
  ingest.onGivenUp(drop)
  const shown = ({ sn, peer, sinceMs, heardMs }: GbSession): ConnectedDevice => ({
    sn,
    remote: `${peer.address}:${peer.port}`,
    sinceMs,
    heardMs,
  })

  return {
    devices: () => [...sessions.values()].map(shown),
    device(sn) {
      const session = sessions.get(sn)
      return session && shown(session)
    },
    drop,
    play: createGbPlay(context, invites),
    recordings: createGbRecordings(context),
    playback: (wish, events) => createGbPlayback(context, invites, wish, events),
    speak: speech.open,
    speeches: speech.calls,
    fault: faults.of,
    order: control.order,
    streams: invites.open,
    packets: invites.packets,
    counters,
    stats: endpoint.stats,
    async [Symbol.asyncDispose]() {
      stopReview()
      registrar[Symbol.dispose]()
      await endpoint[Symbol.asyncDispose]()
    },
  }
}
