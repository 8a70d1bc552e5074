/**
 * FLV as far as a live stream needs it (Adobe Flash Video File Format 10.1, annex E): header, tags and their contents.
 */
export type FlvTag = {
  /** 8 audio, 9 video, 18 script data. */
  type: number
  timestampMs: number
  body: Uint8Array
}

export const FLV_AUDIO = 8
export const FLV_VIDEO = 9
export const FLV_SCRIPT = 18
/** Type, size, timestamp and stream id before a tag's body. */
export const TAG_HEAD_BYTES = 11

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
  bytes.set(tag.body, TAG_HEAD_BYTES)
  bytes.writeUInt32BE(TAG_HEAD_BYTES + size, TAG_HEAD_BYTES + size)
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

/** Codec ids whose second byte is a packet type: H.264 (FLV 10.1, E.4.3.1), and H.265 as makers of cameras send it. */
const PACKETED_CODECS: readonly number[] = [7, 12]
const EXTENDED_AUDIO = 9
const AAC = 10
const KEY_FRAME = 1
const COMMAND_FRAME = 5

/**
 * Role of a tag for a viewer who joins: headers are kept, a key frame starts a group of pictures. `other` is not needed
 * for picture or sound: ends of sequences, commands, and of enhanced RTMP (veovera, v2) colour metadata, channel
 * layouts and further tracks, at which players stop.
 */
export function kindOf(tag: Pick<FlvTag, 'type' | 'body'>): TagKind {
  if (tag.type === FLV_SCRIPT) return 'script'
  if (tag.type === FLV_AUDIO) return audioKind(tag.body)
  return tag.type === FLV_VIDEO ? videoKind(tag.body) : 'other'
}

function audioKind(body: Uint8Array): TagKind {
  const [first = 0, second] = body
  const format = first >> 4
  if (format === AAC) return second === 0 ? 'audioHeader' : 'audio'
  if (format !== EXTENDED_AUDIO) return 'audio'
  // AudioPacketType: 0 SequenceStart, 1 CodedFrames.
  const { packetType } = enhancedHead(body)
  return packetType === 0 ? 'audioHeader' : packetType === 1 ? 'audio' : 'other'
}

function videoKind(body: Uint8Array): TagKind {
  const [first = 0, second] = body
  const frameType = (first >> 4) & 7
  if (frameType === COMMAND_FRAME) return 'other'
  const picture = frameType === KEY_FRAME ? 'key' : 'video'
  if (first & 0x80) {
    // VideoPacketType: 0 SequenceStart, 1 CodedFrames, 3 CodedFramesX, 5 MPEG2TSSequenceStart.
    const { packetType } = enhancedHead(body)
    if (packetType === 0 || packetType === 5) return 'videoHeader'
    return packetType === 1 || packetType === 3 ? picture : 'other'
  }
  if (!PACKETED_CODECS.includes(first & 15)) return picture
  return second === 0 ? 'videoHeader' : second === 1 ? picture : 'other'
}

const MODIFIER = 7

/**
 * The packet type of an enhanced tag, and where its FourCC begins. Modifiers come before both: each has its size less
 * one, its bytes, and the next packet type.
 */
function enhancedHead(body: Uint8Array): { packetType: number; fourCcAt: number } {
  let packetType = (body[0] ?? 0) & 15
  let at = 1
  while (packetType === MODIFIER && at < body.length) {
    let size = body[at++]! + 1
    if (size === 256) {
      size = (((body[at] ?? 0) << 8) | (body[at + 1] ?? 0)) + 1
      at += 2
    }
    at += size
    packetType = (body[at++] ?? MODIFIER) & 15
  }
  return { packetType, fourCcAt: at }
}

/** Codec ids of FLV that still occur. */
const VIDEO_CODECS: Readonly<Record<number, string>> = { 2: 'H.263', 4: 'VP6', 7: 'H.264', 12: 'H.265' }
const AUDIO_CODECS: Readonly<Record<number, string>> = {
  2: 'MP3',
  7: 'G.711 A-law',
  8: 'G.711 µ-law',
  10: 'AAC',
}
/** FourCCs of the enhanced form. */
const VIDEO_FOUR_CCS: Readonly<Record<string, string>> = {
  avc1: 'H.264',
  hvc1: 'H.265',
  av01: 'AV1',
  vp09: 'VP9',
}
const AUDIO_FOUR_CCS: Readonly<Record<string, string>> = {
  mp4a: 'AAC',
  Opus: 'Opus',
  fLaC: 'FLAC',
  '.mp3': 'MP3',
}

/** Name of the codec of a video or audio tag; `codec <id>` or its FourCC where it has no name here. */
export function codecOf({ type, body }: Pick<FlvTag, 'type' | 'body'>): string {
  const [first = 0] = body
  const isVideo = type === FLV_VIDEO
  if (isVideo ? first & 0x80 : first >> 4 === EXTENDED_AUDIO) {
    const { fourCcAt } = enhancedHead(body)
    const fourCc = Buffer.from(body.subarray(fourCcAt, fourCcAt + 4)).toString('latin1')
    return (isVideo ? VIDEO_FOUR_CCS : AUDIO_FOUR_CCS)[fourCc] ?? fourCc
  }
  const id = isVideo ? first & 15 : first >> 4
  return (isVideo ? VIDEO_CODECS : AUDIO_CODECS)[id] ?? `codec ${id}`
}
