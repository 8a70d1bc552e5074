import { type FlvSample, flvSample, type VideoConfig } from '../recording/flv-samples.ts'
import { openFeed } from '../recording/stream-feed.ts'
import { codecName } from './codec-name.ts'
import type { DecodingEnd, DecodingState } from './decoder-messages.ts'
import { FlvReader, statedRate } from './flv-reader.ts'
import { KeyFrameFilter } from './key-frame-filter.ts'
import { PicturePace } from './picture-pace.ts'
import { ShownPictures } from './shown-pictures.ts'

/** A picture whose decoding took longer was missed: this computer is busy. */
const MISSED_AFTER_MS = 250
/** With pictures waiting for the decoder for longer, decoding goes on with the next key frame. */
const BEHIND_MS = 1_000
/** Bytes of the pictures that a resting stream holds. A group that is larger is left out. */
const RESTING_BYTES_MOST = 8 * 2 ** 20

type Picture = Extract<FlvSample, { type: 'video' }>

/**
 * One live stream from its socket to a video track: FLV is taken apart, H.264 or H.265 decoded with the least delay
 * (one picture in, one out), and each picture shown when it is due. Runs in a worker.
 */
export class StreamDecoder {
  readonly #filter = new KeyFrameFilter()
  readonly #reader = new FlvReader()
  #pace = new PicturePace()
  readonly #shown: ShownPictures
  readonly #onOver: (reason: DecodingEnd) => void
  readonly #closeFeed: () => void
  #config: VideoConfig | undefined
  #wanted: VideoDecoderConfig | undefined
  #decoder: VideoDecoder | undefined
  /** Whether the decoder knows the codec is being asked: pictures wait. */
  #asking: Picture[] | undefined
  #awaitsKey = true
  /** When pictures that are being decoded were received, by their time in the stream, microseconds. */
  readonly #decoding = new Map<number, number>()
  /** The last group of pictures, while the stream rests. */
  #resting: Picture[] | undefined
  #bytes = 0
  #missed = 0
  #newestMs = 0
  #size: DecodingState['size']
  #fps: number | undefined
  #over = false

