/** One station at the gateway: its packets are answered and passed on, requests are sent. */
import { COMMANDS } from '../../wire/hj212/command-table.ts'
import { dataAnswer, noticeAnswer, requestAnswer } from '../../wire/hj212/messages.ts'
import { type Packet, VERSION_2005, type Version, versionOf, wantsAck } from '../../wire/hj212/packet.ts'
import { QN_RTN } from '../../wire/hj212/return-codes.ts'
import { ASSEMBLER_LIMITS, type Assembler, createAssembler } from '../../wire/hj212/split-packets.ts'
import { wireTime } from '../../wire/hj212/wire-time.ts'
import { type PacketDraft, type ParameterItem, writePacket } from '../../wire/hj212/write-packet.ts'
import type { ConnectedDevice } from '../connected-device.ts'
import type { ReceivedPacket } from '../ingest.ts'
import type { GatewayContext } from './gateway-context.ts'
import { type StationAnswer, StationRequests } from './station-requests.ts'
import { takeData } from './take-data.ts'

/** Members of a connection that its session needs. */
export type SessionLine = {
  remote: string
  send(frame: Buffer): void
  /** Another connection speaks for the station now. */
  replaced(session: StationSession): void
  /** The station is to be served no more on this connection. */
  drop(session: StationSession): void
}

export type StationStatus = ConnectedDevice & {
  st: string
  version: Version
  packets: number
}

/** A station that reports once an hour at most. */
const INTERVAL_MAX_MS = 3_600_000

export class StationSession {
  readonly sn: string
  readonly line: SessionLine
  readonly #context: GatewayContext
  readonly #requests: StationRequests
  readonly #number: number
  readonly #sinceMs: number
  #assembler: Assembler | undefined
  #isGivingUp = false
  #st: string
  #version: Version
  #password: string
  #heardMs: number
  #reportedMs: number | undefined
  #intervalMs = 0
  #packets = 0

  constructor(context: GatewayContext, line: SessionLine, first: Packet, sn: string) {
    this.#context = context
    this.line = line
    this.sn = sn
    this.#st = first.st
    this.#version = versionOf(first.flag)
    this.#password = first.password ?? ''
    this.#sinceMs = this.#heardMs = context.hostClock.now()
    this.#number = context.packets.numberOf(sn)
    this.#requests = new StationRequests(context, (frame) => this.#put(frame))
  }

  status(): StationStatus {
    return {
      sn: this.sn,
      remote: this.line.remote,
      st: this.#st,
      version: this.#version,
      sinceMs: this.#sinceMs,
      heardMs: this.#heardMs,
      packets: this.#packets,
    }
  }

  /** Whether a packet shows the password that the station is known by. */
  isPassword(password: string | undefined): boolean {
    return password === this.#password || password === this.#context.ingest.wirePassword(this.sn)
  }

