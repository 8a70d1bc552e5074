import type { TrackName } from '../../wire/rtp/rtp-tracks.ts'

export type ReplayMarks = {
  /** What comes next follows nothing. */
  restart(): void
  /**
   * Marks of a picture or of sound that shows the recorded moment `atMs`, epoch milliseconds. `isJump`: it does not follow
   * the one before it on its track; `isEnd`: the recording has a gap behind it, or ends.
   */
  of(track: TrackName, atMs: number): { isJump: boolean; isEnd: boolean }
}

/**
 * Where the parts of a recording begin and end, for the bits D and E (ONVIF Streaming Specification, 6.3). Pictures and
 * sound come evenly: one that has no room for another before the end of its part is the last.
 */
export function createReplayMarks(spans: readonly { fromMs: number; toMs: number }[]): ReplayMarks {
  const last = new Map<TrackName, { atMs: number; stepMs: number; span: object | undefined }>()
  return {
    restart: () => last.clear(),
    of(track, atMs) {
      const span = spans.find(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs)
      const before = last.get(track)
      const isJump = before === undefined || before.span !== span
      const stepMs = isJump ? (before?.stepMs ?? 0) : atMs - before.atMs
      last.set(track, { atMs, stepMs, span })
      return { isJump, isEnd: span !== undefined && stepMs > 0 && atMs + stepMs >= span.toMs }
    },
  }
}
