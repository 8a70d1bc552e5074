/**
 * The device side of GB/T 28181 (2016 and 2022): a camera with one channel, or a recorder with many under its own id.
 *
 * - `registration.ts`: REGISTER with digest, refreshes, keepalives, registering again; `outbox.ts`: MESSAGEs in order.
 * - `answer-query.ts`, `answer-control.ts`: what the platform asks and orders; `subscriptions.ts`: what it is told then.
 * - `media-sessions.ts`, `media-offer.ts`: pictures as MPEG-PS in RTP.
 * - `voice-calls.ts`, `voice-offer.ts`, `voice-line.ts`: sound from and to operators.
 * - `ports.ts`: what stands behind a device.
 */

import type { HostClock } from '../../kernel/clock.ts'
import { openPsSender } from '../../media/ps/open-ps-sender.ts'
import type { PortPool } from '../../media/ps/port-pool.ts'
import type { IncomingRequest } from '../../sip/sip-calls.ts'
import { createSipEndpoint, type SipStats } from '../../sip/sip-endpoint.ts'
import type { SipNet } from '../../sip/sip-net.ts'
import type { SocketTap } from '../../sockets/socket-tap.ts'
import type { ManscdpMessage } from '../../wire/gb28181/manscdp-message.ts'
import { readManscdp } from '../../wire/gb28181/read-manscdp.ts'
import type { GbEncoding } from '../../wire/gb28181/xml-encoding.ts'
import { headerValue } from '../../wire/sip/sip-message.ts'
import { readSipUri } from '../../wire/sip/sip-uri.ts'
import { answerConfig, answerControl } from './answer-control.ts'
import { answerQuery } from './answer-query.ts'
import type { GbContext, GbDeviceOptions } from './gb-context.ts'
import { readDescription } from './media-offer.ts'
import { createMediaSessions } from './media-sessions.ts'
import { createOutbox } from './outbox.ts'
import type { GbPorts } from './ports.ts'
import { createRegistration, type RegistrationProblem, type RegistrationState } from './registration.ts'
import type { OpenPsSender } from './send-ps.ts'
import { alarmMessage, createSubscriptions } from './subscriptions.ts'
import { createVoiceCalls } from './voice-calls.ts'

export type GbDeviceStats = {
  state: RegistrationState
  problem: RegistrationProblem | undefined
  connects: number
  breaks: number
  /** MESSAGEs; `resent`: on a new connection. */
  sent: number
  acked: number
  lost: number
  resent: number
  waiting: number
  /** What subscriptions of the platform were told. */
  notifies: { sent: number; acked: number; lost: number }
  /** Requests of the platform that were answered. */
  answered: number
  subscriptions: number
  /** Pictures that are sent now, and what was sent since the start. */
  streams: number
  media: { sessions: number; packets: number; bytes: number }
  voices: number
  voiceFrames: number
  sip: SipStats
}

export type GbDevice = AsyncDisposable & {
  start(): void
  /** Signs out. */
  stop(): Promise<void>
  /** Time as the device has it, epoch milliseconds. */
  now(): number
  stats(): GbDeviceStats
}

/** Versions in X-GB-Ver (9.1.2.3 and annex I of 2022; 2.0 is the edition of 2016). */
const VERSIONS = { '2016': '2.0', '2022': '3.0' } as const
/** After a TeleBoot a device is away for as long. */
const REBOOT_MS = 5000

/**
 * A device over the given net, which it closes at its end. It answers its own server alone; others get 403. Throws a
 * RangeError unless both ids have 20 digits.
 */
