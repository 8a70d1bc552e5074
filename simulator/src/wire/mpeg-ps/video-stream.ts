/** One video stream of a program stream: its packets in, access units out. */
import { AccessUnitSplitter } from './access-unit-splitter.ts'
import type { PsItem } from './ps-item.ts'
import type { PsPacket } from './ps-packet-reader.ts'
import { videoCodecOf } from './stream-types.ts'
import { TimedUnitSplitter } from './timed-unit-splitter.ts'

export class VideoStream {
  readonly streamId: number
  /** Of the map; undefined without one. */
  readonly streamType: number | undefined
  readonly #splitter: AccessUnitSplitter | TimedUnitSplitter

  constructor(streamId: number, streamType: number | undefined, unitBytes: number) {
    this.streamId = streamId
    this.streamType = streamType
    const codec = streamType === undefined ? undefined : videoCodecOf(streamType)
    const isNal = streamType === undefined || codec === 'h264' || codec === 'h265'
    this.#splitter = isNal
      ? new AccessUnitSplitter(codec as 'h264' | 'h265' | undefined, unitBytes)
      : new TimedUnitSplitter(codec, unitBytes)
  }

  get pending(): number {
    return this.#splitter.pending
  }

  add({ payload, pts, dts, isMore, offset }: Extract<PsPacket, { kind: 'pes' }>): PsItem[] {
    return this.#items(this.#splitter.add(payload, { pts, dts }, isMore, offset))
  }

  flush(): PsItem[] {
    return this.#items(this.#splitter.flush())
  }

  #items(split: ReturnType<AccessUnitSplitter['add'] | TimedUnitSplitter['add']>): PsItem[] {
    const { streamId } = this
    return split.map((item) => (item.kind === 'problem' ? item : { ...item, kind: 'video', streamId }))
  }
}
