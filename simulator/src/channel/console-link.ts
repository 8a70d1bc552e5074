import type { Duplex } from 'node:stream'
import { CLOSE } from '@backlot/contract/channel/frames'
import type { WebSocket } from 'ws'
import type { FrameLine, LineFrame } from '../faults/frame-line.ts'
import { binaryFrame, textFrame, textOf } from '../kernel/websocket-frame.ts'
import type { ChannelMetrics } from './channel-metrics.ts'
import type { TurnBudget, Waiting } from './turn-budget.ts'
import { WatchedSocket } from './watched-socket.ts'

/** Bytes that may wait for a console, the frame that is to follow included; past it the console is too slow and is cut. */
const BUFFER_MAX_BYTES = 256 * 1024
/** Below it a snapshot continues. */
const BUFFER_EASY_BYTES = 64 * 1024

/** The socket of one console: writes frames, watches how much waits, closes with a reason. */
export class ConsoleLink extends WatchedSocket implements Waiting {
  /** Stream that the socket writes to: frames shared by many consoles are written there unchanged. */
  readonly #stream: Duplex
  readonly #metrics: ChannelMetrics
  readonly #line: FrameLine | undefined
  readonly #budget: TurnBudget
  /** Frames that wait for the next turn of the event loop. */
  #held: Buffer[] = []
  /** Transforms every outgoing text. */
  reform: ((text: string) => string) | undefined

  /** `line`: the faults that its frames pass. */
  constructor(
    socket: WebSocket,
    stream: Duplex,
    metrics: ChannelMetrics,
    budget: TurnBudget,
    line?: FrameLine,
  ) {
    super(socket, () => metrics.dropped('silent'))
    this.#stream = stream
    this.#metrics = metrics
    this.#budget = budget
    this.#line = line
    socket.once('close', () => line?.close())
  }

  /** Whether so little waits that more than the live frames may be sent. */
  get isEasy(): boolean {
    return this.waitingBytes < BUFFER_EASY_BYTES
  }

  /** Whether frames wait that the other side could have read by now: those that faults hold back do not count. */
  get isBehind(): boolean {
    return this.#held.length > 0 || this.socket.bufferedAmount > 0
  }

  /** Whose console it is: from here on faults may affect its frames. */
  signedIn(loginName: string): void {
    if (this.#line) this.#line.account = loginName
  }

  /** Sends a text, or cuts a console that does not keep up. Answers whether it was sent. */
  send(text: string): boolean {
    return this.sendFrame(textFrame(this.reform?.(text) ?? text))
  }

  /** The same of a whole frame, which is written as it is (see websocket-frame.ts). */
  sendFrame(frame: Buffer): boolean {
    if (!this.isOpen) return false
    const waiting = this.waitingBytes
    if (waiting > 0 && waiting + frame.length > BUFFER_MAX_BYTES) {
      this.#metrics.dropped('tooSlow')
      this.close('tooSlow', 'This console does not keep up.')
      return false
    }
    const line = this.#line
    if (!line || line.isFree) this.#write(frame)
    else line.pass(this.#lineFrame(frame), () => this.cut())
    return true
  }

  #lineFrame(frame: Buffer): LineFrame {
    return {
      bytes: frame.length,
      text: () => textOf(frame),
      send: () => this.#write(frame),
      sendOther: (garbage) =>
        this.#write(typeof garbage === 'string' ? textFrame(garbage) : binaryFrame(garbage)),
    }
  }

  /** Bytes waiting for this console, including those that faults hold back. */
  get waitingBytes(): number {
    return this.socket.bufferedAmount + (this.#line?.waitingBytes ?? 0)
  }

  #write(frame: Buffer): void {
    if (!this.isOpen) return
    if (this.#held.length === 0 && this.#budget.take(frame.length)) {
      this.#writeNow(frame)
      return
    }
    this.#held.push(frame)
    this.#budget.later(this)
  }

  // The library writes its own frames (close, ping) in one go too, so none comes into the middle of another.
  #writeNow(frame: Buffer): void {
    this.#stream.write(frame)
    this.#metrics.sent(frame.length)
  }

  writeNext(): number | undefined {
    const frame = this.#held.shift()
    if (!frame || !this.isOpen) return undefined
    this.#writeNow(frame)
    return frame.length
  }

  close(reason: keyof typeof CLOSE, text: string): void {
    this.closeWith(CLOSE[reason], text)
  }

  closeWith(code: number, text: string): void {
    while (this.writeNext() !== undefined);
    this.sayGoodbye(code, text)
  }
}
