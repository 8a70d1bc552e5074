import { LIMITS } from '@backlot/contract/limits'
import type { Passing } from './key-frame-filter.ts'

/**
 * loading: a stream was requested, no picture yet. no-signal: the platform gave no stream (`reason`). failed: the
 * fourth error in a row; playing has stopped.
 */
export type PlayerState = 'idle' | 'loading' | 'playing' | 'no-signal' | 'failed'

/** Next step of the player's owner: make a new player (ending the old one), end it, or nothing. */
export type PlayerOrder = 'open' | 'close' | undefined

/**
 * ended: the server closed the stream, which mpegts.js reports as LOADING_COMPLETE. codec: this browser cannot decode
 * it. noMse: this browser plays no live video at all.
 */
export type PlayerError = 'media' | 'ended' | 'stalled' | 'timeout' | 'unreachable' | 'codec' | 'noMse'

/** Without a first picture for this long the attempt counts as an error. */
export const FIRST_FRAME_TIMEOUT_MS = 10_000
/** A picture frozen for this long counts as an error: ten times the latency that live aims at, and more. */
export const STALL_MS = 5_000
/** Waits before the first, second and third new player: a blip is bridged at once, a restart gets some seconds. */
export const RETRY_DELAYS_MS = [300, 1_500, 4_000] as const
/** After a minute of stable play the count of errors restarts. */
export const STABLE_MS = 60_000
/** The slow retry after server, machine or network came back: not all windows of a wall at the same instant. */
export const SLOW_RETRY_MS = 3_000
/** A player that gives up so soon after server, machine or network came back has its slow retry too. */
const WOKEN_MS = 15_000
/** Ticks of a visible page further apart than this mean that the machine slept. */
const SLEPT_MS = 15_000
/**
 * With more than this received and not yet shown, the player jumps to the live edge at once; up to there it chases it
 * by playing a little faster. Well below the five seconds that live may be late.
 */
export const JUMP_TO_EDGE_SECONDS = 2.5
/** Seconds left to play after such a jump. */
export const EDGE_SECONDS = 0.3

/** Part of the newest key frame that a player of key frames only leaves: less than a picture lasts. */
const KEY_EDGE_SECONDS = 0.02
/** Key frames only: by then the next one has come. The live edge is chased up to there in any case. */
const KEY_AHEAD_SECONDS = 0.6

/**
 * Where to jump to in a stream of which some seconds wait to be shown; undefined: play on. `passing`: whether all its
 * pictures come. Key frames only are shown as they come, each at once; while all pictures resume, some gather, and once
 * they have (`resumed`) playback goes to them.
 */
export function liveEdgeJump(
  currentSeconds: number,
  bufferedEndSeconds: number,
  passing: Passing | 'resumed',
): number | undefined {
  const ahead = bufferedEndSeconds - currentSeconds
  if (passing === 'keys') return ahead > KEY_AHEAD_SECONDS ? bufferedEndSeconds - KEY_EDGE_SECONDS : undefined
  if (passing === 'resuming') return undefined
  const most = passing === 'resumed' ? KEY_AHEAD_SECONDS : JUMP_TO_EDGE_SECONDS
  return ahead > most ? bufferedEndSeconds - EDGE_SECONDS : undefined
}

/**
 * When a live player is remade and when it gives up. Pure: the owner reports events, calls `tick` some times a second,
 * and carries out the answer.
 */
export class PlayerPolicy {
  state: PlayerState = 'idle'
  /** Last error, or the platform's words when it gave no stream. */
  error: PlayerError | undefined
  reason = ''
  /** Errors since the last minute of stable play. */
  errors = 0
  readonly #now: () => number
  readonly #wallNow: () => number
  #openedAt = 0
  #progressAt = 0
  #stableSince = 0
  #tickedAt = 0
  #wasVisible = true
  #reopenAt: number | undefined
  #wokeAt = Number.NEGATIVE_INFINITY
  /** The slow retry is given once until a picture came, or an answer that there is none. */
  #slowRetryUsed = false

  /** `wallNow`: a clock that continues while the machine sleeps, where `now` may stop. */
  constructor(now: () => number, wallNow: () => number = now) {
    this.#now = now
    this.#wallNow = wallNow
    this.#tickedAt = wallNow()
  }

  /** Restarts with a clean record. */
  start(): PlayerOrder {
    this.errors = 0
    this.#slowRetryUsed = false
    this.#tickedAt = this.#wallNow()
    return this.#open()
  }

