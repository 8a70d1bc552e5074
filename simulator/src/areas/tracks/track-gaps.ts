import type { TrackGap } from '@backlot/contract/tracks/entities'
import { TRACK_LIMITS } from '@backlot/contract/tracks/limits'
import type { OnlineStretch } from './ports.ts'

/**
 * Stretches of [fromMs, toMs] without positions, with their reason: offline when the device was so for the greater part
 * of it, else without satellites. How long a silence is a gap follows from how often the device sends.
 */
export function trackGaps(
  /** Ascending, epoch seconds. */
  seconds: readonly number[],
  span: { fromMs: number; toMs: number },
  intervalMs: number,
  online: readonly OnlineStretch[],
): TrackGap[] {
  const quietMs = quietAfterMs(seconds, intervalMs)
  const gaps: TrackGap[] = []
  let stretch = 0
  const add = (fromMs: number, toMs: number) => {
    if (toMs - fromMs <= quietMs) return
    // Stretches ascend as gaps do.
    while (stretch < online.length && online[stretch]!.toMs <= fromMs) stretch++
    let offlineMs = 0
    for (let i = stretch; i < online.length && online[i]!.fromMs < toMs; i++) {
      const one = online[i]!
      if (!one.online) offlineMs += Math.min(toMs, one.toMs) - Math.max(fromMs, one.fromMs)
    }
    const reason = 2 * offlineMs > toMs - fromMs ? 'offline' : 'gpsLost'
    gaps.push({ startTime: fromMs / 1000, endTime: toMs / 1000, reason })
  }
  let beforeMs = span.fromMs
  for (const second of seconds) {
    add(beforeMs, second * 1000)
    beforeMs = second * 1000
  }
  add(beforeMs, span.toMs)
  return gaps
}

/** A device that sends every five minutes has no gap of five minutes. */
function quietAfterMs(seconds: readonly number[], intervalMs: number): number {
  const { gapAfterMs, gapFactor } = TRACK_LIMITS
  return Math.max(gapAfterMs, gapFactor * intervalMs, gapFactor * 1000 * usualStep(seconds))
}

/** Median of the steps between some hundred neighbours, seconds. */
function usualStep(seconds: readonly number[]): number {
  const every = Math.max(1, Math.floor(seconds.length / 200))
  const steps: number[] = []
  for (let i = 1; i < seconds.length; i += every) steps.push(seconds[i]! - seconds[i - 1]!)
  steps.sort((a, b) => a - b)
  return steps[Math.floor(steps.length / 2)] ?? 0
}
