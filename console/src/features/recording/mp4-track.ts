import type { AudioConfig, VideoConfig } from './flv-samples.ts'
import {
  box,
  doubleWords,
  fullBox,
  handler,
  mediaHeader,
  mediaInfo,
  sampleEntry,
  trackHeader,
  u32,
  u64,
  words,
} from './mp4-boxes.ts'

/** Ticks a second of the movie and of its video. */
export const MOVIE_TIMESCALE = 1000
/** Samples in a frame of AAC. */
const AAC_FRAME = 1024
/** The media time -1 of an edit that shows nothing. */
const NO_MEDIA = [0xffffffff, 0xffffffff]

type Chunk = { offset: number; samples: number; entry: number }

/** The table of one track's samples: when they are decoded and shown, how long they are, and where they lie. */
export class Mp4Track<Config extends VideoConfig | AudioConfig> {
  readonly configs: Config[] = []
  readonly timescale: number
  readonly #isSound: boolean
  readonly #times: number[] = []
  readonly #offsets: number[] = []
  readonly #sizes: number[] = []
  readonly #keys: number[] = []
  readonly #chunks: Chunk[] = []

  constructor(config: Config) {
    this.#isSound = config.kind === 'mp4a'
    this.timescale = config.kind === 'mp4a' ? config.sampleRate : MOVIE_TIMESCALE
    this.configs.push(config)
  }

  get isEmpty(): boolean {
    return this.#times.length === 0
  }

  /** When the newest sample is decoded, in ticks of the track. */
  get lastTime(): number | undefined {
    return this.#times.at(-1)
  }

  /** Where a sample that follows without a gap is decoded. */
  get nextTime(): number {
    const last = this.lastTime
    return last === undefined ? 0 : last + this.#lastDuration()
  }

  /** The configuration of the samples that follow: an entry of its own where it is another one. */
  use(config: Config): void {
    const known = this.configs.findIndex((one) => sameBytes(one.record, config.record))
    // The newest entry is the one in use; one that returns is written again.
    if (known !== this.configs.length - 1) this.configs.push(config)
  }

  /** Adds a sample of `size` bytes; `goesOn`: it follows the sample before it in the file. Times in ticks. */
  add(
    sample: { time: number; shownAfter: number; isKey: boolean },
    size: number,
    offset: number,
    goesOn: boolean,
  ): void {
    this.#times.push(sample.time)
    this.#offsets.push(sample.shownAfter)
    this.#sizes.push(size)
    if (sample.isKey) this.#keys.push(this.#times.length)
    const chunk = this.#chunks.at(-1)
    const entry = this.configs.length
    if (chunk && goesOn && chunk.entry === entry) chunk.samples += 1
    else this.#chunks.push({ offset, samples: 1, entry })
  }

  /** End of the last sample, in ticks of the movie. */
  get endMovieTime(): number {
    return Math.round((this.nextTime / this.timescale) * MOVIE_TIMESCALE)
  }

  /** The trak box. `dataOffset`: where the samples begin in the file. */
  boxes(id: number, dataOffset: number): Uint8Array {
    const start = this.#times[0] ?? 0
    const config: VideoConfig | AudioConfig = this.configs[0]!
    const size = config.kind === 'mp4a' ? { width: 0, height: 0 } : config
    const emptySpan = Math.round((start / this.timescale) * MOVIE_TIMESCALE)
    const edits =
      emptySpan === 0
        ? []
        : [
            box(
              'edts',
              fullBox(
                'elst',
                1,
                0,
                ...[u32(2), u64(emptySpan), u32(...NO_MEDIA, 0x10000)],
                ...[u64(this.endMovieTime - emptySpan, 0), u32(0x10000)],
              ),
            ),
          ]
    return box(
      'trak',
      trackHeader(id, this.endMovieTime, size, this.#isSound),
      ...edits,
      box(
        'mdia',
        mediaHeader(this.timescale, this.nextTime - start),
        handler(this.#isSound ? 'soun' : 'vide'),
        mediaInfo(this.#isSound, this.#sampleTable(dataOffset)),
      ),
    )
  }

  #sampleTable(dataOffset: number): Uint8Array {
    const durations = this.#times.map(
      (time, at) => (this.#times[at + 1] ?? time + this.#lastDuration()) - time,
    )
    const entries = this.configs.map(sampleEntry)
    const chunkRuns = this.#chunks.flatMap(({ samples, entry }, at) => {
      const before = this.#chunks[at - 1]
      return before?.samples === samples && before.entry === entry ? [] : [at + 1, samples, entry]
    })
    const parts = [
      fullBox('stsd', 0, 0, u32(entries.length), ...entries),
      fullBox('stts', 0, 0, ...runs(durations)),
      fullBox('stsc', 0, 0, u32(chunkRuns.length / 3), words(chunkRuns)),
      fullBox('stsz', 0, 0, u32(0, this.#sizes.length), words(this.#sizes)),
      fullBox(
        'co64',
        0,
        0,
        u32(this.#chunks.length),
        doubleWords(this.#chunks.map((one) => one.offset + dataOffset)),
      ),
    ]
    if (!this.#isSound) parts.push(fullBox('stss', 0, 0, u32(this.#keys.length), words(this.#keys)))
    // Version 1: pictures may be shown before they are decoded.
    if (this.#offsets.some((offset) => offset !== 0))
      parts.push(fullBox('ctts', 1, 0, ...runs(this.#offsets)))
    return box('stbl', ...parts)
  }

  #lastDuration(): number {
    if (this.#isSound) return AAC_FRAME
    const [last, before] = [this.#times.at(-1), this.#times.at(-2)]
    return last === undefined || before === undefined ? 1 : last - before
  }
}

/** Equal neighbours as pairs of count and value, after the number of pairs. */
function runs(values: readonly number[]): Uint8Array[] {
  const pairs: number[] = []
  for (const value of values) {
    if (pairs.length > 0 && pairs.at(-1) === value >>> 0) pairs[pairs.length - 2]! += 1
    else pairs.push(1, value >>> 0)
  }
  return [u32(pairs.length / 2), words(pairs)]
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at])
}
