import { FlvReader } from '../player/flv-reader.ts'
import { type AudioConfig, type FlvSample, flvSample, type VideoConfig } from './flv-samples.ts'
import { box, fileType, movieHeader, u32, u64 } from './mp4-boxes.ts'
import { MOVIE_TIMESCALE, Mp4Track } from './mp4-track.ts'

/** A stream whose clock is further than this from the recording's is realigned. */
const APART_MS = 10_000
/** Sound this close to its expected place continues there: FLV stamps are whole milliseconds. */
const SOUND_JITTER_MS = 60
/** Samples are gathered into Blobs of this size, which a browser may keep on disk. */
const BLOB_BYTES = 4 * 2 ** 20
/** Size, type and 64-bit size of the box that holds the samples. */
const DATA_HEADER_BYTES = 16

export type RecordedFile = { blob: Blob; hasSound: boolean; durationMs: number }

type VideoSample = Extract<FlvSample, { type: 'video' }>

/**
 * A live stream of FLV as one MP4 file (ISO/IEC 14496-12), picture for picture as it was received: H.264 or H.265, and
 * AAC. The stream may break and come back, in another size too: later pictures keep their arrival times, and the last
 * one fills the break. Pure: the owner passes bytes and the time, in milliseconds that never go back.
 */
export class LiveRecording {
  readonly #reader = new FlvReader()
  #videoConfig: VideoConfig | undefined
  #audioConfig: AudioConfig | undefined
  #video: Mp4Track<VideoConfig> | undefined
  #audio: Mp4Track<AudioConfig> | undefined
  #startedMs: number | undefined
  /** Offset of the stream's clock to the recording's; undefined until a key frame of this connection came. */
  #origin: { streamMs: number; atMs: number } | undefined
  #lastWritten: 'video' | 'audio' | undefined
  #loose: Uint8Array<ArrayBuffer>[] = []
  #looseBytes = 0
  #blobs: Blob[] = []
  #bytes = 0

  /** Sound has been received. */
  get hasSound(): boolean {
    return this.#audio !== undefined
  }

  /** Another connection begins. */
  restart(): void {
    this.#reader.restart()
    this.#origin = undefined
  }

  push(piece: Uint8Array<ArrayBuffer>, nowMs: number): void {
    for (const tag of this.#reader.push(piece).tags) {
      const sample = flvSample(tag)
      if (sample) this.#take(sample, nowMs)
    }
  }

  /** The file; undefined when no picture was received. */
  finish(): RecordedFile | undefined {
    const [video, audio] = [this.#video, this.#audio]
    if (!video) return undefined
    const tracks = audio ? [video, audio] : [video]
    const durationMs = Math.max(...tracks.map((track) => track.endMovieTime))
    const head = (dataOffset: number) => [
      fileType(),
      box(
        'moov',
        movieHeader(MOVIE_TIMESCALE, durationMs, tracks.length + 1),
        ...tracks.map((track, at) => track.boxes(at + 1, dataOffset)),
      ),
    ]
    // Offsets have 64 bits wherever they point to: the head is as long with any.
    const headBytes = head(0).reduce((sum, part) => sum + part.length, 0)
    const data = [u32(1), Uint8Array.from('mdat', (letter) => letter.charCodeAt(0))]
    const parts = [
      ...head(headBytes + DATA_HEADER_BYTES),
      ...data,
      u64(this.#bytes + DATA_HEADER_BYTES),
      ...this.#blobs,
      ...this.#loose,
    ]
    return { blob: new Blob(parts as BlobPart[], { type: 'video/mp4' }), hasSound: !!audio, durationMs }
  }

  #take(sample: FlvSample, nowMs: number): void {
    if (sample.type === 'video') this.#takePicture(sample, nowMs)
    else if (sample.type === 'audio') this.#takeSound(sample.bytes, sample.decodedMs)
    else if (sample.config.kind === 'mp4a') {
      this.#audioConfig = sample.config
      this.#audio?.use(sample.config)
    } else {
      this.#videoConfig = sample.config
      this.#video?.use(sample.config)
    }
  }

  #takePicture({ bytes, decodedMs, shownAfterMs, isKey }: VideoSample, nowMs: number): void {
    const config = this.#videoConfig
    if (!config) return
    const at = this.#place(decodedMs, isKey, nowMs)
    if (at === undefined) return
    this.#video ??= new Mp4Track(config)
    // A player that reads the first entry only finds the parameters of a later one before its key frames.
    const inBand = isKey && this.#video.configs.length > 1 ? [config.parameterSets] : []
    const time = Math.max(at, (this.#video.lastTime ?? -1) + 1)
    this.#write('video', this.#video, [...inBand, bytes], { time, shownAfter: shownAfterMs, isKey })
  }

  /** Place of a picture in the recording; undefined: it cannot be shown, as it follows nothing that was kept. */
  #place(streamMs: number, isKey: boolean, nowMs: number): number | undefined {
    const elapsedMs = nowMs - (this.#startedMs ?? nowMs)
    if (this.#origin) {
      const at = this.#origin.atMs + streamMs - this.#origin.streamMs
      if (Math.abs(at - elapsedMs) <= APART_MS) return at
    }
    this.#origin = undefined
    if (!isKey) return undefined
    this.#startedMs ??= nowMs
    this.#origin = { streamMs, atMs: Math.max(elapsedMs, (this.#video?.lastTime ?? -1) + 1) }
    return this.#origin.atMs
  }

  #takeSound(bytes: Uint8Array, streamMs: number): void {
    if (!this.#origin || !this.#audioConfig) return
    const atMs = this.#origin.atMs + streamMs - this.#origin.streamMs
    this.#audio ??= new Mp4Track(this.#audioConfig)
    const track = this.#audio
    const wanted = Math.round((atMs / 1000) * track.timescale)
    const next = track.nextTime
    const isClose = Math.abs(wanted - next) <= (SOUND_JITTER_MS / 1000) * track.timescale
    if (atMs < 0 || (wanted < next && !isClose)) return
    this.#write('audio', track, [bytes], {
      time: isClose && !track.isEmpty ? next : wanted,
      shownAfter: 0,
      isKey: true,
    })
  }

  #write(
    type: 'video' | 'audio',
    track: Mp4Track<VideoConfig> | Mp4Track<AudioConfig>,
    parts: readonly Uint8Array[],
    sample: { time: number; shownAfter: number; isKey: boolean },
  ): void {
    const size = parts.reduce((sum, { length }) => sum + length, 0)
    track.add(sample, size, this.#bytes, this.#lastWritten === type)
    this.#lastWritten = type
    this.#bytes += size
    // A copy: parts of a received piece would keep all of it.
    for (const part of parts) this.#loose.push(part.slice())
    this.#looseBytes += size
    if (this.#looseBytes < BLOB_BYTES) return
    this.#blobs.push(new Blob(this.#loose))
    this.#loose = []
    this.#looseBytes = 0
  }
}
