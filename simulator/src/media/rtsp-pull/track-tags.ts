/** FLV tags out of the RTP packets of one track. */
import type { FlvTag } from '../../wire/flv/flv-tag.ts'
import { createTagWriter } from '../../wire/flv/tag-writer.ts'
import { adtsHeader } from '../../wire/mpeg-ps/adts-header.ts'
import { joinNalUnits } from '../../wire/mpeg-ps/nal-units.ts'
import { aacFrames } from '../../wire/rtp/aac-frames.ts'
import { createDecodeTimes } from '../../wire/rtp/decode-times.ts'
import { createH26xDepacketizer } from '../../wire/rtp/h26x-depacketizer.ts'
import type { RtpPacket } from '../../wire/rtp/rtp-packet.ts'
import type { AudioTrack, VideoTrack } from '../../wire/rtsp/read-description.ts'
import type { TrackTimes } from './track-times.ts'

/** Takes the next packet in order; `isAfterLoss`: some before it are missing. */
export type TrackTags = (packet: RtpPacket, isAfterLoss: boolean) => FlvTag[]

/** Parameter sets of the description go before the first picture; the stream's own replace them. */
export function videoTags(track: VideoTrack, times: TrackTimes): TrackTags {
  const depacketizer = createH26xDepacketizer(track.codec)
  const writer = createTagWriter()
  const decode = createDecodeTimes()
  let sets = track.sets
  return (packet, isAfterLoss) =>
    depacketizer.add(packet, isAfterLoss).flatMap(({ units, timestamp }) => {
      const { decodedMs, compositionMs } = decode(times.at(timestamp))
      const tags = writer.video(
        track.codec,
        joinNalUnits([...sets, ...units]),
        decodedMs,
        Math.round(compositionMs),
      )
      if (tags.length > 0) sets = []
      return tags
    })
}

const AAC_SAMPLES = 1024

export function audioTags(track: AudioTrack, times: TrackTimes): TrackTags {
  const writer = createTagWriter()
  const { codec, config, clockHz } = track
  return ({ payload, timestamp }) => {
    const atMs = times.at(timestamp)
    if (codec !== 'aac') return payload.length > 0 ? writer.g711(codec, payload, atMs) : []
    return aacFrames(payload).flatMap((frame, i) => {
      const whole = Buffer.concat([adtsHeader(config, frame.length), frame])
      return writer.aac(whole, atMs + (i * AAC_SAMPLES * 1000) / clockHz)
    })
  }
}
