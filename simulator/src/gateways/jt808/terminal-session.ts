/**
 * One terminal at the gateway, as a conversation: registration, authentication, reports, requests. It knows neither
 * socket nor timer; the connection hands it messages one after the other.
 */
import { isDeepStrictEqual } from 'node:util'
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import { formatDateTime } from '@backlot/contract/time'
import { ACK_RESULTS } from '../../wire/jt808/acks.ts'
import type { Jt808Header } from '../../wire/jt808/header.ts'
import type { LocationBatch } from '../../wire/jt808/location-messages.ts'
import type { Jt808Message } from '../../wire/jt808/message.ts'
import { REGISTER_RESULTS, type Register } from '../../wire/jt808/registration.ts'
import type { ConnectedDevice } from '../connected-device.ts'
import type { Admission } from '../ingest.ts'
import type { GatewayContext } from './gateway-context.ts'
import type { CutReason } from './gateway-limits.ts'
import { isOnEarth, type ReportArrival, takeReport } from './report-ingest.ts'
import { bareNumber, serialNumberOf, type TerminalRecord } from './terminal-repository.ts'
import type { TerminalAnswer } from './terminal-requests.ts'
import { TerminalSender } from './terminal-sender.ts'

/** Where a session's bytes go. */
export type SessionWire = {
  remote: string
  /** The terminal's address, and the one of ours at which it connected, without ports. */
  address: string
  local: string
  send(packet: Uint8Array): void
  cut(reason: CutReason): void
}

export type TerminalStatus = ConnectedDevice & {
  phone: string
  version: number
  messages: number
}

/** Both ends of a terminal's connection, addresses without ports. */
export type TerminalEnds = { phone: string; address: string; local: string }

/** Context shared by the sessions of a gateway. */
export type TerminalContext = GatewayContext & {
  /** Authenticated sessions by serial number: the newest of each. */
  sessions: Map<string, TerminalSession>
}

/** Work of a report in a batch, beside that of a message of its own. */
const BATCH_ITEM_WORK = 0.25

export class TerminalSession {
  readonly #context: TerminalContext
  readonly #wire: SessionWire
  readonly #sender: TerminalSender
  readonly #sinceMs: number
  #sn: string | undefined
  #authenticated = false
  #refusals = 0
  #messages = 0
  #heardMs: number
  #ended = false

  constructor(context: TerminalContext, wire: SessionWire) {
    this.#context = context
    this.#wire = wire
    this.#sinceMs = this.#heardMs = context.hostClock.now()
    this.#sender = new TerminalSender(context, (packet) => wire.send(packet))
  }

  /** The device's serial number once it is admitted. */
  get sn(): string | undefined {
    return this.#sn
  }

  get authenticated(): boolean {
    return this.#authenticated
  }

  status(): TerminalStatus {
    return {
      sn: this.#sn ?? '',
      phone: this.#sender.phone ?? '',
      version: this.#sender.version,
      remote: this.#wire.remote,
      sinceMs: this.#sinceMs,
      heardMs: this.#heardMs,
      messages: this.#messages,
    }
  }

