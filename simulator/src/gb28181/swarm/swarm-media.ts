/** Pictures of the devices of `backlot devices`: small clips, live for all who watch at once, or played back for one. */
import type { HostClock } from '../../kernel/clock.ts'
import { type Clip, createClipSource } from '../../media/clip-source.ts'
import { openClipStreams } from '../../media/clip-streams.ts'
import { createFanout } from '../../media/stream-fanout.ts'
import type { GbMedia, GbMediaWish } from '../device/ports.ts'

export type SwarmMedia = {
  /** `number` chooses the clip. */
  open(number: number, wish: GbMediaWish): GbMedia
  close(): Promise<void>
}

const SCALES = { least: 0.25, most: 16 }
const LOOK_MS = 100
/** About what a clip has. */
const BYTES_PER_S = 40_000

export async function openSwarmMedia(hostClock: HostClock): Promise<SwarmMedia> {
  const streams = await openClipStreams(hostClock)
  return {
    open(number, wish) {
      if (wish.span) return playbackOf(streams.clipOf(number), wish.span, wish.downloadSpeed ?? 1, hostClock)
      const stream = streams.open(number)
      stream.touch()
      return { fanout: stream.fanout, codec: 'H264', close: () => undefined }
    },
    close: streams.close,
  }
}

function playbackOf(
  clip: Clip,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  speed: number,
  host: HostClock,
): GbMedia {
  const bounded = (scale: number) => Math.min(SCALES.most, Math.max(SCALES.least, scale))
  let scale = bounded(speed)
  let isPaused = false
  /** Time of what was played, and its distance to the place in the recording, which a seek changes. */
  let playedMs = 0
  let offsetMs = 0
  let atHostMs = host.now()
  let ended: (() => void) | undefined
  const played = (): number => (isPaused ? playedMs : playedMs + (host.now() - atHostMs) * scale)
  const settle = (): void => {
    playedMs = played()
    atHostMs = host.now()
  }
  const fanout = createFanout({ host, hasAudio: () => false, onViewers: () => undefined })
  const source = createClipSource(clip, host, played, {
    tag: (tag) => fanout.push(tag),
    live: () => undefined,
    restarted: () => fanout.restart(),
  })
  const stopLooking = host.every(LOOK_MS, () => {
    if (played() + offsetMs < toMs - fromMs || isPaused) return
    settle()
    isPaused = true
    ended?.()
  })
  return {
    fanout,
    codec: 'H264',
    close() {
      stopLooking()
      void source.stop()
      fanout.close('stopped')
    },
    playback: {
      setScale(wanted) {
        if (wanted < SCALES.least || wanted > SCALES.most) return false
        settle()
        scale = wanted
        return true
      },
      pause() {
        settle()
        isPaused = true
      },
      resume() {
        atHostMs = host.now()
        isPaused = false
      },
      seek(positionS) {
        if (positionS * 1000 > toMs - fromMs) return false
        settle()
        offsetMs = positionS * 1000 - playedMs
        return true
      },
      onEnded(listener) {
        ended = listener
      },
      fileSizeBytes: Math.round(((toMs - fromMs) / 1000) * BYTES_PER_S),
    },
  }
}
