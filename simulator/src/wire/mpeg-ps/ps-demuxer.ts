/**
 * Pictures and frames of sound out of a program stream, however it is cut. The codecs are those of the program stream
 * map; without one, the NAL units and the sync words of AAC tell them.
 */
import { AudioStream } from './audio-stream.ts'
import { psProblem } from './problem.ts'
import type { ProgramStreamMap } from './program-stream-map.ts'
import type { PsItem } from './ps-item.ts'
import { type PsPacket, PsPacketReader } from './ps-packet-reader.ts'
import { isAudioId, isVideoId } from './stream-types.ts'
import { VideoStream } from './video-stream.ts'

export type PsLimits = {
  /** Bytes of one access unit. */
  unitBytes: number
  /** Elementary streams. */
  streams: number
}

/** A key picture of 4K has a megabyte at most; cameras send two streams, recorders up to four. */
export const PS_LIMITS: PsLimits = { unitBytes: 4_194_304, streams: 8 }

export type PsDemuxer = {
  /** Takes the next bytes of the stream and answers what they complete. Never throws. */
  push(chunk: Uint8Array): PsItem[]
  /**
   * The units under way are whole: a caller may know it, by the marker of RTP, before the next unit begins. Without
   * it a unit is answered when the next one begins.
   */
  flush(): PsItem[]
  /** Bytes are missing here: what is under way is dropped, and it goes on with the next pack. The codecs stay known. */
  lost(): void
  /** The stream is over: the units under way, and a problem when a packet is incomplete. */
  end(): PsItem[]
  /** Bytes kept, at most `unitBytes` and 65,541 for each stream besides those of one packet and the last chunk. */
  readonly pending: number
}

/**
 * A demuxer (ISO/IEC 13818-1, 2.5; GB/T 28181, annex C). Times are ticks of 90 kHz in 33 bits. Problems carry offsets
 * in the program stream. Throws a RangeError when a limit is no whole number from 1 on.
 */
export function createPsDemuxer(limits: Partial<PsLimits> = {}): PsDemuxer {
  const { unitBytes, streams: streamsMax } = { ...PS_LIMITS, ...limits }
  for (const limit of [unitBytes, streamsMax]) {
    if (!(Number.isSafeInteger(limit) && limit >= 1)) throw new RangeError(`${limit} is no limit`)
  }
  const reader = new PsPacketReader()
  const streams = new Map<number, VideoStream | AudioStream>()
  /** Stream types of the last map. */
  let types = new Map<number, number>()
  let toldStreams = false

  function flush(): PsItem[] {
    return [...streams.values()].flatMap((stream) => stream.flush())
  }

  function follow(map: ProgramStreamMap): PsItem[] {
    const items: PsItem[] = []
    types = new Map(map.entries.map(({ streamId, streamType }) => [streamId, streamType]))
    for (const [id, stream] of streams) {
      if (stream.streamType === types.get(id)) continue
      items.push(...stream.flush())
      streams.delete(id)
    }
    return [...items, { kind: 'map', map }]
  }

  function add(packet: Extract<PsPacket, { kind: 'pes' }>): PsItem[] {
    const { streamId, payload, pts, dts, offset } = packet
    if (!isVideoId(streamId) && !isAudioId(streamId)) {
      return [{ kind: 'private', streamId, pts, dts, bytes: payload }]
    }
    let stream = streams.get(streamId)
    if (!stream) {
      if (streams.size >= streamsMax) {
        if (toldStreams) return []
        toldStreams = true
        return [psProblem('limit', offset, `more than ${streamsMax} elementary streams`)]
      }
      const type = types.get(streamId)
      stream = isVideoId(streamId)
        ? new VideoStream(streamId, type, unitBytes)
        : new AudioStream(streamId, type)
      streams.set(streamId, stream)
    }
    return stream.add(packet)
  }

  function itemsOf(packets: PsPacket[]): PsItem[] {
    return packets.flatMap((packet): PsItem[] => {
      if (packet.kind === 'pes') return add(packet)
      if (packet.kind === 'map') return follow(packet.map)
      if (packet.kind === 'end') return [...flush(), packet]
      return packet.kind === 'problem' ? [packet] : []
    })
  }

  return {
    push: (chunk) => itemsOf(reader.push(chunk)),
    flush,
    lost() {
      reader.lost()
      streams.clear()
    },
    end: () => [...itemsOf(reader.end()), ...flush()],
    get pending() {
      let sum = reader.pending
      for (const stream of streams.values()) sum += stream.pending
      return sum
    },
  }
}
