/**
 * Times of the tracks of one session on one line, milliseconds: by RTP-Info of PLAY, which says what timestamps the
 * beginning has (RFC 2326, 12.33), else by arrival, set right by the first sender reports (RFC 3550, 6.4.1).
 */

export type TrackTimes = {
  /** The timestamp at the beginning of what is played; before the first packet. */
  begin(timestamp: number): void
  /** The time of a timestamp of 32 bits. */
  at(timestamp: number): number
  /** A sender report: the wall clock (ms) of a timestamp. */
  report(timestamp: number, wallMs: number): void
}

type Track = {
  clockHz: number
  last: { timestamp: number; ticks: number } | undefined
  /** Time of tick 0. */
  zeroMs: number | undefined
  /** Wall clock of tick 0. */
  zeroWallMs: number | undefined
}

/** Sound that is off by less is left alone: every change is heard. */
const APART_MS = 60
/** Beyond this a camera tells what cannot be: clocks of its tracks in different years, a beginning long before it. */
const BELIEVED_MS = 10_000

export function createTrackTimes(nowMs: () => number): {
  track(clockHz: number): TrackTimes
} {
  const tracks: Track[] = []
  const beginMs = nowMs()

  const ticksOf = (track: Track, timestamp: number): number => {
    const step = track.last ? (timestamp - track.last.timestamp) | 0 : 0
    const ticks = (track.last?.ticks ?? 0) + step
    track.last = { timestamp, ticks }
    return ticks
  }
  /** Moves this track to where the reports of both say that it belongs beside the first one. */
  const align = (track: Track): void => {
    const [first] = tracks
    if (!first || first === track) {
      for (const other of tracks) if (other !== track) align(other)
      return
    }
    if (first.zeroWallMs === undefined || track.zeroWallMs === undefined) return
    if (first.zeroMs === undefined || track.zeroMs === undefined) return
    const shouldMs = first.zeroMs + (track.zeroWallMs - first.zeroWallMs)
    const apartMs = Math.abs(shouldMs - track.zeroMs)
    if (apartMs > APART_MS && apartMs < BELIEVED_MS) track.zeroMs = shouldMs
  }

  return {
    track(clockHz) {
      const track: Track = { clockHz, last: undefined, zeroMs: undefined, zeroWallMs: undefined }
      tracks.push(track)
      let isBegun = false
      const msOf = (ticks: number) => (ticks * 1000) / clockHz
      return {
        begin(timestamp) {
          track.last = { timestamp, ticks: 0 }
          track.zeroMs = beginMs
        },
        at(timestamp) {
          const isFirst = !isBegun
          isBegun = true
          const ticks = ticksOf(track, timestamp)
          if (isFirst && Math.abs(msOf(ticks)) > BELIEVED_MS) track.zeroMs = undefined
          if (track.zeroMs === undefined) {
            track.zeroMs = nowMs() - msOf(ticks)
            align(track)
          }
          return track.zeroMs + msOf(ticks)
        },
        report(timestamp, wallMs) {
          const ticks = track.last ? track.last.ticks + ((timestamp - track.last.timestamp) | 0) : 0
          track.last ??= { timestamp, ticks: 0 }
          track.zeroWallMs = wallMs - msOf(ticks)
          align(track)
        },
      }
    },
  }
}
