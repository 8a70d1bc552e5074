/** RTP packets of a stream, made once for all its viewers: they share sources, numbers and times (RFC 3550, 5.1). */
import type { FlvTag } from '../../wire/flv/flv-tag.ts'
import {
  createRtpTracks,
  type ExtensionOf,
  type RtpTracks,
  type TrackName,
} from '../../wire/rtp/rtp-tracks.ts'
import { interleavedHead } from '../../wire/rtsp/rtsp-message.ts'
import type { Fanout } from '../stream-fanout.ts'

export type SharedBatch = {
  track: TrackName
  timestamp: number
  /** Time of the stream at which it was made, milliseconds. */
  timestampMs: number
  packets: readonly Buffer[]
  /** Bytes of the payloads. */
  octets: number
  /** The packets as they go between RTSP's messages, on a channel. */
  interleaved(channel: number): Buffer
}

export type SharedTracks = RtpTracks & { batchOf(tag: FlvTag): SharedBatch | undefined }

/** Answers the tracks of a stream; `extensionOf` counts when they are made. */
export function createSharedTracks(
  random: () => number,
): (fanout: Fanout, extensionOf?: ExtensionOf) => SharedTracks {
  const tracks = new WeakMap<Fanout, SharedTracks>()
  return (fanout, extensionOf) => {
    const known = tracks.get(fanout)
    if (known) return known
    const made = shareTracks(createRtpTracks(random, extensionOf))
    tracks.set(fanout, made)
    return made
  }
}

function shareTracks(tracks: RtpTracks): SharedTracks {
  let last: FlvTag | undefined
  let batch: SharedBatch | undefined
  return {
    ...tracks,
    batchOf(tag) {
      // One tag comes for all viewers in a row.
      if (tag === last) return batch
      last = tag
      batch = undefined
      const made = tracks.packetsOf(tag)
      batch = made && shareBatch(made, tag.timestampMs)
      return batch
    },
  }
}

function shareBatch(
  { track, timestamp, packets, octets }: NonNullable<ReturnType<RtpTracks['packetsOf']>>,
  timestampMs: number,
): SharedBatch {
  const chunks = new Map<number, Buffer>()
  return {
    track,
    timestamp,
    timestampMs,
    packets,
    octets,
    interleaved(channel) {
      const known = chunks.get(channel)
      if (known) return known
      const chunk = Buffer.concat(
        packets.flatMap((packet) => [interleavedHead(channel, packet.length), packet]),
      )
      chunks.set(channel, chunk)
      return chunk
    },
  }
}
