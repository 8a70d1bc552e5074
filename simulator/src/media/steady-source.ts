/** A foreign device's source on the timeline of the stream that shows it. */
import type { HostClock } from '../kernel/clock.ts'
import type { LiveStream } from './live-stream.ts'
import { createPublishedTimes } from './published-times.ts'
import type { OpenSource } from './stream-source.ts'

/** The same source, whose tags begin now, however it counts, and do not jump. */
export const steadySource =
  (open: OpenSource, host: Pick<HostClock, 'now'>): OpenSource =>
  (timestampAt, events) => {
    const timeOf = createPublishedTimes(() => timestampAt(host.now()))
    return open(timestampAt, {
      ...events,
      // Whole milliseconds before differences are taken: parts of them would add up.
      tag: (tag) => {
        const whole = { ...tag, timestampMs: Math.round(tag.timestampMs) }
        events.tag({ ...whole, timestampMs: Math.round(timeOf(whole)) })
      },
    })
  }

/** A device that is asked answers within a second or two, or hardly at all; the answer to who wants to watch waits. */
const KNOWN_WITHIN_MS = 4000
/** Sound that there is begins with the picture, or a little later. */
const SOUND_WITHIN_MS = 400
const LOOK_MS = 50

/** Resolves once a stream has sound, or pictures for a while and none, or has ended; at the latest after some seconds. */
export function soundKnown(stream: Pick<LiveStream, 'state' | 'hasSound'>, host: HostClock): Promise<void> {
  const fromMs = host.now()
  let liveMs: number | undefined
  return new Promise((resolve) => {
    const look = (): void => {
      const nowMs = host.now()
      const state = stream.state()
      if (liveMs === undefined && (state === 'live' || state === 'lingering')) liveMs = nowMs
      const isSilent = liveMs !== undefined && nowMs - liveMs >= SOUND_WITHIN_MS
      const isOver = state === 'stopped' || nowMs - fromMs >= KNOWN_WITHIN_MS
      if (stream.hasSound() || isSilent || isOver) {
        cancel()
        resolve()
      }
    }
    const cancel = host.every(LOOK_MS, look)
    if (stream.hasSound()) look()
  })
}
