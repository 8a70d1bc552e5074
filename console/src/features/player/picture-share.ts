import type { FrameCounts } from './decode-budget.ts'
import type { FlvPlayer } from './flv-player.ts'
import { KEYS_APART_MOST_MS } from './key-frame-filter.ts'
import type { BudgetPlayer } from './picture-budget.ts'
import { liveEdgeJump, type PlayerState } from './player-policy.ts'

/** Frames count for the page's budget when a player has had a picture for this long: a start drops some anywhere. */
const COUNTS_AFTER_MS = 5_000

/** The part of a live stream's pictures that its player shows: all, or key frames only, and how it keeps to the edge. */
export class PictureShare {
  /** The operator wants all pictures, whatever else this computer has to do. */
  attended = true
  readonly #video: HTMLVideoElement
  readonly #play: () => void
  #player: FlvPlayer | undefined
  #keysOnly = false
  #playingSinceMs = 0
  #heldBack = 0
  #wasWhole = true

  /** `play`: begins to play the video, which was paused. */
  constructor(video: HTMLVideoElement, play: () => void) {
    this.#video = video
    this.#play = play
  }

  /** Another player, or none. The wanted mode stays. */
  set player(player: FlvPlayer | undefined) {
    this.#player = player
    this.#heldBack = 0
    this.#wasWhole = true
    player?.thin(this.#keysOnly)
  }

  set keysOnly(keysOnly: boolean) {
    this.#keysOnly = keysOnly
    this.#player?.thin(keysOnly)
  }

  /** All pictures are wanted, and have come for some time. */
  get isWhole(): boolean {
    return !this.#keysOnly && (this.#player?.pictures.passing ?? 'all') === 'all'
  }

  /** Pictures that were left out since the player began. */
  get leftOut(): number {
    return this.#player?.pictures.heldBack ?? 0
  }

  get frames(): FrameCounts {
    return this.#player?.frames() ?? { total: 0, dropped: 0 }
  }

  firstFrame(): void {
    this.#playingSinceMs = performance.now()
  }

  /** State of this player for the page's budget. */
  budgetPlayer(state: PlayerState, streamType: 'main' | 'sub'): BudgetPlayer {
    const inSight = this.#video.checkVisibility()
    const isSteady =
      state === 'playing' && this.isWhole && performance.now() - this.#playingSinceMs >= COUNTS_AFTER_MS
    const keyEveryMs = this.#player?.pictures.keyEveryMs
    return {
      counts: inSight && isSteady ? this.frames : undefined,
      attended: this.attended,
      canThin: this.#keysOnly
        ? (state === 'playing' || state === 'loading') && (keyEveryMs ?? 0) <= KEYS_APART_MOST_MS
        : isSteady && keyEveryMs !== undefined && keyEveryMs <= KEYS_APART_MOST_MS,
      inSight,
      streamType,
      pixels: this.#video.videoWidth * this.#video.videoHeight,
    }
  }

  /**
   * Catches up after a stop of the page; mpegts.js chases small delays by itself. Key frames are gone to one by one in a
   * paused video: a playing one would run dry after each, and count it as dropped.
   */
  chaseEdge(): void {
    if (this.#player?.keepsEdge) return
    const passing = this.#player?.pictures.passing ?? 'all'
    const hasResumed = passing === 'all' && !this.#wasWhole
    this.#wasWhole = passing === 'all'
    if (passing !== 'all' && !this.#video.paused) this.#video.pause()
    const { buffered } = this.#video
    if (buffered.length === 0) return
    const end = buffered.end(buffered.length - 1)
    const edge = liveEdgeJump(this.#video.currentTime, end, hasResumed ? 'resumed' : passing)
    if (edge !== undefined) this.#video.currentTime = edge
    if (hasResumed) this.#play()
  }

  /** Whether all passed pictures are shown, and more were left out since the last call: the stream continues. */
  goesOnUnseen(): boolean {
    const isComing = this.leftOut !== this.#heldBack
    this.#heldBack = this.leftOut
    return isComing && liveEdgeJump(0, this.#player?.waitingSeconds() ?? 0, 'keys') === undefined
  }
}
