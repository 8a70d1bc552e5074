/** Context shared by the connections of a gateway. */
export type StationContext = GatewayContext & {
  /** Stations that are here, by MN: the newest connection of each. */
  sessions: Map<string, StationSession>
}

/** One socket at the gateway: bytes to packets, who may speak on it, limits, and its end. */
import type { Socket } from 'node:net'
import { countIn } from '../../sockets/connection-counters.ts'
import { cutLogLevel, endSocket } from '../../sockets/end-socket.ts'
import { SocketWork, type SocketWorkHandlers } from '../../sockets/socket-work.ts'
import { TokenBucket } from '../../sockets/token-bucket.ts'
import { COMMANDS } from '../../wire/hj212/command-table.ts'
import { createFrameStream, type FrameItem } from '../../wire/hj212/frame-reader.ts'
import { requestAnswer } from '../../wire/hj212/messages.ts'
import { type Packet, versionOf, wantsAck } from '../../wire/hj212/packet.ts'
import { QN_RTN, type ReturnCode } from '../../wire/hj212/return-codes.ts'
import type { WireProblem } from '../../wire/hj212/wire-problem.ts'
import { writePacket } from '../../wire/hj212/write-packet.ts'
import type { RefusalReason } from '../ingest.ts'
import { claimOf } from './claim.ts'
import type { GatewayContext } from './gateway-context.ts'
import type { CutReason } from './gateway-limits.ts'
import { StationSession } from './station-session.ts'

const RETURN_CODE: Readonly<Record<RefusalReason, ReturnCode>> = {
  password: QN_RTN.password,
  unknown: QN_RTN.mn,
  kind: QN_RTN.mn,
  full: QN_RTN.refused,
  taken: QN_RTN.refused,
}

