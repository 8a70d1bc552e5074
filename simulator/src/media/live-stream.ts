/**
 * One stream from its start to its end: idle → starting → live → lingering → stopped. It runs while somebody
 * watches and a little longer; a device that publishes takes the place of the drawn scene.
 */
import type { MediaEffects } from '../faults/media-faults.ts'
import type { HostClock } from '../kernel/clock.ts'
import { FLV_AUDIO, FLV_VIDEO, type FlvTag } from '../wire/flv/flv-tag.ts'
import { type AudioLoop, createAudioTrack } from './audio-loop.ts'
import { createPublishedTimes } from './published-times.ts'
import { createFanout, type Fanout, type MediaTotals, type ViewerClose } from './stream-fanout.ts'
import type { OpenSource, SourceKind, SourceStats, StreamSource } from './stream-source.ts'

export type StreamState = 'idle' | 'starting' | 'live' | 'lingering' | 'stopped'

export type LiveStream = {
  fanout: Fanout
  state(): StreamState
  kind(): SourceKind
  hasSound(): boolean
  stats(): SourceStats
  /** Somebody asked for the stream: the time to linger restarts. */
  touch(): void
  /** A device publishes: its tags (times of its own) take the place of the source's. */
  publish(): { tag(tag: FlvTag): void; end(): void }
  stop(reason: ViewerClose): Promise<void>
}

export type LiveStreamDeps = {
  host: HostClock
  lingerMs: number
  /** Sound laid under drawn pictures; absent for channels without. */
  audio: AudioLoop | undefined
  /** Starts the stream's own source; `undefined` when the channel has none (a foreign device). */
  openSource: OpenSource | undefined
  /** What its source is while none is open; `scene` when left out. */
  usualKind?: SourceKind
  onState(state: StreamState): void
  /** Whether the device is silent now: its stream is open then, and nothing comes. */
  isSilent?(): boolean
  /** Faults. */
  effect?: { effects: MediaEffects; sn: string }
  totals?: MediaTotals
  /** A viewer failed, and was cut off. */
  onFault?(error: unknown): void
}

/** How often a silent device is listened for. */
const LISTEN_MS = 250

export function createLiveStream(deps: LiveStreamDeps): LiveStream {
  const { host } = deps
  const bornMs = host.now()
  const timestampAt = (hostMs: number): number => hostMs - bornMs
  let state: StreamState = 'idle'
  let source: StreamSource | undefined
  /** The source whose tags count: one that was closed may still have some. */
  let opened: object | undefined
  let published: object | undefined
  /** Sound came from the source, or the publisher, that is there now. */
  let hasOwnSound = false
  let pictureSeen = false
  let cancelLinger: () => void = () => undefined
  let cancelListening: () => void = () => undefined
  let track = deps.audio && createAudioTrack(deps.audio)

  const become = (next: StreamState): void => {
    if (state === next || state === 'stopped') return
    state = next
    deps.onState(next)
  }
  const review = (): void => {
    if (state === 'stopped') return
    cancelLinger()
    const watched = fanout.viewers() > 0
    become(
      watched || published ? (pictureSeen ? 'live' : 'starting') : pictureSeen ? 'lingering' : 'starting',
    )
    if (!watched && !published) cancelLinger = host.after(deps.lingerMs, () => void stop('stopped'))
  }
  const hasSound = (): boolean => hasOwnSound || (!published && track !== undefined)
  const fanout = createFanout({
    host,
    hasAudio: hasSound,
    onViewers: review,
    effect: deps.effect,
    totals: deps.totals,
    onFault: deps.onFault,
  })
  const seen = (): void => {
    if (pictureSeen) return
    pictureSeen = true
    review()
  }
  const open = (): void => {
    cancelListening()
    if (deps.isSilent?.()) {
      listen()
      return
    }
    const own = {}
    opened = own
    hasOwnSound = false
    const isHeard = () => opened === own && !published
    source = deps.openSource?.(timestampAt, {
      tag(tag) {
        if (!isHeard()) return
        if (deps.isSilent?.()) {
          fallSilent()
          return
        }
        hasOwnSound ||= tag.type === FLV_AUDIO
        fanout.push(tag)
        if (track && tag.type === FLV_VIDEO)
          for (const sound of track.upTo(tag.timestampMs)) fanout.push(sound)
      },
      live: () => {
        if (opened === own) seen()
      },
      restarted: () => {
        if (!isHeard()) return
        fanout.restart()
        track?.restart()
      },
    })
  }
  /** Nothing comes, and newcomers have no picture, until the device speaks again. */
  const fallSilent = (): void => {
    fanout.restart()
    void closeSource()
    pictureSeen = false
    listen()
    review()
  }
  const listen = (): void => {
    cancelListening()
    cancelListening = host.every(LISTEN_MS, () => {
      if (deps.isSilent?.()) return
      track = deps.audio && createAudioTrack(deps.audio)
      open()
    })
  }
  const closeSource = async (): Promise<void> => {
    const leaving = source
    source = undefined
    opened = undefined
    await leaving?.stop()
  }
  const stop = async (reason: ViewerClose): Promise<void> => {
    if (state === 'stopped') return
    become('stopped')
    cancelLinger()
    cancelListening()
    fanout.close(reason)
    await closeSource()
  }

  return {
    fanout,
    state: () => state,
    kind: () => (published ? 'published' : (source?.kind ?? deps.usualKind ?? 'scene')),
    hasSound,
    stats: () => source?.stats() ?? { framesEncoded: 0, framesSkipped: 0, restarts: 0 },
    touch() {
      if (state === 'idle') {
        open()
        become('starting')
      }
      review()
    },
    publish() {
      const own = {}
      published = own
      hasOwnSound = false
      const timeOf = createPublishedTimes(() => timestampAt(host.now()))
      fanout.restart()
      cancelListening()
      void closeSource()
      review()
      return {
        tag(tag) {
          if (published !== own) return
          hasOwnSound ||= tag.type === FLV_AUDIO
          fanout.push({ ...tag, timestampMs: Math.round(timeOf(tag)) })
          if (tag.type === FLV_VIDEO) seen()
        },
        end() {
          if (published !== own || state === 'stopped') return
          published = undefined
          fanout.restart()
          if (fanout.viewers() === 0 || !deps.openSource) {
            void stop('stopped')
            return
          }
          track = deps.audio && createAudioTrack(deps.audio)
          pictureSeen = false
          open()
          review()
        },
      }
    },
    stop,
  }
}