  constructor(
    source: { url: string; track: WritableStream<VideoFrame>; resting: boolean },
    onOver: (reason: DecodingEnd) => void,
  ) {
    this.#onOver = onOver
    this.#shown = new ShownPictures(source.track, () => this.#end('decoder'))
    this.#resting = source.resting ? [] : undefined
    this.#closeFeed = openFeed(source.url, {
      onBytes: (bytes) => {
        // What one stream brings is not to end the others of this worker.
        try {
          this.#receive(bytes)
        } catch {
          this.#end('decoder')
        }
      },
      onEnd: () => this.#end(this.#bytes > 0 ? 'ended' : 'media'),
    })
  }

  get state(): DecodingState {
    const { passing, heldBack, keyEveryMs } = this.#filter
    const lastMs = this.#shown.lastMs ?? this.#newestMs
    return {
      ...{ passing, heldBack, keyEveryMs },
      bytes: this.#bytes,
      missed: this.#missed,
      waitingMs: Math.max(0, this.#newestMs - lastMs),
      shownMs: this.#shown.lastMs ?? 0,
      codec: this.#config && codecName(this.#config),
      fps: this.#fps,
      size: this.#size,
    }
  }

  thin(keysOnly: boolean): void {
    this.#filter.keysOnly = keysOnly
  }

  /** Decodes nothing while nobody sees it; then shows the newest picture at once. */
  rest(resting: boolean): void {
    if (resting === (this.#resting !== undefined)) return
    const held = this.#resting ?? []
    this.#resting = resting ? [] : undefined
    if (resting) {
      this.#awaitsKey = true
      return
    }
    this.#pace = new PicturePace()
    for (const picture of held) this.#decode(picture)
  }

  stop(): void {
    this.#over = true
    this.#closeFeed()
    this.#shown.stop()
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close()
  }

  #end(reason: DecodingEnd): void {
    if (this.#over) return
    this.stop()
    this.#onOver(reason)
  }

  #receive(bytes: Uint8Array<ArrayBuffer>): void {
    this.#bytes += bytes.length
    const { tags } = this.#reader.push(this.#filter.push(bytes))
    if (this.#reader.isForeign) this.#end('media')
    for (const tag of tags) {
      if (this.#over) return
      this.#fps ??= statedRate(tag)
      const sample = flvSample(tag)
      if (sample?.type === 'video') this.#take(sample)
      else if (sample?.type === 'config' && sample.config.kind !== 'mp4a') void this.#use(sample.config)
    }
  }

  async #use(config: VideoConfig): Promise<void> {
    const isSame = this.#config?.record.every((byte, at) => byte === config.record[at])
    if (isSame && this.#config?.record.length === config.record.length) return
    this.#config = config
    this.#asking = []
    const { width, height } = config
    const wanted: VideoDecoderConfig = {
      codec: codecName(config),
      description: config.record,
      codedWidth: width,
      codedHeight: height,
      optimizeForLatency: true,
    }
    const { supported } = await VideoDecoder.isConfigSupported(wanted).catch(() => ({ supported: false }))
    if (this.#over || this.#config !== config) return
    if (!supported) {
      this.#end('codec')
      return
    }
    this.#decoder ??= new VideoDecoder({
      output: (frame) => this.#show(frame),
      error: () => this.#end('decoder'),
    })
    this.#wanted = wanted
    this.#configure()
    const waiting = this.#asking ?? []
    this.#asking = undefined
    for (const picture of waiting) this.#decode(picture)
  }

  #take(picture: Picture): void {
    this.#newestMs = picture.decodedMs + picture.shownAfterMs
    if (this.#asking) this.#asking.push(picture)
    else if (this.#resting) this.#hold(this.#resting, picture)
    else this.#decode(picture)
  }

  #hold(resting: Picture[], picture: Picture): void {
    if (picture.isKey) resting.length = 0
    else if (resting.length === 0) return
    // A copy would be no smaller: the bytes are those of the received piece.
    resting.push(picture)
    if (resting.reduce((sum, { bytes }) => sum + bytes.length, 0) > RESTING_BYTES_MOST) resting.length = 0
  }

  #decode(picture: Picture): void {
    if (this.#over || !this.#decoder) return
    const nowMs = performance.now()
    if (this.#isBehind(nowMs)) {
      if (!picture.isKey) {
        this.#awaitsKey = true
        this.#missed += 1
        return
      }
      this.#missed += this.#decoding.size
      this.#decoder.reset()
      this.#configure()
    }
    if (this.#awaitsKey && !picture.isKey) return
    this.#awaitsKey = false
    const timestamp = (picture.decodedMs + picture.shownAfterMs) * 1000
    this.#decoding.set(timestamp, nowMs)
    const type = picture.isKey ? 'key' : 'delta'
    this.#decoder.decode(new EncodedVideoChunk({ type, timestamp, data: picture.bytes }))
  }

  #isBehind(nowMs: number): boolean {
    const [oldestMs = nowMs] = this.#decoding.values()
    return (this.#decoder?.decodeQueueSize ?? 0) > 0 && nowMs - oldestMs > BEHIND_MS
  }

  #configure(): void {
    this.#decoding.clear()
    this.#awaitsKey = true
    if (this.#wanted) this.#decoder?.configure(this.#wanted)
  }

  #show(frame: VideoFrame): void {
    const nowMs = performance.now()
    const receivedMs = this.#decoding.get(frame.timestamp) ?? nowMs
    // Pictures of before that did not come out will not any more.
    for (const timestamp of this.#decoding.has(frame.timestamp) ? [...this.#decoding.keys()] : []) {
      this.#decoding.delete(timestamp)
      if (timestamp === frame.timestamp) break
    }
    if (nowMs - receivedMs > MISSED_AFTER_MS) this.#missed += 1
    this.#size = { width: frame.displayWidth, height: frame.displayHeight }
    const dueMs = this.#pace.dueAt(frame.timestamp / 1000, nowMs)
    this.#shown.show(frame, dueMs, this.#decoding.size > 0 && this.#pace.isStarting(nowMs))
  }
}
