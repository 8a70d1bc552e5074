/** Sound of any length on its way to a camera's loudspeaker, which takes frames. */
import { TALK_FRAME_SAMPLES, TALK_RATE_HZ } from '@backlot/contract/talk/audio-frame'
import type { HostClock } from '../kernel/clock.ts'
import type { Speaker } from './media-ports.ts'

/** Sound may come this far ahead of time: in a burst, never faster for long. */
const AHEAD_MS = 1000

/** Takes samples of 8 kHz; those too far ahead of time are left out. */
export function createSpeakerFrames(
  speaker: Pick<Speaker, 'hear'>,
  host: Pick<HostClock, 'now'>,
): (samples: Int16Array) => void {
  const frame = new Int16Array(TALK_FRAME_SAMPLES)
  let filled = 0
  /** Host time up to which sound has come. */
  let untilMs = 0
  return (samples) => {
    const nowMs = host.now()
    if (untilMs > nowMs + AHEAD_MS) return
    untilMs = Math.max(untilMs, nowMs) + (samples.length * 1000) / TALK_RATE_HZ
    for (const sample of samples) {
      frame[filled++] = sample
      if (filled < TALK_FRAME_SAMPLES) continue
      filled = 0
      speaker.hear(Int16Array.from(frame))
    }
  }
}
