import { platformRate } from '../../platform/clock.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { mediaUrl } from '../../platform/media-url.ts'
import { CLIENT_CODES, PlatformReplyError } from '../../platform/platform-reply-error.ts'
import { DecodeBudget, type FrameCounts } from './decode-budget.ts'
import { createDecodedPlayer, type DecodedPlayerEvents } from './decoded-player.ts'
import { createFlvPlayer, type FlvPlayer, loadFlvLibrary, NO_FACTS, type StreamFacts } from './flv-player.ts'
import type { LiveSnapshot, StateNote } from './live-snapshot.ts'
import { chooseLiveWay, type DecodingFailure, type LiveWay } from './live-way.ts'
import { mediaSupport } from './media-support.ts'
import { shareBudget } from './page-budget.ts'
import type { BudgetPlayer } from './picture-budget.ts'
import { pictureLuma } from './picture-luma.ts'
import { PictureShare } from './picture-share.ts'
import { type PictureState, PictureWatch } from './picture-watch.ts'
import { type PlayerOrder, PlayerPolicy } from './player-policy.ts'
import { StartQueue } from './start-queue.ts'
import { askForStream, holdStream, type StreamPlace } from './stream-leases.ts'
import { readStrip } from './strip-reader.ts'

/** One queue for the page: at most four players lack a first frame. */
const starts = new StartQueue()
const TICK_MS = 250
/** Looks at a new player's pictures before they are said to carry no strip. */
const STRIP_LOOKS = 6
/** Pictures are looked at that often, whether they live. */
const LOOK_MS = 2_000
/** Changes of state that a session remembers. */
const HISTORY_KEPT = 30

/**
 * A live stream in a video element: asks the platform, plays, and follows the player policy until `destroy`. Announces
 * only changes of state; values that change with every frame are read from `video`, `speed` and `counts`.
 */
