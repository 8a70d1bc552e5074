import type { PictureStrip } from '@backlot/contract/picture-strip'
import { createFlvPlayer, type FlvPlayer, loadFlvLibrary } from '../../features/player/flv-player.ts'
import { mediaSupport } from '../../features/player/media-support.ts'
import {
  type PlayerError,
  type PlayerOrder,
  PlayerPolicy,
  type PlayerState,
} from '../../features/player/player-policy.ts'
import { readStrip } from '../../features/player/strip-reader.ts'
import { mediaUrl } from '../../platform/media-url.ts'
import type { ReplayClock } from './replay-clock.ts'
import { replayPace } from './replay-pace.ts'
import type { PlaybackAddress } from './replay-session.ts'

const TICK_MS = 200
/** Looks at a new player's pictures before they are said to carry no strip. */
const STRIP_LOOKS = 6
/** An address is not used for the last moments before it runs out. */
const EXPIRY_MARGIN_MS = 5_000
/** A place this near to the end of the received part lies within its last picture. */
const LAST_PICTURE_SECONDS = 0.03
/**
 * A paused picture is that of the playback's place, or the next on the grid of twelve a second: 83 ms off is another.
 */
const BEHIND_PICTURE_MS = 82
const BEHIND_TICKS = 3
/** A first picture this far from the playback's clock is of another place; the right one is awaited for this long. */
const ELSEWHERE_MS = 20_000
const ELSEWHERE_WAIT_MS = 2_000
/** Looks after which the picture of a paused place is requested again. */
const STILL_WAIT_TICKS = 15
/** From this error on the stream is read over HTTP: a proxy in between may not let WebSockets pass. */
const HTTP_FROM_ERROR = 2

export type StreamSnapshot = {
  state: PlayerState
  error: PlayerError | undefined
  hasStrip: boolean
  withAudio: boolean
}

/**
 * One channel of a playback in a video element: FLV over WebSocket, over HTTP when that fails, by the player policy of
 * live video, in step with the playback's clock by the moments in its pictures.
 */