  /** Where the terminal is, and at which address of ours it connected. */
  ends(): TerminalEnds {
    const { address, local } = this.#wire
    return { phone: this.#sender.phone ?? '', address, local }
  }

  /** A whole message. The connection waits for the promise before the next one. */
  async take(header: Jt808Header, message: Jt808Message): Promise<void> {
    if (!this.#hear(header)) return
    switch (message.kind) {
      case 'register':
        await this.#register(header, message)
        break
      case 'authenticate':
        await this.#authenticate(header, message.authCode)
        break
      case 'timeQuery':
        this.#sender.send({ kind: 'timeReply', digits: utcDigits(this.#context.hostClock.now()) })
        break
      default:
        await this.#takeAuthenticated(header, message)
    }
  }

  /** A packet of a split message came; the message is not whole yet. */
  takePart(header: Jt808Header): void {
    if (!this.#hear(header)) return
    this.#sender.ack(header, this.#authenticated ? ACK_RESULTS.ok : ACK_RESULTS.failed)
    if (!this.#authenticated) this.#refused('a message before authentication')
  }

  /** A frame that is right as a frame, with a body that is not. */
  takeBad(header: Jt808Header, encrypted: boolean): void {
    if (this.#hear(header)) this.#sender.ack(header, encrypted ? ACK_RESULTS.unsupported : ACK_RESULTS.bad)
  }

  /** Requests packets of a split message again. */
  askAgain(firstSerial: number, packets: readonly number[]): void {
    this.#sender.send({ kind: 'platformResend', firstSerial, packets: packets.slice(0, 255) })
  }

  /** Sends a request; resolves with the terminal's answer. Rejects with a TerminalRequestError. */
  request(message: Exclude<Jt808Message, { kind: 'unknown' }>): Promise<TerminalAnswer> {
    return this.#sender.request(message)
  }

  /** Lets time pass for waiting requests. */
  review(nowMs: number): void {
    this.#sender.requests.review(nowMs)
  }

  /** The connection ended, or another one of the same terminal took its place. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#sender.end()
    this.#leave()
  }

  /** Whether the header is of this terminal. */
  #hear(header: Jt808Header): boolean {
    if (this.#ended) return false
    this.#heardMs = this.#context.hostClock.now()
    this.#messages++
    if (this.#sender.follow(header)) return true
    this.#refused('another phone number on the same connection')
    return false
  }

  async #register(header: Jt808Header, body: Register): Promise<void> {
    const context = this.#context
    const { phone } = header
    const number = bareNumber(phone)
    const sn = serialNumberOf(phone, context.isKnown)
    const refuse = (result: number, why: string, cut?: 'full'): void => {
      context.counters.registrationsRefused++
      this.#sender.send({ kind: 'registerReply', serial: header.serial, result })
      this.#refused(why, cut)
    }
    const owner = body.plate === '' ? undefined : context.plateOwner(body.plate)
    if (owner !== undefined && owner !== sn) {
      refuse(REGISTER_RESULTS.vehicleRegistered, `the plate ${body.plate} is that of ${owner}`)
      return
    }
    const known = context.repository.find(number)
    const other = context.sessions.get(sn)
    if (known && known.terminalId !== body.terminalId && other && other !== this) {
      refuse(REGISTER_RESULTS.terminalRegistered, `${sn} is here with another terminal`)
      return
    }
    if (this.#isTaken(sn)) {
      refuse(REGISTER_RESULTS.terminalRegistered, `${sn} is one of ours, and here itself`)
      return
    }
    const admission = await this.#admit(sn, body.plate, body.model)
    if (this.#ended) return
    if ('refused' in admission) {
      const { refused } = admission
      const { noVehicle, noTerminal } = REGISTER_RESULTS
      refuse(refused === 'kind' ? noVehicle : noTerminal, refused, refused === 'full' ? refused : undefined)
      return
    }
    const { maker, model, terminalId, plate, plateColour } = body
    const record: TerminalRecord = {
      authCode: known?.authCode ?? context.newAuthCode(),
      maker,
      model,
      terminalId,
      plate,
      plateColour,
      version: header.version,
      registeredMs: known?.registeredMs ?? context.platformClock.now(),
    }
    if (!known || !isDeepStrictEqual(known, record)) {
      await context.repository.keep(number, record)
      if (this.#ended) return
    }
    this.#sn = sn
    context.counters.registered++
    context.log.info({ sn, phone, remote: this.#wire.remote, plate }, 'a terminal registered')
    const { authCode } = record
    this.#sender.send({ kind: 'registerReply', serial: header.serial, result: REGISTER_RESULTS.ok, authCode })
  }

  async #authenticate(header: Jt808Header, authCode: string): Promise<void> {
    const context = this.#context
    const sn = serialNumberOf(header.phone, context.isKnown)
    const record = context.repository.find(bareNumber(header.phone))
    const admission =
      record?.authCode === authCode ? await this.#admit(sn, record.plate, record.model) : undefined
    if (this.#ended) return
    if (!admission || 'refused' in admission) {
      context.counters.authenticationsRefused++
      this.#sender.ack(header, ACK_RESULTS.failed)
      if (admission?.refused === 'full') this.#refused('full', 'full')
      else this.#refused(record ? 'a wrong authentication code' : 'authentication without registration')
      return
    }
    if (this.#isTaken(sn)) {
      context.counters.authenticationsRefused++
      this.#sender.ack(header, ACK_RESULTS.failed)
      this.#refused(`${sn} is one of ours, and here itself`)
      return
    }
    context.counters.authenticated++
    this.#sn = sn
    this.#refusals = 0
    const before = context.sessions.get(sn)
    context.sessions.set(sn, this)
    if (before && before !== this) {
      const { remote } = this.#wire
      context.log.warn(
        { sn, remote, before: before.#wire.remote },
        'a terminal reconnected; the newest connection is used',
      )
      before.replace()
    }
    const isNew = !this.#authenticated
    if (isNew) context.ingest.connected(sn, context.platformClock.now())
    this.#authenticated = true
    this.#sender.ack(header, ACK_RESULTS.ok)
    if (isNew) context.onEntered?.(sn)
  }

  /** Whether another connection speaks for a device of ours that cannot be taken over. */
  #isTaken(sn: string): boolean {
    const other = this.#context.sessions.get(sn)
    return other !== undefined && other !== this && this.#context.ingest.isOwnPlace(sn)
  }

  /** Another connection of the same terminal authenticated: the newest counts. */
  replace(): void {
    this.#wire.cut('replaced')
  }

  /** The platform forgets this terminal. */
  drop(): void {
    this.#wire.cut('removed')
  }

  #admit(sn: string, plate: string, model: string): Promise<Admission> {
    const { ingest, platformClock } = this.#context
    const name = plate || sn
    return ingest.admit(
      {
        sn,
        from: this.#wire.address,
        kind: 'vehicle',
        protocolType: PROTOCOL_TYPES.jt808,
        name: { zh: name, en: name },
        ...(plate === '' ? {} : { plate }),
        ...(model === '' ? {} : { model }),
      },
      platformClock.now(),
    )
  }

  async #takeAuthenticated(header: Jt808Header, message: Jt808Message): Promise<void> {
    const { ok, failed, bad, unsupported } = ACK_RESULTS
    const { sn } = this
    if (!this.#authenticated || sn === undefined) {
      this.#sender.ack(header, failed)
      this.#refused('a message before authentication')
      return
    }
    switch (message.kind) {
      case 'heartbeat':
        this.#sender.ack(header, ok)
        break
      case 'location':
        takeReport(this.#context, sn, message, this.#arrival(header))
        this.#sender.ack(header, isOnEarth(message) ? ok : bad)
        break
      case 'locationBatch':
        await this.#takeBatch(sn, header, message)
        this.#sender.ack(header, message.problems.length === 0 ? ok : bad)
        break
      case 'locationReply':
        takeReport(this.#context, sn, message.location, this.#arrival(header))
        this.#sender.requests.replied(message, message.serial)
        break
      case 'parameterReply':
        this.#sender.requests.replied(message, message.serial)
        break
      case 'attributes':
      case 'avAttributes':
        this.#sender.requests.replied(message)
        break
      case 'resourceList':
        this.#sender.requests.replied(message, message.serial)
        break
      case 'passengerCounts':
      case 'uploadNotice':
        // They are in the packet log.
        this.#sender.ack(header, ok)
        break
      case 'terminalAck':
        this.#sender.requests.acknowledged(message.serial, message.result)
        break
      case 'terminalResend':
        this.#sender.requests.resend(message.firstSerial, message.packets)
        break
      case 'logout':
        this.#logout(header)
        break
      default:
        this.#sender.ack(header, unsupported)
    }
  }

  #arrival({ serial }: Jt808Header): ReportArrival {
    return { name: String(serial), atMs: this.#context.platformClock.now(), batched: false }
  }

  /** The oldest first. Those without usable times keep their order: they are a millisecond apart. */
  async #takeBatch(sn: string, { serial }: Jt808Header, batch: LocationBatch): Promise<void> {
    const nowMs = this.#context.platformClock.now()
    const items = [...batch.items].sort((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0))
    for (const [i, item] of items.entries()) {
      const wait = this.#context.work.take(BATCH_ITEM_WORK)
      if (wait) await wait
      const atMs = nowMs - (items.length - 1 - i)
      takeReport(this.#context, sn, item, { name: `${serial}.${i}`, atMs, batched: true })
    }
  }

  #logout(header: Jt808Header): void {
    const context = this.#context
    this.#sender.ack(header, ACK_RESULTS.ok)
    this.#leave()
    context.repository.remove(bareNumber(header.phone)).catch((error: unknown) => {
      context.log.error(
        { err: error, phone: header.phone },
        'a terminal that logged out could not be unregistered',
      )
    })
  }

  #leave(): void {
    const { sn } = this
    const { sessions, ingest, platformClock } = this.#context
    if (sn === undefined || !this.#authenticated) return
    this.#authenticated = false
    if (sessions.get(sn) !== this) return
    sessions.delete(sn)
    ingest.disconnected(sn, platformClock.now())
  }

  /**
   * `cut`: how the connection ends if this continues. Only the first refusal warns; those for lack of room share one
   * line.
   */
  #refused(why: string, cut: 'refused' | 'full' = 'refused'): void {
    const { log, limits } = this.#context
    log[cut === 'full' || this.#refusals > 0 ? 'debug' : 'warn'](
      { phone: this.#sender.phone, sn: this.#sn, remote: this.#wire.remote, why },
      'a terminal was refused',
    )
    if (++this.#refusals >= limits.refusals) this.#wire.cut(cut)
  }
}

/** yyMMddHHmmss of now in UTC, as 0x8004 has it. */
function utcDigits(epochMs: number): string {
  return formatDateTime(epochMs, 0).replace(/\D/g, '').slice(2)
}
