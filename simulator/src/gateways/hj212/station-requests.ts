/** Requests of the platform to one station: sent, resent, and matched with their answers by QN. */
import { COMMANDS } from '../../wire/hj212/command-table.ts'
import { requestDraft, type Station } from '../../wire/hj212/messages.ts'
import type { Packet } from '../../wire/hj212/packet.ts'
import { EXE_RTN, QN_RTN } from '../../wire/hj212/return-codes.ts'
import { wholeMessages } from '../../wire/hj212/split-packets.ts'
import { type ParameterItem, writePacket } from '../../wire/hj212/write-packet.ts'
import type { GatewayContext } from './gateway-context.ts'

export type StationAnswer = {
  qn: string
  /** QnRtn of 9011; undefined where the station answered without one, as to notices. */
  qnRtn: number | undefined
  /** ExeRtn of 9012; undefined for notices and for stations that only send data. */
  exeRtn: number | undefined
  /** Messages with data that came for this request; pieces are put together. */
  data: readonly Packet[]
}

/** offline: not connected; refused: QnRtn is not 1; failed: ExeRtn is not 1; timeout: no answer after all resends. */
export type RequestFailure = 'offline' | 'timeout' | 'refused' | 'failed' | 'full'

export class StationRequestError extends Error {
  readonly reason: RequestFailure
  /** QnRtn or ExeRtn where the station gave one. */
  readonly code: number | undefined

  constructor(reason: RequestFailure, message: string, code?: number) {
    super(message)
    this.name = 'StationRequestError'
    this.reason = reason
    this.code = code
  }
}

type Pending = {
  cn: string
  frame: Buffer
  isNotice: boolean
  resends: number
  dueMs: number
  qnRtn: number | undefined
  data: Packet[]
  resolve(answer: StationAnswer): void
  reject(error: StationRequestError): void
}

const PENDING_MAX = 32
const DATA_MAX = 2000

export class StationRequests {
  readonly #context: GatewayContext
  readonly #send: (frame: Buffer) => void
  readonly #pending = new Map<string, Pending>()

  constructor(context: GatewayContext, send: (frame: Buffer) => void) {
    this.#context = context
    this.#send = send
  }

  /** Sends a request. Resolves when it was executed; rejects with a StationRequestError. */
  ask(station: Station, cn: string, items: readonly ParameterItem[]): Promise<StationAnswer> {
    if (this.#pending.size >= PENDING_MAX) {
      return Promise.reject(new StationRequestError('full', `Too many requests wait for ${station.mn}.`))
    }
    const { hostClock, limits } = this.#context
    const qn = this.#context.newQn()
    const frame = writePacket(requestDraft(station, qn, cn, items))
    return new Promise((resolve, reject) => {
      this.#pending.set(qn, {
        cn,
        frame,
        isNotice: COMMANDS.get(cn)?.kind === 'notice',
        resends: 0,
        dueMs: hostClock.now() + limits.replyWithinMs,
        qnRtn: undefined,
        data: [],
        resolve,
        reject,
      })
      this.#send(frame)
    })
  }

  /** 9011, 9012 or 9013 came. Answers whether somebody waited for it. */
  answered(packet: Packet): boolean {
    const qn = packet.qn
    const pending = qn === undefined ? undefined : this.#pending.get(qn)
    if (qn === undefined || !pending) return false
    if (packet.cn === '9013') {
      this.#end(qn, pending, undefined)
    } else if (packet.cn === '9011') {
      const code = Number(packet.params.get('QnRtn') ?? Number.NaN)
      pending.qnRtn = code
      if (code !== QN_RTN.ready) {
        this.#fail(
          qn,
          pending,
          new StationRequestError('refused', `The station refused CN ${pending.cn}.`, code),
        )
      } else pending.dueMs = this.#context.hostClock.now() + this.#context.limits.executeWithinMs
    } else if (packet.cn === '9012') {
      const code = Number(packet.params.get('ExeRtn') ?? Number.NaN)
      if (code === EXE_RTN.ok || code === EXE_RTN.noData) this.#end(qn, pending, code)
      else
        this.#fail(
          qn,
          pending,
          new StationRequestError('failed', `The station failed at CN ${pending.cn}.`, code),
        )
    }
    return true
  }

  /** Data came: kept for the request of the same QN, or else the same command. */
  data(packet: Packet): void {
    if (this.#pending.size === 0) return
    const exact = packet.qn === undefined ? undefined : this.#pending.get(packet.qn)
    const pending =
      exact ?? [...this.#pending.values()].find(({ cn, qnRtn }) => cn === packet.cn && qnRtn !== undefined)
    if (!pending || pending.data.length >= DATA_MAX) return
    pending.data.push(packet)
    pending.dueMs = this.#context.hostClock.now() + this.#context.limits.executeWithinMs
  }

  /** Lets time pass: sends again, and gives up. */
  review(nowMs: number): void {
    const { limits } = this.#context
    for (const [qn, pending] of this.#pending) {
      if (nowMs < pending.dueMs) continue
      if (pending.qnRtn === undefined && pending.data.length === 0 && pending.resends < limits.resends) {
        pending.resends++
        pending.dueMs = nowMs + limits.replyWithinMs
        this.#send(pending.frame)
      } else if (pending.data.length > 0) this.#end(qn, pending, undefined)
      else {
        const tries = pending.resends + 1
        const message = `The station did not answer CN ${pending.cn} (sent ${tries} times).`
        this.#fail(qn, pending, new StationRequestError('timeout', message))
      }
    }
  }

  /** The station went. */
  end(): void {
    for (const [qn, pending] of this.#pending) {
      this.#fail(qn, pending, new StationRequestError('offline', 'The station went off line.'))
    }
  }

  #end(qn: string, pending: Pending, exeRtn: number | undefined): void {
    this.#pending.delete(qn)
    pending.resolve({ qn, qnRtn: pending.qnRtn, exeRtn, data: wholeMessages(pending.data) })
  }

  #fail(qn: string, pending: Pending, error: StationRequestError): void {
    this.#pending.delete(qn)
    this.#context.counters.requestsFailed++
    pending.reject(error)
  }
}
