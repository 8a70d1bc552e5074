import { mediaUrl } from '../../platform/media-url.ts'
import { askForStream, holdStream, type StreamPlace } from '../player/stream-leases.ts'
import { LiveRecording, type RecordedFile } from './live-recording.ts'
import { openFeed } from './stream-feed.ts'

/** A stream that ended or was refused is requested again after this time, until the recording ends. */
const RETRY_MS = 2_000
/** A connection without a byte for this long is given up. */
const SILENT_MS = 10_000

/**
 * Records a live stream from now until `stop`, over a connection of its own: sound, size, stream and retries of the
 * window that shows the channel do not touch it. A stream that ends is requested again.
 */
export class StreamRecorder {
  readonly #place: StreamPlace
  readonly #recording = new LiveRecording()
  readonly #letGo: () => void
  #abort = new AbortController()
  #closeFeed: (() => void) | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(place: StreamPlace) {
    this.#place = place
    this.#letGo = holdStream(place)
    void this.#connect()
  }

  /** Ends the recording; the file, or undefined when no picture came. */
  stop(): RecordedFile | undefined {
    this.#disconnect()
    this.#letGo()
    return this.#recording.finish()
  }

  async #connect(): Promise<void> {
    const { signal } = this.#abort
    try {
      const { url } = await askForStream(this.#place, signal)
      if (signal.aborted) return
      this.#recording.restart()
      this.#closeFeed = openFeed(mediaUrl(url, 'ws'), {
        onBytes: (bytes) => {
          this.#recording.push(bytes, performance.now())
          this.#await(SILENT_MS)
        },
        onEnd: () => this.#again(),
      })
      this.#await(SILENT_MS)
    } catch {
      // Refused or unreachable: the window shows why, and the recording waits for the stream.
      if (!signal.aborted) this.#again()
    }
  }

  #again(): void {
    this.#disconnect()
    this.#abort = new AbortController()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#connect(), RETRY_MS)
  }

  #await(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#again(), ms)
  }

  #disconnect(): void {
    clearTimeout(this.#timer)
    this.#abort.abort()
    this.#closeFeed?.()
    this.#closeFeed = undefined
  }
}
