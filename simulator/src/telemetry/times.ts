import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram,
} from 'hdr-histogram-js'

/**
 * Times in a high-dynamic-range histogram (three figures, a microsecond to an hour); milliseconds outside. Those of
 * several machines are added as histograms: percentiles of the sum, never means of percentiles.
 */
export class Times {
  readonly #histogram: Histogram = build({
    bitBucketSize: 32,
    autoResize: false,
    lowestDiscernibleValue: 1,
    highestTrackableValue: LONGEST_US,
    numberOfSignificantValueDigits: 3,
  })

  record(ms: number): void {
    this.#histogram.recordValue(Math.min(LONGEST_US, Math.max(1, Math.round(ms * 1000))))
  }

  get count(): number {
    return this.#histogram.totalCount
  }

  /** Milliseconds; 0 while nothing was recorded. */
  percentile(p: number): number {
    return this.count === 0 ? 0 : this.#histogram.getValueAtPercentile(p) / 1000
  }

  get min(): number {
    return this.count === 0 ? 0 : this.#histogram.minNonZeroValue / 1000
  }

  get max(): number {
    return this.count === 0 ? 0 : this.#histogram.maxValue / 1000
  }

  get mean(): number {
    return this.count === 0 ? 0 : this.#histogram.mean / 1000
  }

  /** [percentile, milliseconds] pairs of the whole distribution: each step halves what is left above it. */
  distribution(): [number, number][] {
    const pairs: [number, number][] = []
    for (let left = 100; this.count > 0; left /= 2) {
      const ms = this.percentile(100 - left)
      pairs.push([100 - left, ms])
      if (ms >= this.max) break
    }
    if (pairs.length > 0) pairs.push([100, this.max])
    return pairs
  }

  /** HdrHistogram's V2 encoding, compressed, in base64. */
  encoded(): string {
    return encodeIntoCompressedBase64(this.#histogram)
  }

  /** Adds encoded ones of another machine. Throws for what is none. */
  add(encoded: string): void {
    this.#histogram.add(decodeFromCompressedBase64(encoded))
  }
}

const LONGEST_US = 3_600_000_000
