import {
  decodeAudio,
  encodeAudio,
  TALK_FRAME_BYTES,
  type TalkCodec,
} from '@backlot/contract/talk/audio-frame'
import { TALK_CLOSE, type TalkServerFrame } from '@backlot/contract/talk/frames'
import type { WebSocket } from 'ws'
import { WatchedSocket } from '../channel/watched-socket.ts'
import { TokenBucket } from '../sockets/token-bucket.ts'
import type { TalkMetrics } from './talk-metrics.ts'

/** Sound older than half a second is worth nothing: while that much waits, frames are dropped. */
const SOUND_WAITS_MS = 500
/** Most bytes that may wait in all before a console is cut. */
const WAITS_MAX_BYTES = 64 * 1024
/** A console that took nothing for this long is cut. */
const STALLED_MS = 8000
/** Frames a second that a console may send, and in one go: a second's backlog of a page that was held up. */
const FRAMES_A_SECOND = 27
const FRAMES_AT_ONCE = 75
/** A client this far ahead of time is no console of ours. */
const AHEAD_MAX_MS = 20_000

/** One socket of talk: JSON and sound out, with the backlog watched; sound in, counted against real time. */
export class TalkLink extends WatchedSocket {
  codec: TalkCodec = 'pcm'
  readonly #metrics: TalkMetrics
  readonly #uplink: TokenBucket
  #droppingSinceMs: number | undefined

  constructor(socket: WebSocket, metrics: TalkMetrics, nowMs: number) {
    super(socket, () => metrics.dropped('silent'))
    this.#metrics = metrics
    this.#uplink = new TokenBucket(FRAMES_AT_ONCE, FRAMES_A_SECOND, nowMs)
  }

  get queuedBytes(): number {
    return this.socket.bufferedAmount
  }

  say(frame: TalkServerFrame): void {
    if (!this.isOpen) return
    if (this.socket.bufferedAmount > WAITS_MAX_BYTES) {
      this.#metrics.dropped('tooSlow')
      this.close('tooSlow', 'This console does not keep up.')
      return
    }
    this.socket.send(JSON.stringify(frame))
  }

  /** Sends a frame of sound, or drops it while too much waits. */
  sound(nowMs: number, samples: Int16Array): void {
    if (!this.isOpen) return
    const bytes = TALK_FRAME_BYTES[this.codec]
    if (this.socket.bufferedAmount > (bytes * SOUND_WAITS_MS) / 40) {
      this.#metrics.dropped('soundWaits')
      this.#droppingSinceMs ??= nowMs
      if (nowMs - this.#droppingSinceMs > STALLED_MS) {
        this.#metrics.dropped('tooSlow')
        this.close('tooSlow', 'This console takes no sound.')
      }
      return
    }
    this.#droppingSinceMs = undefined
    this.#metrics.sent()
    this.socket.send(encodeAudio(this.codec, samples), { binary: true })
  }

  /** A frame that came; undefined when it is none, or one too many. */
  receive(nowMs: number, bytes: Uint8Array): Int16Array | undefined {
    const samples = decodeAudio(this.codec, bytes)
    if (!samples) {
      this.#metrics.dropped('badFrame')
      this.close('badFrame', `A frame of sound has ${TALK_FRAME_BYTES[this.codec]} bytes.`)
      return undefined
    }
    const aheadMs = this.#uplink.take(1, nowMs)
    if (aheadMs > 0) {
      this.#metrics.dropped('tooFast')
      if (aheadMs > AHEAD_MAX_MS) this.close('badFrame', 'More sound than time.')
      return undefined
    }
    this.#metrics.received()
    return samples
  }

  close(reason: keyof typeof TALK_CLOSE, text: string): void {
    this.sayGoodbye(TALK_CLOSE[reason], text)
  }
}
