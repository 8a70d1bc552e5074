/** FLV as far as a live stream needs it (Adobe Flash Video File Format 10.1, annex E): header, tags, what they hold. */
export type FlvTag = {
  /** 8 audio, 9 video, 18 script data. */
  type: number
  timestampMs: number
  body: Uint8Array
}

export const FLV_AUDIO = 8
export const FLV_VIDEO = 9
export const FLV_SCRIPT = 18

/** The file header with the empty previous-tag size behind it. */
export function flvHeader(hasAudio: boolean): Buffer {
  return Buffer.from([0x46, 0x4c, 0x56, 1, hasAudio ? 5 : 1, 0, 0, 0, 9, 0, 0, 0, 0])
}

/** A tag with its trailing size, ready to be sent. */
export function encodeTag(tag: FlvTag): Buffer {
  const size = tag.body.length
  const bytes = Buffer.allocUnsafe(15 + size)
  bytes[0] = tag.type
  bytes.writeUIntBE(size, 1, 3)
  writeTimestamp(bytes, tag.timestampMs)
  bytes.writeUIntBE(0, 8, 3)
  bytes.set(tag.body, 11)
  bytes.writeUInt32BE(11 + size, 11 + size)
  return bytes
}

/** The same encoded tag at another time (a copy). */
export function retimed(encoded: Buffer, timestampMs: number): Buffer {
  const bytes = Buffer.from(encoded)
  writeTimestamp(bytes, timestampMs)
  return bytes
}

function writeTimestamp(bytes: Buffer, timestampMs: number): void {
  const at = timestampMs >>> 0
  bytes[4] = (at >>> 16) & 255
  bytes[5] = (at >>> 8) & 255
  bytes[6] = at & 255
  bytes[7] = at >>> 24
}

export type TagKind = 'script' | 'audioHeader' | 'audio' | 'videoHeader' | 'key' | 'video' | 'other'

/** What a tag is for a viewer who joins: headers are kept, a key frame starts a group of pictures. */
export function kindOf(tag: FlvTag): TagKind {
  const [first = 0, second = 0] = tag.body
  if (tag.type === FLV_SCRIPT) return 'script'
  if (tag.type === FLV_AUDIO) return first >> 4 === 10 && second === 0 ? 'audioHeader' : 'audio'
  if (tag.type !== FLV_VIDEO) return 'other'
  if (first & 0x80) return (first & 15) === 0 ? 'videoHeader' : ((first >> 4) & 7) === 1 ? 'key' : 'video'
  if ((first & 15) === 7 && second !== 1) return second === 0 ? 'videoHeader' : 'other'
  return first >> 4 === 1 ? 'key' : 'video'
}
