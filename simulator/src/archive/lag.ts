import { type ArchivePositions, type ArchiveStream, NOTHING_ARCHIVED } from '../store/archive-positions.ts'

const SAMPLES_MOST = 3600

/** How long ago the oldest change was made that the archive does not have. */
export type Lag = {
  /** The core has come so far at a moment, in milliseconds of a steady clock. */
  sample(newest: ArchivePositions, atMs: number): void
  /** Milliseconds; 0 when the archive has everything that was sampled. */
  behindMs(archived: ArchivePositions | undefined, atMs: number): number
}

const STREAMS = Object.keys(NOTHING_ARCHIVED) as ArchiveStream[]
const covers = (archived: ArchivePositions, newest: ArchivePositions) =>
  STREAMS.every((stream) => archived[stream] >= newest[stream])

/** Remembers some thousand moments; when there are more, every second one. */
export function createLag(): Lag {
  let samples: { newest: ArchivePositions; atMs: number }[] = []
  return {
    sample(newest, atMs) {
      const last = samples.at(-1)
      if (last && covers(last.newest, newest)) return
      samples.push({ newest, atMs })
      if (samples.length > SAMPLES_MOST) samples = samples.filter((_, at) => at % 2 === 0)
    },
    behindMs(archived, atMs) {
      if (archived) {
        const first = samples.findIndex(({ newest }) => !covers(archived, newest))
        samples = first < 0 ? [] : samples.slice(first)
      }
      const [oldest] = samples
      return oldest ? Math.max(0, atMs - oldest.atMs) : 0
    },
  }
}