export class LiveSession {
  speedKilobytes = 0
  readonly video: HTMLVideoElement
  readonly #policy = new PlayerPolicy(
    () => performance.now(),
    () => Date.now(),
  )
  readonly #history: StateNote[] = []
  readonly #budget = new DecodeBudget()
  readonly #watch = new PictureWatch()
  #lookedAtMs = 0
  readonly #share: PictureShare
  readonly #leaveBudget: () => void
  readonly #onChange: (snapshot: LiveSnapshot) => void
  readonly #beforeClose: (() => void) | undefined
  #url = ''
  #place: StreamPlace
  readonly #wanted: StreamPlace['streamType']
  #muted: boolean
  #snapshot: LiveSnapshot
  #player: FlvPlayer | undefined
  /** Facts of a stream that this browser cannot decode: its player has gone. */
  #undecoded: StreamFacts | undefined
  #leaveQueue: (() => void) | undefined
  #letGo: (() => void) | undefined
  #abort: AbortController | undefined
  #withAudio = false
  #way: LiveWay | undefined
  /** What ended decoding in the worker: MSE plays from then on. */
  #failed: DecodingFailure | undefined
  #stripLooks = 0
  #lastTime = 0
  readonly #timer: ReturnType<typeof setInterval>
  readonly #wake = () => this.wake()
  readonly #events: DecodedPlayerEvents = {
    onError: (kind) => {
      if (kind === 'codec') this.#undecoded = this.#player?.facts()
      this.#obey(kind === 'codec' ? this.#policy.giveUp('codec') : this.#policy.fail('media'))
    },
    onEnded: () => this.#obey(this.#policy.fail('ended')),
    onSpeed: (kilobytes) => {
      this.speedKilobytes = kilobytes
    },
    onUnfit: (why) => {
      noteProblem('live video', `WebCodecs: ${why}`)
      this.#failed = why
      this.start()
    },
  }

  constructor(
    video: HTMLVideoElement,
    place: StreamPlace,
    options: {
      muted: boolean
      /** Whether the channel's pictures are known to have a strip, before the first one arrives. */
      hasStrip?: boolean
      onChange: (snapshot: LiveSnapshot) => void
      /** A player with a picture is about to end: its last picture may be kept. */
      beforeClose?: () => void
    },
  ) {
    this.video = video
    this.#share = new PictureShare(video, () => this.#play())
    this.#place = place
    this.#wanted = place.streamType
    this.#muted = options.muted
    this.#onChange = options.onChange
    this.#beforeClose = options.beforeClose
    this.#snapshot = {
      state: 'idle',
      error: undefined,
      refusal: undefined,
      hasAudio: false,
      source: undefined,
      hasStrip: options.hasStrip ?? false,
      picture: 'moving',
      streamType: place.streamType,
      fewerPictures: false,
    }
    this.#leaveBudget = shareBudget(this)
    this.#timer = setInterval(() => this.#tick(), TICK_MS)
    window.addEventListener('online', this.#wake)
  }

  /** Plays from a clean record, also after a failure. */
  start(): void {
    this.#obey(this.#policy.start())
  }

  /** Changes of state so far, the oldest first. */
  get history(): readonly StateNote[] {
    return this.#history
  }

  /** Address of the stream, its token masked; empty while there is none. */
  get maskedUrl(): string {
    return this.#url.replace(/([?&]token=)[^&]*/, '$1•••')
  }

  /** How the stream plays, and why; undefined while none does. */
  get way(): LiveWay | undefined {
    return this.#player && this.#way
  }

  /** Seconds that were received and are not yet shown. */
  get waitingSeconds(): number {
    return this.#player?.waitingSeconds() ?? 0
  }

  /** Frames since the stream began. */
  get frames(): FrameCounts {
    return this.#share.frames
  }

  /** Facts of the stream. */
  get facts(): StreamFacts {
    return this.#player?.facts() ?? this.#undecoded ?? NO_FACTS
  }

  /** Key frames only, and how many other pictures were left out since the stream began. */
  get pictures(): { fewer: boolean; leftOut: number } {
    return { fewer: this.#snapshot.fewerPictures, leftOut: this.#share.leftOut }
  }

  /** Takes up the stream wished before a demotion: there is room to decode it now. */
  promote(): void {
    if (this.#place.streamType === this.#wanted) return
    this.#changeStream(this.#wanted)
  }

  /** Whether the operator wants all pictures of this window, whatever else this computer has to do. */
  setAttended(attended: boolean): void {
    this.#share.attended = attended
    if (attended) this.thin(false)
  }

  /** Key frames only, or all pictures again from the next key frame on. */
  thin(keysOnly: boolean): void {
    this.#share.keysOnly = keysOnly
    this.#tellPictures()
  }

  /** Switches to the sub-stream: this computer cannot decode the main one beside everything else. */
  demote(): void {
    if (this.#place.streamType === 'main') this.#changeStream('sub')
  }

  /** State of this player for the page's budget. */
  budgetPlayer(): BudgetPlayer {
    return this.#share.budgetPlayer(this.#policy.state, this.#place.streamType)
  }

  /** Server, network or device are back. */
  wake(): void {
    this.#policy.wake()
  }

  /** Sound on or off. The sound track is only fetched when it is heard. */
  setMuted(muted: boolean): void {
    this.#muted = muted
    this.video.muted = muted
    if (this.#policy.state !== 'playing') return
    const isHeardFirst = !muted && !this.#withAudio && this.#snapshot.hasAudio
    const isSilentAgain = muted && this.#way?.way === 'mse' && this.#way.why === 'sound'
    if (isHeardFirst || isSilentAgain) this.start()
  }

  /** Ends the stream and everything that belongs to it. */
  destroy(): void {
    clearInterval(this.#timer)
    window.removeEventListener('online', this.#wake)
    this.#leaveBudget()
    this.#obey(this.#policy.stop())
    this.#letGo?.()
  }

  #obey(order: PlayerOrder): void {
    if (order) this.#close()
    if (order === 'open' && !mediaSupport().live) {
      this.#policy.giveUp('noMse')
    } else if (order === 'open') {
      const abort = new AbortController()
      this.#abort = abort
      this.#letGo ??= holdStream(this.#place)
      // Requested at once: the platform starts streams while their players wait for their turn.
      const asked = askForStream(this.#place, abort.signal)
      asked.catch(() => undefined)
      this.#leaveQueue = starts.enter(() => {
        this.#policy.began()
        void this.#open(asked, abort)
      })
    }
    this.#tell()
  }

  async #open(asked: ReturnType<typeof askForStream>, abort: AbortController): Promise<void> {
    try {
      const stream = await asked
      const withAudio = stream.hasAudio && !this.#muted
      const way = chooseLiveWay({ withAudio, failed: this.#failed })
      const mpegts = way.way === 'mse' ? await loadFlvLibrary() : undefined
      if (abort.signal.aborted) return
      this.#withAudio = withAudio
      this.#way = way
      this.#snapshot = {
        ...this.#snapshot,
        hasAudio: stream.hasAudio,
        source: stream.source,
        // Set before the first picture shows it, so that nothing jumps; pictures without one correct it.
        hasStrip: this.#snapshot.hasStrip || stream.source === 'scene',
        refusal: undefined,
      }
      this.video.muted = this.#muted
      this.#url = mediaUrl(stream.url, 'ws')
      this.#player = mpegts
        ? createFlvPlayer(mpegts, this.video, { url: this.#url, withAudio }, this.#events)
        : createDecodedPlayer(this.video, this.#url, this.#events)
      this.#share.player = this.#player
      this.#awaitFirstFrame(abort.signal)
      this.#play()
    } catch (error) {
      if (!abort.signal.aborted) this.#obey(this.#judge(error))
    }
  }

  /** Next order after a failed start: the platform's refusal is final, everything else may pass. */
  #judge(error: unknown): PlayerOrder {
    if (!(error instanceof PlatformReplyError)) {
      console.error('live video', error)
      return this.#policy.fail('media')
    }
    const passing = error.code === CLIENT_CODES.unreachable || error.httpStatus >= 500
    if (passing) return this.#policy.fail('unreachable')
    this.#snapshot = { ...this.#snapshot, refusal: { code: error.code, msg: error.msg } }
    return this.#policy.refuse(error.msg)
  }

  #awaitFirstFrame(signal: AbortSignal): void {
    this.video.requestVideoFrameCallback(() => {
      if (signal.aborted) return
      this.#policy.firstFrame()
      this.#share.firstFrame()
      this.#lastTime = this.#player?.shownSeconds() ?? 0
      this.#stripLooks = STRIP_LOOKS
      this.#lookForStrip()
      this.#budget.reset()
      this.#leaveQueue?.()
      this.#tell()
    })
  }

  #play(): void {
    this.video.play().catch((error: DOMException) => {
      // Sound needs a gesture first; a muted picture does not. AbortError: taken down while it began.
      if (error.name !== 'NotAllowedError') return
      this.video.muted = true
      this.video.play().catch(() => this.#obey(this.#policy.fail('media')))
    })
  }

  #tick(): void {
    const shownSeconds = this.#player?.shownSeconds() ?? 0
    if (shownSeconds !== this.#lastTime) {
      this.#lastTime = shownSeconds
      this.#policy.progress()
    } else if (this.#share.goesOnUnseen()) this.#policy.progress()
    const visible = document.visibilityState === 'visible'
    if (visible && this.#policy.state === 'playing') {
      this.#share.chaseEdge()
      this.#lookForStrip()
      this.#watchPicture()
    } else this.#forgetPicture()
    if (!visible) this.#budget.reset()
    else if (this.#policy.state === 'playing') this.#watchBudget()
    this.#tellPictures()
    const order = this.#policy.tick(visible)
    if (order) this.#obey(order)
  }

  /** The strip may be unreadable in a picture or two: it is missing when some looks in a row did not find it. */
  #lookForStrip(): void {
    if (this.#stripLooks === 0) return
    this.#stripLooks -= 1
    const found = readStrip(this.video) !== undefined
    if (found) this.#stripLooks = 0
    if (found === this.#snapshot.hasStrip || (!found && this.#stripLooks > 0)) return
    this.#snapshot = { ...this.#snapshot, hasStrip: found }
    this.#tell()
  }

  /** Pictures of a paused or slow clock are still, and right. */
  #watchPicture(): void {
    const nowMs = performance.now()
    if (platformRate() < 1) this.#forgetPicture()
    else if (nowMs - this.#lookedAtMs >= LOOK_MS) {
      this.#lookedAtMs = nowMs
      const luma = pictureLuma(this.video)
      if (luma) this.#say(this.#watch.look(nowMs, luma))
    }
  }

  #forgetPicture(): void {
    this.#watch.reset()
    this.#say('moving')
  }

  #say(picture: PictureState): void {
    if (picture === this.#snapshot.picture) return
    this.#snapshot = { ...this.#snapshot, picture }
    this.#tell()
  }

  #tellPictures(): void {
    const fewerPictures = !this.#share.isWhole
    if (fewerPictures === this.#snapshot.fewerPictures) return
    this.#snapshot = { ...this.#snapshot, fewerPictures }
    this.#tell()
  }

  /** Switches to the sub-stream when this machine cannot decode the main one. */
  #watchBudget(): void {
    if (!this.#share.isWhole) this.#budget.reset()
    else if (this.#budget.sample(performance.now(), this.#share.frames)) this.demote()
  }

  #changeStream(streamType: StreamPlace['streamType']): void {
    this.#letGo?.()
    this.#letGo = undefined
    this.#place = { ...this.#place, streamType }
    this.#snapshot = { ...this.#snapshot, streamType }
    this.start()
  }

  #close(): void {
    this.#abort?.abort()
    this.#abort = undefined
    this.#leaveQueue?.()
    this.#leaveQueue = undefined
    if (this.#player) this.#beforeClose?.()
    this.#player?.destroy()
    this.#player = undefined
    this.#share.player = undefined
    this.#url = ''
    this.speedKilobytes = 0
    this.#budget.reset()
  }

  #tell(): void {
    const { state, error } = this.#policy
    const last = this.#history.at(-1)
    if (last?.state !== state || last.error !== error) {
      this.#history.push({ atMs: Date.now(), state, error })
      if (this.#history.length > HISTORY_KEPT) this.#history.shift()
    }
    const refusal = state === 'no-signal' ? this.#snapshot.refusal : undefined
    this.#snapshot = { ...this.#snapshot, state, error, refusal }
    this.#onChange(this.#snapshot)
  }
}