export class ReplayStream {
  /** Data in the picture's strip, read several times a second. */
  strip: PictureStrip | undefined
  readonly #video: HTMLVideoElement
  readonly #address: PlaybackAddress
  readonly #clock: ReplayClock
  readonly #events: ReplayStreamEvents
  readonly #policy = new PlayerPolicy(
    () => performance.now(),
    () => Date.now(),
  )
  readonly #timer: ReturnType<typeof setInterval>
  #snapshot: StreamSnapshot
  #player: FlvPlayer | undefined
  #attempt = 0
  #lastTime = 0
  /** When the player that is there was made. */
  #openedMs = 0
  #stripLooks = STRIP_LOOKS
  #withAudio: boolean
  /** Consecutive looks at a picture that is not that of the paused place. */
  #behindTicks = 0
  /** This channel has no pictures at the place that is played. */
  #inGap = false

  constructor(
    video: HTMLVideoElement,
    source: { address: PlaybackAddress; clock: ReplayClock; withAudio: boolean; hasStrip: boolean },
    events: ReplayStreamEvents,
  ) {
    this.#video = video
    this.#address = source.address
    this.#clock = source.clock
    this.#withAudio = source.withAudio
    this.#events = events
    this.#snapshot = {
      state: 'idle',
      error: undefined,
      hasStrip: source.hasStrip,
      withAudio: source.withAudio,
    }
    this.#timer = setInterval(() => this.#tick(), TICK_MS)
    this.#obey(this.#policy.start())
  }

  setInGap(inGap: boolean): void {
    this.#inGap = inGap
  }

  /** With or without the sound track: another player. */
  setAudio(withAudio: boolean): void {
    if (withAudio === this.#withAudio) return
    this.#withAudio = withAudio
    this.#obey(this.#policy.start())
  }

  retry(): void {
    this.#obey(this.#policy.start())
  }

  /** The platform is back: streams that had given up meanwhile start again. */
  wake(): void {
    this.#policy.wake()
  }

  destroy(): void {
    clearInterval(this.#timer)
    this.#obey(this.#policy.stop())
  }

  #obey(order: PlayerOrder): void {
    if (order) this.#close()
    if (order === 'open' && !mediaSupport().live) this.#policy.giveUp('noMse')
    else if (order === 'open' && Date.now() > this.#address.expiresAt - EXPIRY_MARGIN_MS)
      this.#events.onExpired()
    else if (order === 'open') void this.#open()
    this.#tell()
  }

  async #open(): Promise<void> {
    this.#attempt += 1
    const attempt = this.#attempt
    this.#policy.began()
    const mpegts = await loadFlvLibrary()
    if (attempt !== this.#attempt) return
    const http = mediaUrl(this.#address.httpUrl, 'http')
    // A page may read over HTTP from its own origin only; sockets go to other ports and hosts too.
    const overHttp = this.#policy.errors >= HTTP_FROM_ERROR && new URL(http).origin === location.origin
    const url = overHttp ? http : mediaUrl(this.#address.url, 'ws')
    this.#player = createFlvPlayer(
      mpegts,
      this.#video,
      { url, withAudio: this.#withAudio, chase: false },
      {
        onError: (kind) =>
          this.#obey(kind === 'codec' ? this.#policy.giveUp('codec') : this.#policy.fail('media')),
        onEnded: () => this.#obey(this.#policy.fail('ended')),
        onSpeed: () => undefined,
      },
    )
    this.#openedMs = performance.now()
    this.#awaitFirstPicture(attempt)
    this.#video.play().catch((error: DOMException) => {
      if (error.name !== 'NotAllowedError') return
      this.#video.muted = true
      this.#video.play().catch(() => this.#obey(this.#policy.fail('media')))
    })
  }

  /** A playback opens with a picture of its span's start before it goes where it was sent: that one is not shown. */
  #awaitFirstPicture(attempt: number): void {
    this.#video.requestVideoFrameCallback(() => {
      if (attempt === this.#attempt && !this.#takeFirstPicture()) this.#awaitFirstPicture(attempt)
    })
  }

  /** Takes the picture that is there as the first one, unless it is of another place; answers whether it did. */
  #takeFirstPicture(): boolean {
    const shownMs = readStrip(this.#video)?.timeMs
    const clockMs = this.#clock.positionMs()
    const isElsewhere =
      shownMs !== undefined && clockMs !== undefined && Math.abs(shownMs - clockMs) > ELSEWHERE_MS
    if (isElsewhere && performance.now() - this.#openedMs < ELSEWHERE_WAIT_MS) return false
    this.#policy.firstFrame()
    this.#stripLooks = STRIP_LOOKS
    this.#look()
    this.#tell()
    return true
  }

  /**
   * A paused playback has few pictures and nothing follows them: a player that began with another one seeks to the
   * last, and the platform is asked for it again when none comes.
   */
  #seekFirstStill(stoodStill: boolean): void {
    if (this.#video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && this.#takeFirstPicture()) return
    this.#showLast(stoodStill)
    const ticks = Math.floor((performance.now() - this.#openedMs) / TICK_MS)
    if (ticks > 0 && ticks % STILL_WAIT_TICKS === 0) this.#events.onBehind()
  }

  #tick(): void {
    const isRunning = this.#clock.isRunning() && !this.#inGap
    const stoodStill = this.#video.currentTime === this.#lastTime
    if (!stoodStill || !isRunning) {
      this.#lastTime = this.#video.currentTime
      this.#policy.progress()
    }
    // A gap has no pictures to wait for.
    if (this.#policy.state === 'loading' && this.#inGap && this.#player) this.#policy.began()
    const visible = document.visibilityState === 'visible'
    if (visible && this.#policy.state === 'playing') {
      this.#look()
      if (this.#clock.isRunning()) this.#keepStep()
      else this.#showLast(stoodStill)
    } else if (visible && this.#policy.state === 'loading' && this.#player && !this.#clock.isRunning()) {
      this.#seekFirstStill(stoodStill)
    }
    const order = this.#policy.tick(visible)
    if (order) this.#obey(order)
  }

  #look(): void {
    const strip = readStrip(this.#video)
    if (strip) this.#stripLooks = STRIP_LOOKS
    else if (this.#stripLooks > 0) this.#stripLooks -= 1
    if (strip || this.#stripLooks === 0) this.strip = strip
    const hasStrip = this.strip !== undefined
    if (hasStrip !== this.#snapshot.hasStrip && (hasStrip || this.#stripLooks === 0)) {
      this.#snapshot = { ...this.#snapshot, hasStrip }
      this.#tell()
    }
    this.#events.onPicture(this.strip?.timeMs)
  }

  /** While the playback is paused the last picture is shown: a player left to itself keeps it back. */
  #showLast(stoodStill: boolean): void {
    this.#video.playbackRate = 1
    const { buffered, currentTime } = this.#video
    if (!stoodStill || buffered.length === 0) return
    const last = buffered.end(buffered.length - 1) - LAST_PICTURE_SECONDS
    if (last > currentTime) this.#video.currentTime = last
    const clockMs = this.#clock.positionMs()
    const isBehind =
      !this.#inGap &&
      this.strip !== undefined &&
      clockMs !== undefined &&
      Math.abs(clockMs - this.strip.timeMs) > BEHIND_PICTURE_MS
    this.#behindTicks = isBehind ? this.#behindTicks + 1 : 0
    if (isBehind && this.#behindTicks % BEHIND_TICKS === 0) this.#events.onBehind()
  }

  #keepStep(): void {
    const { buffered, currentTime } = this.#video
    const clockMs = this.#clock.positionMs()
    if (!this.strip || clockMs === undefined || buffered.length === 0) {
      this.#video.playbackRate = 1
      return
    }
    const aheadSeconds = buffered.end(buffered.length - 1) - currentTime
    const { rate, jumpSeconds } = replayPace({
      shownMs: this.strip.timeMs,
      clockMs,
      speed: this.#clock.speed(),
      aheadSeconds,
    })
    if (jumpSeconds !== undefined) this.#video.currentTime = currentTime + jumpSeconds
    if (this.#video.playbackRate !== rate) this.#video.playbackRate = rate
  }

  #close(): void {
    this.#attempt += 1
    if (this.#player) this.#events.beforeClose()
    this.#player?.destroy()
    this.#player = undefined
  }

  #tell(): void {
    const { state, error } = this.#policy
    this.#snapshot = { ...this.#snapshot, state, error, withAudio: this.#withAudio }
    this.#events.onChange(this.#snapshot)
  }
}

type ReplayStreamEvents = {
  onChange(snapshot: StreamSnapshot): void
  /** The recorded moment in the picture, epoch milliseconds; undefined when pictures have none. */
  onPicture(atMs: number | undefined): void
  /** A player with a picture is about to end: its last picture may be kept. */
  beforeClose(): void
  /** While the playback is paused the picture of its place has not come out of the player. */
  onBehind(): void
  /** The address can no longer be opened: the playback has to be started again. */
  onExpired(): void
}
