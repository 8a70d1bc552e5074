/**
 * Times of a publisher's tags on the timeline of the stream that shows them. Publishers begin at any timestamp, wrap at
 * 2³², jump, and stamp headers and metadata as they like (RTMP 1.0, 5.3.1.3; FLV 10.1, E.4.1).
 */
import { FLV_AUDIO, type FlvTag, kindOf } from '../wire/flv/flv-tag.ts'

/** Sound and pictures of one publisher: each has its own clock until both agree. */
type Track = { stampMs: number; atMs: number; heardMs: number }

/** A tag that is later by more than this than time has gone on since the one before it has jumped. */
const AHEAD_MS = 3000
/** And so has one that is earlier than the one before it by more than this. */
const BACK_MS = 1000

/**
 * Answers for each tag of one publisher, in the order in which they come, its milliseconds on a timeline on which
 * `nowMs` is now. The first picture or sound is now; differences between timestamps are kept, jumps left out.
 */
export function createPublishedTimes(nowMs: () => number): (tag: FlvTag) => number {
  const tracks: { audio?: Track; video?: Track } = {}
  let newestMs: number | undefined

  const isAlike = (atMs: number, expectedMs: number) =>
    atMs >= expectedMs - BACK_MS && atMs <= expectedMs + AHEAD_MS

  return (tag) => {
    const kind = kindOf(tag)
    const now = nowMs()
    // Headers and metadata apply from now on, whatever their timestamps.
    if (kind !== 'audio' && kind !== 'key' && kind !== 'video') return newestMs ?? now
    const [own, other] =
      tag.type === FLV_AUDIO ? (['audio', 'video'] as const) : (['video', 'audio'] as const)
    const before = tracks[own]
    const stampMs = tag.timestampMs
    const begin = (): number => {
      // After a jump, or at its beginning: with the other track where that fits, so that lips and voice stay together.
      const expectedMs = Math.max(now, before?.atMs ?? newestMs ?? now)
      const beside = tracks[other] && tracks[other].atMs + signed(stampMs - tracks[other].stampMs)
      if (beside !== undefined && isAlike(beside, newestMs ?? expectedMs)) return beside
      return before ? Math.max(now, before.atMs + 1) : expectedMs
    }
    const goneMs = before ? Math.max(0, now - before.heardMs) : 0
    const stepMs = before ? signed(stampMs - before.stampMs) : Number.NaN
    const goesOn = before && stepMs >= -BACK_MS && stepMs <= goneMs + AHEAD_MS
    const atMs = Math.max(0, goesOn ? before.atMs + stepMs : begin())
    tracks[own] = { stampMs, atMs, heardMs: now }
    newestMs = Math.max(newestMs ?? 0, atMs)
    return atMs
  }
}

/** A difference of timestamps of 32 bits that wrap: the shorter way round. */
const signed = (differenceMs: number): number => differenceMs | 0