export class StationConnection {
  static readonly #handlers: SocketWorkHandlers<StationConnection, FrameItem> = {
    unitsOf: (connection, item) => connection.#unitsOf(item),
    take: (connection, item) => connection.#takeItem(item),
    gather: (connection) => {
      connection.#collecting = true
    },
    flush: (connection) => {
      connection.#collecting = false
      if (connection.#out.length > 0) connection.#flush()
    },
    slowed: (connection) => connection.#context.counters.slowed++,
    isCut: (connection) => connection.#cutFor !== undefined,
    failed: (connection, error) => {
      connection.#context.log.error(
        { err: error, remote: connection.remote },
        'a packet could not be handled',
      )
      connection.cut('fault')
    },
    ended: (connection) => {
      connection.#leave()
      connection.#onEnd(connection)
    },
  }

  readonly remote: string
  readonly #context: StationContext
  readonly #socket: Socket
  readonly #reader = createFrameStream()
  readonly #work: SocketWork<StationConnection, FrameItem>
  readonly #onEnd: (connection: StationConnection) => void
  readonly #bytes: TokenBucket
  readonly #sessions = new Map<string, StationSession>()
  readonly #sinceMs: number
  #only: StationSession | undefined
  #out: Buffer[] = []
  #collecting = false
  #nowMs: number
  #slowSinceMs: number | undefined
  #bad = 0
  #garbage = 0
  #refusals = 0
  #cutFor: CutReason | undefined

  constructor(context: StationContext, socket: Socket, onEnd: (connection: StationConnection) => void) {
    const { hostClock, limits, log } = context
    this.#context = context
    this.#socket = socket
    this.#onEnd = onEnd
    this.remote = `${socket.remoteAddress}:${socket.remotePort}`
    this.#nowMs = this.#sinceMs = hostClock.now()
    this.#bytes = new TokenBucket(limits.byteBurst, limits.bytesPerSecond, this.#nowMs)
    this.#work = new SocketWork({
      socket,
      reader: this.#reader,
      budget: context.work,
      hostClock,
      connection: this,
      handlers: StationConnection.#handlers,
    })
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', (error) =>
      log.debug({ err: error, remote: this.remote }, 'a station connection broke'),
    )
    socket.on('close', () => this.#work.closed())
  }

  /** Ends the connection. */
  cut(reason: CutReason): void {
    if (this.#cutFor) return
    this.#cutFor = reason
    countIn(this.#context.counters.cuts, reason)
    const sn = [...this.#sessions.keys()]
    this.#context.log[cutLogLevel(reason)]({ remote: this.remote, sn, reason }, 'a station was cut off')
    this.#leave()
    endSocket(this.#socket, reason, this.#context.hostClock, () => this.#flush())
  }

  /** Lets time pass: called about once a second. */
  review(nowMs: number): void {
    if (this.#cutFor) return
    this.#nowMs = nowMs
    const { limits } = this.#context
    const since = this.#work.unfinishedSinceMs
    if (since !== undefined && nowMs - since >= limits.frameWithinMs) {
      this.#reader.abandon()
      this.#work.readOn()
    }
    if (this.#slowSinceMs !== undefined && nowMs - this.#slowSinceMs >= limits.floodForMs) {
      this.cut('flood')
      return
    }
    for (const session of this.#sessions.values()) {
      if (session.isSilent(nowMs)) this.#release(session)
      else session.review(nowMs)
    }
    if (this.#sessions.size > 0 || this.#cutFor) return
    if (this.#only) this.cut('silent')
    else if (nowMs - this.#sinceMs >= limits.identifyWithinMs) this.cut('notIdentified')
  }

  devices(): readonly string[] {
    return [...this.#sessions.keys()]
  }

  /** Another connection speaks for this station now. */
  replace(session: StationSession): void {
    this.#sessions.delete(session.sn)
    session.end()
    if (this.#sessions.size === 0) this.cut('replaced')
  }

  /** The platform forgets this station; others of the same connection stay. */
  drop(session: StationSession): void {
    this.#release(session)
    if (this.#sessions.size === 0) this.cut('removed')
  }

  #receive(chunk: Buffer): void {
    if (this.#cutFor) return
    const { hostClock, counters } = this.#context
    const nowMs = hostClock.now()
    this.#nowMs = nowMs
    counters.bytesIn += chunk.length
    this.#work.receive(chunk)
    const restMs = this.#bytes.take(chunk.length, nowMs)
    if (this.#cutFor) return
    if (restMs === 0) this.#slowSinceMs = undefined
    else {
      this.#slowSinceMs ??= nowMs
      counters.slowed++
      this.#work.rest(restMs)
    }
  }

  /** A packet is one unit; the one that completes a split message costs as much as the assembled message. */
  #unitsOf(item: FrameItem): number {
    if (item.kind === 'problem' || !item.packet.split) return 1
    return this.#sessionOf(item.packet)?.unitsOf(item.packet) ?? 1
  }

  /** Answers of 2005 carry no MN: they are of the station that speaks here. */
  #sessionOf({ mn }: Packet): StationSession | undefined {
    return mn === undefined ? this.#only : this.#sessions.get(mn)
  }

  #takeItem(item: FrameItem): Promise<void> | undefined {
    if (item.kind === 'problem') {
      this.#takeProblem(item.problem, item.frame)
      return undefined
    }
    this.#context.counters.packetsIn++
    this.#bad = 0
    return this.#takePacket(item.packet, item.frame)
  }

  #takePacket(packet: Packet, frame: string): Promise<void> | undefined {
    const session = this.#sessionOf(packet)
    const command = COMMANDS.get(packet.cn)
    const isAnswer = command?.kind === 'answer'
    if (!session) {
      // Only spontaneous packets make a station known: an answer to nobody is skipped.
      if (isAnswer) countIn(this.#context.counters.refusals, 'unknown')
      else if (command?.kind === 'request' && !command.alsoUpload) {
        this.#answer(packet.flag, packet.cn, packet, QN_RTN.cn)
      } else if (packet.mn === undefined) this.#refuse(packet, 'unknown')
      else return this.#admit(packet.mn, packet, frame)
      return undefined
    }
    if (!isAnswer && !session.isPassword(packet.password)) this.#refuse(packet, 'password')
    else session.take(packet, frame, this.#nowMs)
    return undefined
  }

  /** Makes a station known; items behind the packet wait. */
  async #admit(mn: string, packet: Packet, frame: string): Promise<void> {
    const context = this.#context
    const full = this.#sessions.size >= context.limits.stationsPerConnection
    const admission = full
      ? { refused: 'full' as const }
      : await context.ingest.admit(
          claimOf(packet, mn, this.#socket.remoteAddress ?? ''),
          context.platformClock.now(),
        )
    // Who has gone already takes nobody's place.
    if (this.#cutFor || (this.#socket.destroyed && context.sessions.has(mn))) return
    if ('refused' in admission) this.#refuse(packet, admission.refused)
    else if (context.sessions.has(mn) && context.ingest.isOwnPlace(mn)) this.#refuse(packet, 'taken')
    else this.#bind(mn, packet, frame)
  }

  #bind(mn: string, packet: Packet, frame: string): void {
    const { sessions, ingest, platformClock, log } = this.#context
    const line = {
      remote: this.remote,
      send: (bytes: Buffer) => this.#send(bytes),
      replaced: (old: StationSession) => this.replace(old),
      drop: (old: StationSession) => this.drop(old),
    }
    const session = new StationSession(this.#context, line, packet, mn)
    const before = sessions.get(mn)
    sessions.set(mn, session)
    this.#sessions.set(mn, session)
    this.#only = session
    if (before) {
      const { remote } = before.line
      log.warn(
        { sn: mn, remote: this.remote, before: remote },
        'a station reconnected; the newest connection is used',
      )
      before.line.replaced(before)
    } else ingest.connected(mn, platformClock.now())
    session.take(packet, frame, this.#nowMs)
  }

  #refuse(packet: Packet, reason: RefusalReason): void {
    const { counters, log, limits } = this.#context
    countIn(counters.refusals, reason)
    // Without room there may be ever new ones: the device log has one line for all of an address.
    log[reason === 'full' ? 'debug' : 'info'](
      { remote: this.remote, sn: packet.mn, reason },
      'a station was refused',
    )
    this.#answer(packet.flag, packet.cn, packet, RETURN_CODE[reason])
    if (++this.#refusals >= limits.refusals) this.cut(reason === 'full' ? 'full' : 'refused')
  }

  #takeProblem(problem: WireProblem, frame: string | undefined): void {
    const { counters, limits, log } = this.#context
    if (this.#cutFor) return
    countIn(counters.problems, problem.code)
    log.debug({ remote: this.remote, problem }, 'bytes that are no packet')
    const { head, returnCode } = problem
    const session = head?.['MN'] === undefined ? this.#only : this.#sessions.get(head['MN'])
    session?.takeBad(frame ?? '', `${problem.code} at ${problem.offset}: ${problem.message}`)
    if (head && returnCode !== undefined) {
      const flag = /^\d{1,3}$/.test(head['Flag'] ?? '') ? Number(head['Flag']) : undefined
      const asked = { qn: head['QN'], mn: head['MN'], password: head['PW'] }
      this.#answer(flag, head['CN'] ?? '', asked, returnCode)
    }
    this.#garbage += problem.skipped ?? 0
    if (problem.code !== 'garbage') this.#bad++
    if (this.#bad >= limits.badFrames || this.#garbage >= limits.garbageBytes) this.cut('badFrames')
  }

  /** 9011 with a reason, where an answer is due: it was requested, or the packet is a notice. */
  #answer(
    flag: number | undefined,
    cn: string,
    asked: Pick<Packet, 'qn' | 'mn' | 'password'>,
    code: ReturnCode,
  ): void {
    if (!wantsAck(flag) && COMMANDS.get(cn)?.kind !== 'notice') return
    const draft = requestAnswer({ ...asked, version: versionOf(flag) }, code)
    // A head that is itself broken cannot be sent back.
    if ([draft.qn, draft.mn, draft.password].some((text) => text !== undefined && /[^!-~]|[;&=]/.test(text)))
      return
    this.#send(writePacket(draft))
  }

  #send(frame: Buffer): void {
    if (this.#socket.destroyed) return
    const { counters, limits } = this.#context
    counters.packetsOut++
    counters.bytesOut += frame.length
    this.#out.push(frame)
    if (!this.#collecting) this.#flush()
    if (this.#socket.writableLength > limits.unreadBytes) this.cut('notReading')
  }

  #flush(): void {
    const [first, ...rest] = this.#out
    this.#out = []
    if (!first || this.#socket.destroyed) return
    this.#socket.write(rest.length === 0 ? first : Buffer.concat([first, ...rest]))
  }

  #release(session: StationSession): void {
    const { sessions, ingest, platformClock } = this.#context
    this.#sessions.delete(session.sn)
    session.end()
    if (sessions.get(session.sn) !== session) return
    sessions.delete(session.sn)
    ingest.disconnected(session.sn, platformClock.now())
  }

  #leave(): void {
    for (const session of [...this.#sessions.values()]) this.#release(session)
  }
}
