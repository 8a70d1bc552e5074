import type { DecodingEnd, DecodingState, FromDecoder, ToDecoder } from './decoder-messages.ts'
import type { FlvPlayer, FlvPlayerEvents } from './flv-player.ts'
import type { DecodingFailure } from './live-way.ts'

/** A video track whose pictures a script writes (MediaStream Track Insertable Streams). */
type TrackGenerator = MediaStreamTrack & { writable: WritableStream<VideoFrame> }
declare const MediaStreamTrackGenerator: new (init: { kind: 'video' }) => TrackGenerator

export type DecodedPlayerEvents = FlvPlayerEvents & {
  /** Decoding in the worker does not work for this stream; another way of playing may. */
  onUnfit(why: DecodingFailure): void
}

/** What the worker says of a stream goes here. */
type Listener = { state(state: DecodingState): void; over(reason: DecodingEnd): void }

/** Interval of `onSpeed`. */
const SPEED_EVERY_MS = 500
const NOTHING: DecodingState = {
  passing: 'all',
  heldBack: 0,
  keyEveryMs: undefined,
  bytes: 0,
  missed: 0,
  waitingMs: 0,
  shownMs: 0,
  codec: undefined,
  fps: undefined,
  size: undefined,
}

/** One worker for the page. */
let worker: Worker | undefined
const listeners = new Map<number, Listener>()
let lastId = 0

/**
 * Plays FLV over WebSocket or HTTP into a video element, until destroyed: received and decoded in the page's decoding
 * worker, as a track that the element shows at once. It has no sound.
 */
export function createDecodedPlayer(
  video: HTMLVideoElement,
  url: string,
  events: DecodedPlayerEvents,
): FlvPlayer {
  const id = ++lastId
  const track = new MediaStreamTrackGenerator({ kind: 'video' })
  let state = NOTHING
  let speedSince = { atMs: performance.now(), bytes: 0 }
  const leave = () => listeners.delete(id)
  listeners.set(id, {
    state(next) {
      state = next
      const nowMs = performance.now()
      if (nowMs - speedSince.atMs < SPEED_EVERY_MS) return
      events.onSpeed((next.bytes - speedSince.bytes) / 1024 / ((nowMs - speedSince.atMs) / 1000))
      speedSince = { atMs: nowMs, bytes: next.bytes }
    },
    over(reason) {
      leave()
      if (reason === 'ended') events.onEnded()
      else if (reason === 'media') events.onError('media', 'unreadable stream')
      else events.onUnfit(reason)
    },
  })
  tell({ kind: 'play', id, url, track: track.writable }, [track.writable])
  video.srcObject = new MediaStream([track])
  return {
    keepsEdge: true,
    facts: () => ({ videoCodec: state.codec, audioCodec: undefined, fps: state.fps, size: state.size }),
    get pictures() {
      return state
    },
    thin(keysOnly) {
      if (!keysOnly && state.passing === 'keys') state = { ...state, passing: 'resuming' }
      tell({ kind: 'thin', id, keysOnly })
    },
    shownSeconds: () => state.shownMs / 1000,
    waitingSeconds: () => state.waitingMs / 1000,
    frames() {
      const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality()
      return { total: totalVideoFrames + state.missed, dropped: droppedVideoFrames + state.missed }
    },
    destroy() {
      if (leave()) tell({ kind: 'stop', id })
      track.stop()
      video.srcObject = null
    },
  }
}

function tell(message: ToDecoder, transfer: Transferable[] = []): void {
  worker ??= startWorker()
  worker.postMessage(message, transfer)
}

function startWorker(): Worker {
  const started = new Worker(new URL('./decoder-worker.ts', import.meta.url), {
    type: 'module',
    name: 'live video',
  })
  const tellVisibility = () =>
    started.postMessage({
      kind: 'rest',
      resting: document.visibilityState === 'hidden',
    } satisfies ToDecoder)
  started.addEventListener('message', ({ data }: MessageEvent<FromDecoder>) => {
    if (data.kind === 'over') listeners.get(data.id)?.over(data.reason)
    else for (const [id, state] of data.states) listeners.get(id)?.state(state)
  })
  const broke = () => {
    document.removeEventListener('visibilitychange', tellVisibility)
    started.terminate()
    if (worker === started) worker = undefined
    for (const listener of [...listeners.values()]) listener.over('worker')
  }
  started.addEventListener('error', (event) => {
    event.preventDefault()
    broke()
  })
  started.addEventListener('messageerror', broke)
  document.addEventListener('visibilitychange', tellVisibility)
  tellVisibility()
  return started
}
