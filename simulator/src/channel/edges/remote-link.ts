import { CLOSE } from '@backlot/contract/channel/frames'
import type { FrameLine } from '../../faults/frame-line.ts'
import { binaryFrame, textFrame, textOf } from '../../kernel/websocket-frame.ts'
import type { SessionLink } from '../console-session.ts'
import { writeCoreMessage } from './link-messages.ts'
import type { SharedFrames, SharedStream } from './shared-frames.ts'

/** Bytes that may wait for a console at its edge; that bounds its socket closer. */
const WAITING_MAX_BYTES = 1024 * 1024
/** Below it a snapshot continues. */
const WAITING_EASY_BYTES = 64 * 1024

export type RemoteLinkDeps = {
  /** Number of the console at its edge. */
  console: number
  shared: SharedFrames
  reform: ((text: string) => string) | undefined
  /** Faults that its frames pass. */
  line: FrameLine | undefined
  send(message: Buffer): void
  /** It sits in a stream (by 1), or no longer (by -1). */
  seated(stream: SharedStream, by: 1 | -1): void
  /** It is closed from here: the console is gone. */
  onEnd(): void
  onTooSlow(): void
}

/** The socket of a console, which is at an edge. */
export class RemoteLink implements SessionLink {
  readonly #deps: RemoteLinkDeps
  #isOpen = true
  #waitingBytes = 0
  #wantedKey: string | undefined
  #seat: SharedStream | undefined
  /** Its edge knows who has not read earlier frames. */
  readonly isBehind = false

  constructor(deps: RemoteLinkDeps) {
    this.#deps = deps
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get isEasy(): boolean {
    return this.waitingBytes < WAITING_EASY_BYTES
  }

  get waitingBytes(): number {
    return this.#waitingBytes + (this.#deps.line?.waitingBytes ?? 0)
  }

  signedIn(loginName: string): void {
    const { line, send, console } = this.#deps
    if (line) line.account = loginName
    send(writeCoreMessage({ type: 'signedIn', console }))
  }

  /** So many bytes were written to its socket. */
  taken(bytes: number): void {
    this.#waitingBytes = Math.max(0, this.#waitingBytes - bytes)
  }

  send(text: string): boolean {
    return this.sendFrame(textFrame(this.#deps.reform?.(text) ?? text))
  }

  sendFrame(frame: Buffer): boolean {
    if (!this.#isOpen) return false
    const waiting = this.waitingBytes
    if (waiting > 0 && waiting + frame.length > WAITING_MAX_BYTES) {
      this.#deps.onTooSlow()
      this.close('tooSlow', 'This console does not keep up.')
      return false
    }
    const { line } = this.#deps
    if (!line || line.isFree) {
      this.#write(frame)
      return true
    }
    const sendOther = (garbage: string | Uint8Array) =>
      this.#write(typeof garbage === 'string' ? textFrame(garbage) : binaryFrame(garbage))
    const passing = {
      bytes: frame.length,
      text: () => textOf(frame),
      send: () => this.#write(frame),
      sendOther,
    }
    line.pass(passing, () => this.cut())
    return true
  }

  /** Where it shares the frames of an audience from this tick on; undefined: they are sent to it alone. */
  share(key: string | undefined): SharedStream | undefined {
    const { line, shared } = this.#deps
    // Faults are those of single frames.
    const wanted = line && !line.isFree ? undefined : key
    if (wanted !== undefined && this.#seat && wanted === this.#seat.key) return this.#seat
    this.#want(wanted)
    const seat = wanted === undefined || !this.#isOpen ? undefined : shared.streamOf(wanted)
    if (seat !== this.#seat) this.#sit(seat)
    return seat
  }

  close(reason: keyof typeof CLOSE, text: string): void {
    if (!this.#isOpen) return
    const { send, console } = this.#deps
    send(writeCoreMessage({ type: 'close', console, code: CLOSE[reason], reason: text }))
    this.#end()
  }

  cut(): void {
    if (!this.#isOpen) return
    const { send, console } = this.#deps
    send(writeCoreMessage({ type: 'cut', console }))
    this.#end()
  }

  /** Its socket has closed, or the link of its edge has. */
  gone(): void {
    if (this.#isOpen) this.#end()
  }

  #end(): void {
    this.#isOpen = false
    this.#deps.line?.close()
    this.#want(undefined)
    const seat = this.#seat
    this.#seat = undefined
    if (seat) this.#count(seat, -1)
    this.#deps.onEnd()
  }

  #want(key: string | undefined): void {
    if (key === this.#wantedKey) return
    if (key !== undefined) this.#deps.shared.want(key, 1)
    if (this.#wantedKey !== undefined) this.#deps.shared.want(this.#wantedKey, -1)
    this.#wantedKey = key
  }

  #sit(seat: SharedStream | undefined): void {
    const { console, shared, send } = this.#deps
    if (this.#seat) this.#count(this.#seat, -1)
    if (seat) this.#count(seat, 1)
    this.#seat = seat
    send(writeCoreMessage({ type: 'seat', console, stream: seat?.id ?? 0, tick: shared.tick - 1 }))
  }

  #count(seat: SharedStream, by: 1 | -1): void {
    seat.consoles += by
    this.#deps.seated(seat, by)
  }

  #write(frame: Buffer): void {
    if (!this.#isOpen) return
    this.#waitingBytes += frame.length
    const { send, console } = this.#deps
    send(writeCoreMessage({ type: 'send', console, frame }))
  }
}
