/** Frames of JT/T 1078 as tags of a live stream: H.264 and H.265, AAC and G.711; other codecs are left out. */
import type { FlvTag } from '../flv/flv-tag.ts'
import { createTagWriter } from '../flv/tag-writer.ts'
import type { AssembledFrame } from './frame-assembler.ts'
import { g711Samples } from './g711-samples.ts'
import { DATA_TYPES, isVideo, PAYLOAD_TYPES } from './payload-types.ts'

const VIDEO_CODECS: Readonly<Record<number, 'h264' | 'h265'>> = {
  [PAYLOAD_TYPES.h264]: 'h264',
  [PAYLOAD_TYPES.h265]: 'h265',
}
const G711_LAWS: Readonly<Record<number, 'pcma' | 'pcmu'>> = {
  [PAYLOAD_TYPES.g711a]: 'pcma',
  [PAYLOAD_TYPES.g711u]: 'pcmu',
}

/**
 * Answers the tags of a frame, at its time modulo 2^32; 'unsupported' where viewers get nothing of its codec; none for
 * transparent data, and for pictures before the first key picture.
 */
export function createFrameTags(): (frame: AssembledFrame) => readonly FlvTag[] | 'unsupported' {
  const writer = createTagWriter()
  return ({ payloadType, dataType, timestampMs = 0, bytes }) => {
    const atMs = timestampMs % 2 ** 32
    if (isVideo(dataType)) {
      const codec = VIDEO_CODECS[payloadType]
      return codec ? writer.video(codec, bytes, atMs) : 'unsupported'
    }
    if (dataType !== DATA_TYPES.audio) return []
    if (payloadType === PAYLOAD_TYPES.aac) return writer.aac(bytes, atMs)
    const law = G711_LAWS[payloadType]
    return law ? writer.g711(law, g711Samples(bytes), atMs) : 'unsupported'
  }
}
