/** One audio stream of a program stream: its packets in, frames out. */
import { AdtsSplitter, isAdtsStart } from './adts-splitter.ts'
import { psProblem } from './problem.ts'
import type { PsItem } from './ps-item.ts'
import type { PsPacket } from './ps-packet-reader.ts'
import { type AudioCodec, audioCodecOf } from './stream-types.ts'

export class AudioStream {
  readonly streamId: number
  /** Of the map; undefined without one. */
  readonly streamType: number | undefined
  #codec: AudioCodec | undefined
  #adts = new AdtsSplitter()
  /** Of bytes that belong to no frame, once for each run of them. */
  #toldSkip = false

  constructor(streamId: number, streamType: number | undefined) {
    this.streamId = streamId
    this.streamType = streamType
    this.#codec = streamType === undefined ? undefined : audioCodecOf(streamType)
  }

  get pending(): number {
    return this.#adts.pending
  }

  add({ payload, pts, offset }: Extract<PsPacket, { kind: 'pes' }>): PsItem[] {
    const { streamId } = this
    if (this.streamType === undefined && this.#codec === undefined && payload.length > 1) {
      if (isAdtsStart(payload[0]!, payload[1]!)) this.#codec = 'aac'
    }
    const codec = this.#codec
    if (codec !== 'aac')
      return payload.length > 0 ? [{ kind: 'audio', streamId, codec, pts, bytes: payload }] : []
    const { frames, skipped } = this.#adts.add(payload, pts)
    const items: PsItem[] = []
    if (skipped > 0 && !this.#toldSkip) {
      items.push(psProblem('unit', offset, `${skipped} bytes of AAC belong to no frame`))
    }
    this.#toldSkip = skipped > 0
    return [...items, ...frames.map((frame) => ({ kind: 'audio' as const, streamId, codec, ...frame }))]
  }

  /** Frames that are not whole stay. */
  flush(): PsItem[] {
    return []
  }
}