  /** A packet of this station came: passed on, answered when an answer is due. */
  take(packet: Packet, frame: string, hostMs: number): void {
    this.#heardMs = hostMs
    this.#packets++
    this.#log('in', frame)
    const command = COMMANDS.get(packet.cn)
    if (command?.kind === 'answer') {
      this.#requests.answered(packet)
      return
    }
    if (packet.st !== this.#st && packet.st !== '91') this.#st = packet.st
    this.#version = versionOf(packet.flag)
    if (packet.password !== undefined && packet.password !== this.#password) this.#password = packet.password
    if (command?.kind === 'notice') this.#takeNotice(packet)
    else if (command?.kind === 'upload' || command?.alsoUpload) this.#takeUpload(packet, hostMs)
    else if (wantsAck(packet.flag)) this.#answer(requestAnswer(this.#asked(packet), QN_RTN.cn))
  }

  /** Data of this station that could not be read. */
  takeBad(frame: string, problem: string): void {
    this.#log('in', frame, problem)
  }

  /** Sends a request. Rejects with a StationRequestError. */
  async request(cn: string, items: readonly ParameterItem[]): Promise<StationAnswer> {
    const { sn: mn } = this
    const password = this.#context.ingest.wirePassword(mn) ?? this.#password
    const station = { st: this.#st, mn, password, version: this.#version }
    return this.#requests.ask(station, cn, items)
  }

  /** Units of work that a packet costs. */
  unitsOf(packet: Packet): number {
    return unitsOfBytes(this.#assembler?.wholeBytes(packet) ?? 0)
  }

  isSilent(nowMs: number): boolean {
    return nowMs - this.#heardMs >= Math.max(this.#context.limits.silentMs, 3 * this.#intervalMs)
  }

  /** Lets time pass: called about once a second. */
  review(nowMs: number): void {
    this.#requests.review(nowMs)
    if (!this.#assembler?.hasExpired(nowMs) || this.#isGivingUp) return
    this.#isGivingUp = true
    const wait = this.#context.work.take(unitsOfBytes(this.#assembler.bytes()))
    if (wait) void wait.then(() => this.#giveUp(nowMs))
    else this.#giveUp(nowMs)
  }

  /** Takes the received parts of messages that were never completed. */
  #giveUp(nowMs: number): void {
    this.#isGivingUp = false
    for (const { packet, missing } of this.#assembler?.expire(nowMs) ?? []) {
      this.#context.counters.incomplete++
      this.#log('in', packet.cp, `packets ${missing.join(', ')} never came`)
      takeData(this.#context, this.sn, packet, this.#context.platformClock.now())
    }
  }

  end(): void {
    this.#requests.end()
    this.#assembler?.clear()
  }

  #takeNotice(packet: Packet): void {
    if (packet.cn === '9015') this.#context.counters.heartbeats++
    this.#answer(noticeAnswer(this.#asked(packet)))
    if (packet.cn !== '1013') return
    // The station requested the time: it gets it as a separate request, and may refuse it.
    const time: ParameterItem = [['SystemTime', wireTime(this.#context.platformClock.now())]]
    const pollutant = packet.params.get('PolId')
    const items: ParameterItem[] = pollutant ? [[['PolId', pollutant]], time] : [time]
    this.request('1012', items).catch((error: unknown) => {
      this.#context.log.info(
        { err: error, sn: this.sn },
        'a station did not accept the time that it had requested',
      )
    })
  }

  #takeUpload(packet: Packet, hostMs: number): void {
    this.#requests.data(packet)
    if (packet.cn === '2011') {
      if (this.#reportedMs !== undefined) {
        this.#intervalMs = Math.min(hostMs - this.#reportedMs, INTERVAL_MAX_MS)
      }
      this.#reportedMs = hostMs
    }
    this.#takeReadings(packet, hostMs)
    if (wantsAck(packet.flag)) this.#answer(dataAnswer(this.#asked(packet)))
  }

  #takeReadings(packet: Packet, hostMs: number): void {
    const nowMs = this.#context.platformClock.now()
    if (!packet.split || packet.split.count === 1) {
      takeData(this.#context, this.sn, packet, nowMs)
      return
    }
    this.#assembler ??= createAssembler(ASSEMBLER_LIMITS, this.#context.pieces)
    const result = this.#assembler.add(packet, hostMs)
    if (result.kind === 'whole') takeData(this.#context, this.sn, result.packet, nowMs)
    else if (result.kind === 'refused') {
      this.#log('in', packet.cp, `a split message past the limit of ${result.reason}`)
      takeData(this.#context, this.sn, packet, nowMs)
    } else if (result.kind === 'waiting' && isWholeInItself(packet)) {
      // It names its time: its values are shown at once, and stored again with the others, which changes nothing.
      takeData(this.#context, this.sn, packet, nowMs)
    }
  }

  #asked({ qn, mn, password, flag }: Packet) {
    return { qn, mn: mn ?? this.sn, password, version: flag === undefined ? VERSION_2005 : versionOf(flag) }
  }

  #answer(draft: PacketDraft): void {
    this.#put(writePacket(draft))
  }

  #put(frame: Buffer): void {
    this.line.send(frame)
    this.#log('out', frame.toString('utf8', 0, frame.length - 2))
  }

  #log(direction: 'in' | 'out', text: string, problem?: string): void {
    const packet: ReceivedPacket = { atMs: this.#context.platformClock.now(), direction, text }
    if (problem !== undefined) packet.problem = problem
    this.#context.packets.add(this.#number, packet)
    this.#context.ingest.packet(this.sn, packet)
  }
}

const isWholeInItself = ({ params, deviations }: Packet): boolean =>
  params.has('DataTime') && !deviations.includes('cutItem')

/** Work units of an assembled message: one a kilobyte, about as much as its packets cost. */
const unitsOfBytes = (bytes: number) => 1 + Math.floor(bytes / 1024)
