import { type CursorRange, withoutRange, withRange } from '@backlot/contract/channel/cursor-ranges'
import { CHANNEL_PATH, type ChannelMessage, ServerFrame } from '@backlot/contract/channel/frames'
import { WebSocket } from 'ws'
import type { Operator } from '../../testing/operator.ts'

/** A pause before it connects again, as a console's is about that long. */
const AGAIN_MS = 300

/** A console that comes back with its cursor and its open gaps, at whichever address there is, and counts what it got. */
export class ReturningClient {
  readonly #operator: Operator
  readonly #urls: () => readonly string[]
  #turn: number
  #socket: WebSocket | undefined
  #isClosed = false
  #cursor: number | undefined
  #gaps: CursorRange[] = []
  #counted = 0
  readonly #asNew = new Map<number, number>()
  readonly #waiters = new Set<() => void>()
  /** Newest alarm when it first came. */
  startCursor: number | undefined
  /** How often its socket was closed by the other side. */
  cuts = 0
  isOn = false

  /** `turn`: which of the addresses it comes to first. */
  constructor(operator: Operator, urls: () => readonly string[], turn: number) {
    this.#operator = operator
    this.#urls = urls
    this.#turn = turn
    this.#connect()
  }

  #connect(): void {
    const urls = this.#urls()
    const url = urls[this.#turn++ % urls.length] ?? ''
    const socket = new WebSocket(url.replace('http', 'ws') + CHANNEL_PATH)
    this.#socket = socket
    const { sessionId, userInfo } = this.#operator
    socket.on('open', () => {
      const resume =
        this.#cursor === undefined ? {} : { alarmCursor: this.#cursor, alarmGaps: this.#gaps.slice(-64) }
      const loginName = userInfo?.loginName ?? ''
      this.#send({ type: 'login', projectName: 'backlot', loginName, sessionId, ...resume })
    })
    socket.on('message', (data) => this.#take(ServerFrame.parse(JSON.parse(String(data)))))
    socket.on('error', () => {})
    socket.on('close', () => {
      if (this.isOn) this.cuts++
      this.isOn = false
      this.#wake()
      if (!this.#isClosed) setTimeout(() => this.#isClosed || this.#connect(), AGAIN_MS)
    })
  }

  #send(frame: object): void {
    this.#socket?.send(JSON.stringify(frame))
  }

  #take(frame: ServerFrame): void {
    if (frame.type === 'loginReply' && frame.code === 0) {
      this.#cursor ??= frame.alarmCursor ?? 0
      this.startCursor ??= this.#cursor
      const scope = { kind: 'subtree', groupId: 0 }
      this.#send({ type: 'subscribe', id: 'a', topics: ['alarm', 'status'], scope, snapshot: false })
    }
    if (frame.type === 'subscribed') this.isOn = true
    if (frame.type === 'batch') for (const message of frame.messages) this.#hear(message)
    this.#wake()
  }

  #hear(message: ChannelMessage): void {
    if (message.type === 'alarm') {
      this.#cursor = Math.max(this.#cursor ?? 0, message.cursor)
      if (message.updateOnly) return
      for (const { id, alarmSeq } of message.list)
        if (alarmSeq.startsWith('storm')) this.#asNew.set(id, (this.#asNew.get(id) ?? 0) + 1)
    }
    if (message.type !== 'alarmGap') return
    this.#cursor = Math.max(this.#cursor ?? 0, message.toCursor)
    if (message.counted === false) this.#gaps = withRange(this.#gaps, message)
    else {
      this.#gaps = withoutRange(this.#gaps, message)
      this.#counted += message.skipped
    }
  }

  ready(): Promise<void> {
    return this.until(() => this.isOn)
  }

  /** It has everything up to a cursor, and no gap is open. */
  reached(cursor: number): Promise<void> {
    return this.until(() => this.isOn && (this.#cursor ?? 0) >= cursor && this.#gaps.length === 0)
  }

  has = (id: number): boolean => this.#asNew.has(id)
  seen = (): number => this.#asNew.size
  /** Alarms that it was told of by their number alone. */
  counted = (): number => this.#counted
  twice = (): number[] => [...this.#asNew].filter(([, times]) => times > 1).map(([id]) => id)
  missing = (ids: readonly number[]): number[] => ids.filter((id) => !this.#asNew.has(id))

  until(isThere: () => boolean, withinMs = 60_000): Promise<void> {
    if (isThere()) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`A console waited ${withinMs} ms.`)), withinMs)
      const look = () => {
        if (!isThere()) return
        clearTimeout(timer)
        this.#waiters.delete(look)
        resolve()
      }
      this.#waiters.add(look)
    })
  }

  #wake(): void {
    for (const look of [...this.#waiters]) look()
  }

  close(): void {
    this.#isClosed = true
    this.#socket?.terminate()
  }
}
