import type { DataOut } from '@backlot/contract/call'
import type { StreamType } from '@backlot/contract/live-video/calls'
import {
  controlPlayRecordFile,
  startPlayRecordFile,
  stopPlayRecordFile,
} from '@backlot/contract/recordings/calls'
import type { PlaybackState } from '@backlot/contract/recordings/entities'
import { channel } from '../../platform/channel.ts'
import { request } from '../../platform/client.ts'
import { deviceStream } from '../../platform/device-stream.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { mediaUrl } from '../../platform/media-url.ts'
import { createFlvPlayer, type FlvPlayer, loadFlvLibrary } from './flv-player.ts'
import { type FollowOrder, followLeader, type PictureLeader } from './picture-leader.ts'
import { isTriedAgain, RECORDED_RETRY_MS } from './recorded-retry.ts'
import { readStrip } from './strip-reader.ts'

/** `inGap`: nothing was recorded at this moment. */
export type RecordedSnapshot = { state: 'loading' | 'showing' | 'failed'; inGap: boolean; failure: unknown }

const TICK_MS = 250
/** Pictures this far behind the end of the received ones are skipped. */
const BEHIND_SECONDS = 1
const LAST_PICTURE_SECONDS = 0.03
/** A still picture belongs to the playback's place within this distance; another one is requested at this interval. */
const BEHIND_PICTURE_MS = 500
const NUDGE_APART_MS = 1500
/** A first picture this far from the leader, at its own pace, is of another place. */
const ELSEWHERE_MS = 5_000

type RecordedPlace = { sn: string; chnId: number; streamType: StreamType }

type Events = {
  onChange(snapshot: RecordedSnapshot): void
  /** The recorded moment in the picture, epoch milliseconds. */
  onPicture(atMs: number | undefined): void
}

/**
 * One channel's recordings in a video element, led by a moment that somebody else moves: played while that moves no
 * faster than recordings can be played, otherwise shown picture by picture.
 */
export class RecordedSession {
  readonly #video: HTMLVideoElement
  readonly #place: RecordedPlace
  readonly #leader: PictureLeader
  readonly #events: Events
  readonly #timer: ReturnType<typeof setInterval>
  readonly #unlisten: (() => void)[]
  #snapshot: RecordedSnapshot = { state: 'loading', inGap: false, failure: undefined }
  #playing: DataOut<typeof startPlayRecordFile> | undefined
  #state: PlaybackState | undefined
  #heldAt = 0
  #player: FlvPlayer | undefined
  #busy = false
  #askedMs = Number.NEGATIVE_INFINITY
  #errors = 0
  #ended = false
  #again: ReturnType<typeof setTimeout> | undefined

