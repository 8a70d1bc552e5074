/** The tags of a live stream as RTP packets: one track for the picture, one for the sound (RFC 6184, 7798, 3640, 3551). */
import {
  type AudioConfig,
  readAudio,
  readAudioConfig,
  readVideo,
  readVideoConfig,
  type VideoConfig,
} from '../flv/flv-media.ts'
import { FLV_AUDIO, FLV_VIDEO, type FlvTag } from '../flv/flv-tag.ts'
import { pictureUnits } from '../flv/picture-units.ts'
import { payloadsOf } from './h26x-payload.ts'
import { RTP_HEAD_BYTES, type RtpExtension, writeRtp } from './rtp-packet.ts'

export type TrackName = 'video' | 'audio'

/** Packets of a tag, on one track. */
export type RtpBatch = {
  track: TrackName
  timestamp: number
  packets: readonly Buffer[]
  /** Bytes of the payloads. */
  octets: number
}

export type RtpTracks = {
  /** Packets of a tag; undefined for one that is not sent: a header, a codec that RTP viewers get none of. */
  packetsOf(tag: FlvTag): RtpBatch | undefined
  video(): VideoConfig | undefined
  audio(): AudioConfig | undefined
  ssrcOf(track: TrackName): number
  /** RTP timestamp of a moment of the stream. */
  timestampAt(track: TrackName, timestampMs: number): number
}

/** Bytes of a packet that pass every usual network whole: Ethernet's 1500 less headers and tunnels. */
export const PACKET_BYTES_MOST = 1400
/** Less the header and an extension of four words. */
const PAYLOAD_BYTES_MOST = PACKET_BYTES_MOST - RTP_HEAD_BYTES - 16
/** Clock of video (RFC 6184, 8.2.1). */
export const VIDEO_CLOCK = 90_000
export const PAYLOAD_TYPES = { video: 96, aac: 97, pcma: 8, pcmu: 0 } as const
/** AU-headers-length of one header of 16 bits: 13 for the size, 3 for the index (RFC 3640, 3.3.6). */
const AU_HEADER_BITS = 16

/** Extension of the packets of a tag, by its time in the stream (ms). */
export type ExtensionOf = (timestampMs: number, isKey: boolean, track: TrackName) => RtpExtension

/** `random` gives 32 bits: sources and first numbers are hard to guess (RFC 3550, 5.1). */
export function createRtpTracks(random: () => number, extensionOf?: ExtensionOf): RtpTracks {
  const tracks = {
    video: { ssrc: random(), sequence: random() & 0xffff, offset: random() },
    audio: { ssrc: random(), sequence: random() & 0xffff, offset: random() },
  }
  let video: VideoConfig | undefined
  let audio: AudioConfig | undefined
  const clockOf = (track: TrackName) => (track === 'video' ? VIDEO_CLOCK : (audio?.sampleRate ?? VIDEO_CLOCK))
  const timestampAt = (track: TrackName, timestampMs: number) =>
    (Math.round((timestampMs * clockOf(track)) / 1000) + tracks[track].offset) >>> 0

  const batch = (
    track: TrackName,
    payloadType: number,
    timestampMs: number,
    payloads: readonly (readonly Uint8Array[])[],
    isKey: boolean,
  ): RtpBatch => {
    const { ssrc } = tracks[track]
    const extension = extensionOf?.(timestampMs, isKey, track)
    const timestamp = timestampAt(track, timestampMs)
    const packets = payloads.map((parts, i) => {
      // The last packet of a picture, and each of sound that holds whole frames (RFC 3640, 3.1).
      const marker = track === 'video' ? i === payloads.length - 1 : payloadType === PAYLOAD_TYPES.aac
      const sequence = tracks[track].sequence++
      return writeRtp({ payloadType, marker, sequence, timestamp, ssrc }, parts, extension)
    })
    const octets = payloads.flat().reduce((sum, part) => sum + part.length, 0)
    return { track, timestamp, packets, octets }
  }

  const picture = (tag: FlvTag): RtpBatch | undefined => {
    const packet = readVideo(tag)
    if (!packet) return undefined
    if (packet.isConfig) {
      video = readVideoConfig(packet) ?? video
      return undefined
    }
    if (!video || video.codec !== packet.codec) return undefined
    const { units, isKey } = pictureUnits(video, packet)
    const payloads = payloadsOf(packet.codec, units, PAYLOAD_BYTES_MOST)
    if (payloads.length === 0) return undefined
    return batch('video', PAYLOAD_TYPES.video, tag.timestampMs + packet.compositionMs, payloads, isKey)
  }

  const sound = (tag: FlvTag): RtpBatch | undefined => {
    audio = readAudioConfig(tag) ?? audio
    const frame = readAudio(tag)
    if (!frame || !audio || frame.length === 0) return undefined
    if (audio.codec !== 'aac')
      return batch('audio', PAYLOAD_TYPES[audio.codec], tag.timestampMs, [[frame]], true)
    const head = Uint8Array.of(0, AU_HEADER_BITS, frame.length >> 5, (frame.length & 31) << 3)
    return batch('audio', PAYLOAD_TYPES.aac, tag.timestampMs, [[head, frame]], true)
  }

  return {
    packetsOf(tag) {
      if (tag.type === FLV_VIDEO) return picture(tag)
      return tag.type === FLV_AUDIO ? sound(tag) : undefined
    },
    video: () => video,
    audio: () => audio,
    ssrcOf: (track) => tracks[track].ssrc >>> 0,
    timestampAt,
  }
}