  /** Ends on an error that a new player would not fix. */
  giveUp(error: PlayerError): PlayerOrder {
    if (this.state !== 'loading' && this.state !== 'playing') return undefined
    this.error = error
    this.state = 'failed'
    this.#slowRetryUsed = true
    this.#reopenAt = undefined
    return 'close'
  }

  stop(): PlayerOrder {
    this.#reopenAt = undefined
    this.state = 'idle'
    return 'close'
  }

  /** The attempt really begins now: it waited in the queue of starts until here. */
  began(): void {
    this.#openedAt = this.#now()
  }

  firstFrame(): void {
    if (this.state !== 'loading') return
    this.state = 'playing'
    this.error = undefined
    this.#slowRetryUsed = false
    this.#progressAt = this.#now()
    this.#stableSince = this.#now()
  }

  /** The picture moved on. */
  progress(): void {
    this.#progressAt = this.#now()
  }

  /** The player broke. The fourth time in a row it stays stopped. */
  fail(error: PlayerError): PlayerOrder {
    if (this.state !== 'loading' && this.state !== 'playing') return undefined
    this.error = error
    this.errors += 1
    if (this.errors > LIMITS.playerRetries) {
      this.state = 'failed'
      this.#reopenAt = undefined
      // The server came back a moment ago, while this player was still trying.
      if (this.#now() - this.#wokeAt < WOKEN_MS) this.#retrySlowly()
      return 'close'
    }
    this.state = 'loading'
    this.#openedAt = Number.POSITIVE_INFINITY
    this.#reopenAt = this.#now() + RETRY_DELAYS_MS[Math.min(this.errors, RETRY_DELAYS_MS.length) - 1]!
    return 'close'
  }

  /** The platform answered that there is no stream. Asking again at once would not help. */
  refuse(reason: string): PlayerOrder {
    if (this.state !== 'loading' && this.state !== 'playing') return undefined
    this.reason = reason
    this.state = 'no-signal'
    // A platform that answers works; the awaited thing (the device, say) may come.
    this.#slowRetryUsed = false
    this.#reopenAt = undefined
    return 'close'
  }

  /**
   * Server back, machine awake, network back or device online: stopped playback restarts, slowly and with a clean
   * record, because it may take more than one try.
   */
  wake(): void {
    this.#wokeAt = this.#now()
    // An unreachable platform gave no answer about this stream: each time it is back, it is asked.
    if (this.error === 'unreachable') this.#slowRetryUsed = false
    if (this.state === 'no-signal' || this.state === 'failed') this.#retrySlowly()
  }

  #retrySlowly(): void {
    if (this.#slowRetryUsed) return
    this.#slowRetryUsed = true
    this.errors = 0
    this.#reopenAt = this.#now() + SLOW_RETRY_MS
  }

  /** Lets time pass. A hidden page's picture may be frozen without being stalled. */
  tick(visible: boolean): PlayerOrder {
    const now = this.#now()
    const wall = this.#wallNow()
    // A hidden page's timers are slowed down to one a minute: that is no sleep.
    const slept = wall - this.#tickedAt > SLEPT_MS && this.#wasVisible
    const watched = visible && this.#wasVisible
    this.#tickedAt = wall
    this.#wasVisible = visible
    if (slept) {
      // The live edge has moved on and the connection is gone, whatever it seems.
      if (this.state === 'playing' || this.state === 'loading') {
        this.errors = 0
        return this.#open()
      }
      this.wake()
    } else if (!watched) {
      this.#progressAt = now
      if (this.#openedAt !== Number.POSITIVE_INFINITY) this.#openedAt = now
    }
    if (this.#reopenAt !== undefined && now >= this.#reopenAt) return this.#open()
    if (this.state === 'loading' && now - this.#openedAt >= FIRST_FRAME_TIMEOUT_MS)
      return this.fail('timeout')
    if (this.state !== 'playing') return undefined
    if (now - this.#progressAt >= STALL_MS) return this.fail('stalled')
    if (this.errors > 0 && now - this.#stableSince >= STABLE_MS) this.errors = 0
    return undefined
  }

  #open(): PlayerOrder {
    this.#reopenAt = undefined
    this.state = 'loading'
    this.reason = ''
    // Until `began`: the time in the queue of starts does not count.
    this.#openedAt = Number.POSITIVE_INFINITY
    return 'open'
  }
}