  constructor(video: HTMLVideoElement, place: RecordedPlace, leader: PictureLeader, events: Events) {
    this.#video = video
    this.#place = place
    this.#leader = leader
    this.#events = events
    this.#timer = setInterval(() => this.#tick(), TICK_MS)
    this.#unlisten = [
      leader.subscribe(() => this.#follow(true)),
      channel.on('playback', ({ playback }) => this.#hear(playback)),
    ]
    void this.#start()
  }

  destroy(): void {
    this.#ended = true
    clearInterval(this.#timer)
    clearTimeout(this.#again)
    for (const stop of this.#unlisten) stop()
    this.#player?.destroy()
    if (this.#playing) endPlayback(this.#playing.sessionId)
  }

  async #start(): Promise<void> {
    const { fromMs, toMs } = this.#leader.span
    try {
      const [mpegts, playing] = await Promise.all([
        loadFlvLibrary(),
        request(startPlayRecordFile, {
          query: {
            ...this.#place,
            startTime: fromMs / 1000,
            endTime: toMs / 1000,
            paused: 1,
          },
        }).then((answer) => deviceStream(this.#place.sn, answer)),
      ])
      if (this.#ended) return endPlayback(playing.sessionId)
      this.#playing = playing
      this.#hear(playing.playback)
      this.#open(mpegts)
      this.#follow(true)
    } catch (error) {
      if (!this.#ended) this.#broke(String(error), error)
    }
  }

  #open(mpegts: Awaited<ReturnType<typeof loadFlvLibrary>>): void {
    const playing = this.#playing
    if (!playing) return
    this.#player?.destroy()
    const url = mediaUrl(playing.url, 'ws')
    this.#player = createFlvPlayer(
      mpegts,
      this.#video,
      { url, withAudio: false, chase: false },
      {
        onError: (_kind, detail) => this.#broke(detail),
        onEnded: () => this.#broke('ended'),
        onSpeed: () => undefined,
      },
    )
    this.#video.muted = true
    this.#video.play().catch((error: unknown) => noteProblem('recorded video', String(error)))
  }

  /**
   * The stream broke, the playback ended for want of viewers, or the platform gave none (`failure`): another one is
   * started.
   */
  #broke(detail: string, failure?: unknown): void {
    noteProblem('recorded video', detail)
    this.#player?.destroy()
    this.#player = undefined
    this.#playing = undefined
    this.#errors += 1
    if (!isTriedAgain(this.#errors, failure)) {
      this.#change({ state: 'failed', failure })
      return
    }
    clearTimeout(this.#again)
    this.#again = setTimeout(() => void this.#start(), RECORDED_RETRY_MS)
  }

  #tick(): void {
    this.#follow(false)
    const { buffered, currentTime } = this.#video
    if (buffered.length > 0) {
      const end = buffered.end(buffered.length - 1)
      const isRunning = this.#state?.state === 'playing'
      const last = end - (isRunning ? BEHIND_SECONDS / 3 : LAST_PICTURE_SECONDS)
      if (end - currentTime > (isRunning ? BEHIND_SECONDS : LAST_PICTURE_SECONDS) && last > currentTime)
        this.#video.currentTime = last
    }
    const strip = readStrip(this.#video)
    if (strip) this.#nudge(strip.timeMs)
    const isElsewhere = strip !== undefined && this.#isElsewhere(strip.timeMs)
    const hasPicture = this.#video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !isElsewhere
    if (hasPicture && this.#snapshot.state !== 'showing') {
      this.#errors = 0
      this.#change({ state: 'showing', failure: undefined })
    }
    this.#events.onPicture(hasPicture && !this.#snapshot.inGap ? strip?.timeMs : undefined)
  }

  /**
   * While a playback is paused, its picture may have been sent before the player was there: it is requested once more.
   */
  #nudge(shownMs: number): void {
    const state = this.#state
    const isBehind =
      state?.state === 'paused' && !state.inGap && Math.abs(shownMs - state.positionMs) > BEHIND_PICTURE_MS
    if (isBehind && !this.#busy && performance.now() - this.#askedMs > NUDGE_APART_MS)
      void this.#command({ action: 'seek', timeMs: state.positionMs })
  }

  /** A playback opens with a picture of its span's start before it goes where it was sent: that one is not shown. */
  #isElsewhere(shownMs: number): boolean {
    const isNew = this.#snapshot.state !== 'showing'
    return isNew && Math.abs(shownMs - this.#leader.positionMs()) > ELSEWHERE_MS * this.#leader.rate()
  }

  /** Follows the leader's moment, one command at a time. */
  #follow(atOnce: boolean): void {
    if (this.#busy || !this.#playing) return
    const now = performance.now()
    const order = followLeader(this.#leader, this.#state, now - this.#heldAt, now - this.#askedMs, atOnce)
    if (order) void this.#command(order)
  }

  async #command(order: FollowOrder): Promise<void> {
    const sessionId = this.#playing?.sessionId
    if (sessionId === undefined) return
    this.#busy = true
    this.#askedMs = performance.now()
    try {
      this.#hear(await request(controlPlayRecordFile, { body: { sessionId, ...order } }))
    } catch (error) {
      if (!this.#ended && this.#playing?.sessionId === sessionId) this.#broke(String(error))
    } finally {
      this.#busy = false
    }
  }

  #hear(state: PlaybackState): void {
    if (state.sessionId !== this.#playing?.sessionId) return
    if (this.#state?.sessionId === state.sessionId && state.atMs < this.#state.atMs) return
    this.#state = state
    this.#heldAt = performance.now()
    if (state.inGap !== this.#snapshot.inGap) this.#change({ inGap: state.inGap })
  }

  #change(part: Partial<RecordedSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...part }
    this.#events.onChange(this.#snapshot)
  }
}

/** Nobody watching it ends it too, some seconds later: a failure costs nothing. */
function endPlayback(sessionId: string): void {
  request(stopPlayRecordFile, { body: { sessionId } }).catch((error: unknown) =>
    noteProblem('recorded video', String(error)),
  )
}
