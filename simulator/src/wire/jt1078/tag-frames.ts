/** Tags of a live stream as frames of JT/T 1078: pictures in annex B, AAC with ADTS headers, samples of G.711. */
import {
  type AudioConfig,
  readAudio,
  readAudioConfig,
  readVideo,
  readVideoConfig,
  type VideoConfig,
} from '../flv/flv-media.ts'
import { FLV_VIDEO, type FlvTag } from '../flv/flv-tag.ts'
import { pictureUnits } from '../flv/picture-units.ts'
import { adtsHeader } from '../mpeg-ps/adts-header.ts'
import { DATA_TYPES, PAYLOAD_TYPES } from './payload-types.ts'
import type { RtpFrame } from './rtp-packetizer.ts'

const START_CODE = Uint8Array.of(0, 0, 0, 1)

/**
 * Answers the frame of a tag; undefined for headers, which are kept, and for codecs that JT/T 1078 has no payload type
 * of. Before each key picture come its parameter sets. Times are those of the tags.
 */
export function createTagFrames(): (tag: FlvTag) => RtpFrame | undefined {
  let video: VideoConfig | undefined
  let audio: AudioConfig | undefined

  const picture = (tag: FlvTag): RtpFrame | undefined => {
    const packet = readVideo(tag)
    if (packet?.isConfig) video = readVideoConfig(packet) ?? video
    if (!packet || packet.isConfig || !video || video.codec !== packet.codec) return undefined
    const { units, isKey } = pictureUnits(video, packet)
    if (units.length === 0) return undefined
    return {
      payloadType: packet.codec === 'h264' ? PAYLOAD_TYPES.h264 : PAYLOAD_TYPES.h265,
      dataType: isKey ? DATA_TYPES.iPicture : DATA_TYPES.pPicture,
      timestampMs: tag.timestampMs,
      bytes: Buffer.concat(units.flatMap((unit) => [START_CODE, unit])),
    }
  }

  const sound = (tag: FlvTag): RtpFrame | undefined => {
    audio = readAudioConfig(tag) ?? audio
    const bytes = readAudio(tag)
    if (!bytes || bytes.length === 0 || !audio) return undefined
    const frame = { dataType: DATA_TYPES.audio, timestampMs: tag.timestampMs }
    if (audio.codec === 'aac') {
      const header = adtsHeader(audio.config, bytes.length)
      return { ...frame, payloadType: PAYLOAD_TYPES.aac, bytes: Buffer.concat([header, bytes]) }
    }
    return {
      ...frame,
      payloadType: audio.codec === 'pcma' ? PAYLOAD_TYPES.g711a : PAYLOAD_TYPES.g711u,
      bytes,
    }
  }

  return (tag) => (tag.type === FLV_VIDEO ? picture(tag) : sound(tag))
}