export function createGbDevice(
  options: GbDeviceOptions,
  deps: {
    ports: GbPorts
    net: SipNet
    hostClock: HostClock
    /** Own address for media, and ports; left out: any free ones. */
    mediaHost: string
    mediaPorts?: PortPool
    /** Hears the sockets for media; left out: nobody does. */
    tap?: SocketTap | undefined
    /** 0 to 1: spreads retries. */
    random(): number
    /** The device's own time; left out: the server's, as far as it tells it (9.10). */
    ownTime?(): number
    onAck?(latencyMs: number): void
    openPsSender?: OpenPsSender
    log: GbContext['log']
  },
): GbDevice {
  const { ports, hostClock, log } = deps
  const { id, server } = options
  for (const one of [id, server.id]) if (!/^\d{20}$/.test(one)) throw new RangeError(`id '${one}'`)
  const peer = { transport: server.transport, address: server.address, port: server.port }
  // The standard of 2022 has GB18030; 2016 has GB2312.
  const encoding: GbEncoding = options.edition === '2022' ? 'GB18030' : 'GB2312'
  const version = { name: 'X-GB-Ver', value: VERSIONS[options.edition] }
  let sn = 0
  let answered = 0
  let isOver = false

  const fromServer =
    (handle: (incoming: IncomingRequest) => void) =>
    (incoming: IncomingRequest): void => {
      if (incoming.from.address === server.address) {
        answered++
        handle(incoming)
      } else incoming.respond(403)
    }
  const isOurs = (uri: string): boolean => {
    const read = readSipUri(uri)
    const user = read.ok ? read.value.user : undefined
    return user === undefined || user === id || ports.channels.all().some((channel) => channel.id === user)
  }
  const endpoint = createSipEndpoint(
    {
      handlers: {
        MESSAGE: fromServer((incoming) => answerMessage(incoming)),
        SUBSCRIBE: fromServer((incoming) => subscriptions.answer(incoming)),
        INVITE: fromServer((incoming) => invited(incoming)),
      },
      inDialogs: ['INFO', 'NOTIFY'],
      serves: isOurs,
    },
    { net: deps.net, hostClock, log },
  )
  const outbox = createOutbox({
    endpoint,
    peer,
    addresses: () => ({
      from: `<sip:${id}@${id.slice(0, 10)}>`,
      to: `<sip:${server.id}@${server.domain}>`,
      uri: `sip:${server.id}@${server.domain}`,
    }),
    headers: [],
    encoding,
    now: () => hostClock.now(),
    onAck: (latencyMs) => deps.onAck?.(latencyMs),
    log,
  })
  const context: GbContext = {
    options,
    settings: {
      name: undefined,
      expiresS: options.expiresS,
      keepaliveS: options.keepaliveS,
      keepalivesMissedMost: options.keepalivesMissedMost,
    },
    ports,
    endpoint,
    hostClock,
    now: deps.ownTime ?? (() => hostClock.now() + registration.offsetMs()),
    peer,
    send: outbox.send,
    nextSn: () => ++sn,
    log,
  }
  const subscriptions = createSubscriptions(context, {
    encoding,
    onAck: (latencyMs) => deps.onAck?.(latencyMs),
  })
  const media = createMediaSessions(context, {
    openPsSender: deps.openPsSender ?? openPsSender,
    host: deps.mediaHost,
    ports: deps.mediaPorts,
    tap: deps.tap,
    encoding,
  })
  const voices = createVoiceCalls(context, {
    host: deps.mediaHost,
    ports: deps.mediaPorts,
    tap: deps.tap,
  })
  const registration = createRegistration(context, {
    headers: [version],
    random: deps.random,
    onOnline: () => undefined,
    // What the server knew of us is void.
    onOffline: () => subscriptions.clear(),
  })
  const stops = [
    ports.onAlarm((alarm) => {
      if (registration.state() !== 'online') return
      if (!subscriptions.alarm(alarm)) outbox.send(alarmMessage(alarm, ++sn))
    }),
    ports.channels.onChange((event, channel) => subscriptions.changed(event, channel)),
  ]
  let stopReboot = () => {}

  const invited = (incoming: IncomingRequest): void => {
    const read = readDescription(incoming.request)
    if (!read.ok) incoming.respond(read.status, { reason: read.reason })
    else if (read.session.kind === 'Talk') voices.invited(incoming, read.session)
    else media.answer(incoming, read.session)
  }
  const answerMessage = (incoming: IncomingRequest): void => {
    const { request } = incoming
    const type = headerValue(request, 'Content-Type') ?? ''
    const isXml = type === '' || /^application\/(manscdp\+)?xml\b/i.test(type)
    const read = isXml ? readManscdp(request.body) : undefined
    if (!read) incoming.respond(415)
    else if (read.ok) take(read.value, incoming)
    else incoming.respond(400, { reason: `Bad body: ${read.problem.message.replace(/[^ -~]/g, '?')}` })
  }
  const take = (message: ManscdpMessage, incoming: IncomingRequest): void => {
    const isKnown = isTaken(message)
    incoming.respond(isKnown ? 200 : message.kind === 'other' ? 400 : 404)
    const isOwn = message.kind === 'deviceControl' && message.deviceId === id
    if (isKnown && isOwn && message.teleBoot) reboot()
  }
  const isTaken = (message: ManscdpMessage): boolean => {
    if (message.kind === 'deviceControl') return answerControl(context, message)
    if (message.kind === 'deviceConfig') return answerConfig(context, message)
    if (message.kind === 'broadcast') return voices.answer(message)
    return message.kind.endsWith('Response') || answerQuery(context, message)
  }
  const reboot = (): void => {
    void media.close()
    void voices.close()
    subscriptions.clear()
    stopReboot()
    stopReboot = hostClock.after(REBOOT_MS, () => registration.again())
  }
  const stop = async (): Promise<void> => {
    if (isOver) return
    isOver = true
    stopReboot()
    for (const end of stops) end()
    subscriptions.clear()
    await Promise.all([media.close(), voices.close(), registration.stop()])
  }

  return {
    start: registration.start,
    stop,
    now: context.now,
    stats: () => ({
      state: registration.state(),
      problem: registration.problem(),
      ...registration.counts(),
      ...outbox.stats(),
      notifies: subscriptions.stats(),
      answered,
      subscriptions: subscriptions.count(),
      streams: media.count(),
      media: media.stats(),
      voices: voices.count(),
      voiceFrames: voices.frames(),
      sip: endpoint.stats(),
    }),
    async [Symbol.asyncDispose]() {
      // Not awaited before: with the endpoint ends what it waits for, also where no timer comes any more.
      const stopped = stop()
      await endpoint[Symbol.asyncDispose]()
      await stopped
    },
  }
}
