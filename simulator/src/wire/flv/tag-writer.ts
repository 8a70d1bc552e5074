/**
 * FLV tags out of elementary streams, as other wires bring them: H.264 and H.265 in annex B, AAC with ADTS headers, G.711
 * (Adobe FLV 10.1, E.4; H.265 by enhanced RTMP v2).
 */
import { avcRecord, hevcRecord } from './decoder-records.ts'
import { FLV_AUDIO, FLV_VIDEO, type FlvTag } from './flv-tag.ts'

export type TagWriter = {
  /**
   * Tags of one access unit: a header when the parameter sets are new, then the picture. None before the first key
   * picture with its sets. `compositionMs`: how long after `timestampMs` it is shown.
   */
  video(codec: 'h264' | 'h265', annexB: Uint8Array, timestampMs: number, compositionMs?: number): FlvTag[]
  /** Tags of an AAC frame with its ADTS header; none when that is broken. */
  aac(frame: Uint8Array, timestampMs: number): FlvTag[]
  g711(law: 'pcma' | 'pcmu', samples: Uint8Array, timestampMs: number): FlvTag[]
}

const START = Buffer.from([0, 0, 1])
const ADTS_BYTES = 7
/** Mono, 16 bits; the rate of G.711 is always 8 kHz (E.4.2.1). */
const G711_HEADS = { pcma: 0x72, pcmu: 0x82 } as const
/** Kinds of units that are no part of a picture's data: parameter sets, delimiters, ends. */
const H264_SETS = { sps: 7, pps: 8 } as const
const H265_SETS = { vps: 32, sps: 33, pps: 34 } as const
const H264_LEFT_OUT = [7, 8, 9, 10, 11]
const H265_LEFT_OUT = [32, 33, 34, 35, 36, 37]

export function createTagWriter(): TagWriter {
  let header: Buffer | undefined
  let audioHeader: Buffer | undefined
  let hasKey = false
  let codecOfHeader: 'h264' | 'h265' | undefined

  const video: TagWriter['video'] = (codec, annexB, timestampMs, compositionMs = 0) => {
    const units = unitsOf(annexB)
    const typeOf = (unit: Uint8Array) => (codec === 'h264' ? unit[0]! & 31 : (unit[0]! >> 1) & 63)
    const tags: FlvTag[] = []
    const record = recordOf(codec, units, typeOf)
    if (record && !(codecOfHeader === codec && header?.equals(record))) {
      header = Buffer.from(record)
      codecOfHeader = codec
      hasKey = false
      tags.push({
        type: FLV_VIDEO,
        timestampMs,
        body: Buffer.concat([videoHead(codec, 'header', 0), record]),
      })
    }
    const leftOut = codec === 'h264' ? H264_LEFT_OUT : H265_LEFT_OUT
    const picture = units.filter((unit) => !leftOut.includes(typeOf(unit)))
    const isKey = picture.some((unit) =>
      codec === 'h264' ? typeOf(unit) === 5 : typeOf(unit) >= 16 && typeOf(unit) <= 21,
    )
    hasKey ||= isKey
    if (codecOfHeader !== codec || !hasKey || picture.length === 0) return tags
    const data = picture.flatMap((unit) => [lengthOf(unit), unit])
    const head = videoHead(codec, isKey ? 'key' : 'picture', compositionMs)
    return [...tags, { type: FLV_VIDEO, timestampMs, body: Buffer.concat([head, ...data]) }]
  }

  return {
    video,
    aac(frame, timestampMs) {
      const config = audioConfigOf(frame)
      if (!config) return []
      const tags: FlvTag[] = []
      const body = Buffer.concat([Uint8Array.of(0xaf, 0), config.specific])
      if (!audioHeader?.equals(body)) {
        audioHeader = body
        tags.push({ type: FLV_AUDIO, timestampMs, body })
      }
      const raw = frame.subarray(config.headBytes)
      return [...tags, { type: FLV_AUDIO, timestampMs, body: Buffer.concat([Uint8Array.of(0xaf, 1), raw]) }]
    },
    g711: (law, samples, timestampMs) => [
      { type: FLV_AUDIO, timestampMs, body: Buffer.concat([Uint8Array.of(G711_HEADS[law]), samples]) },
    ],
  }
}

/** NAL units of a byte stream without start codes and the zeros behind them. */
function unitsOf(annexB: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(annexB.buffer, annexB.byteOffset, annexB.length)
  const units: Uint8Array[] = []
  for (let at = bytes.indexOf(START); at >= 0; ) {
    const next = bytes.indexOf(START, at + 3)
    let end = next < 0 ? bytes.length : next
    while (end > at + 3 && bytes[end - 1] === 0) end--
    if (end > at + 3) units.push(bytes.subarray(at + 3, end))
    at = next
  }
  return units
}

function recordOf(
  codec: 'h264' | 'h265',
  units: readonly Uint8Array[],
  typeOf: (unit: Uint8Array) => number,
): Uint8Array | undefined {
  const of = (type: number) => units.filter((unit) => typeOf(unit) === type)
  if (codec === 'h264') return avcRecord({ sps: of(H264_SETS.sps), pps: of(H264_SETS.pps) })
  return hevcRecord({ vps: of(H265_SETS.vps), sps: of(H265_SETS.sps), pps: of(H265_SETS.pps) })
}

/** The bytes before a video tag's data. */
function videoHead(
  codec: 'h264' | 'h265',
  kind: 'header' | 'key' | 'picture',
  compositionMs: number,
): Buffer {
  const frameType = kind === 'picture' ? 2 : 1
  const time = [(compositionMs >> 16) & 255, (compositionMs >> 8) & 255, compositionMs & 255]
  if (codec === 'h264') return Buffer.from([(frameType << 4) | 7, kind === 'header' ? 0 : 1, ...time])
  const fourCc = [...Buffer.from('hvc1')]
  const first = 0x80 | (frameType << 4)
  return Buffer.from(kind === 'header' ? [first, ...fourCc] : [first | 1, ...fourCc, ...time])
}

function lengthOf(unit: Uint8Array): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(unit.length)
  return bytes
}

/** AudioSpecificConfig of an ADTS header (ISO/IEC 14496-3, 1.6.2.1 and 1.A.3.2.1). */
function audioConfigOf(frame: Uint8Array): { specific: Uint8Array; headBytes: number } | undefined {
  const [first = 0, second = 0, third = 0, fourth = 0] = frame
  const hasCheck = (second & 1) === 0
  const headBytes = hasCheck ? ADTS_BYTES + 2 : ADTS_BYTES
  if (first !== 0xff || (second & 0xf6) !== 0xf0 || frame.length <= headBytes) return undefined
  const object = (third >> 6) + 1
  const rate = (third >> 2) & 15
  const channels = ((third & 1) << 2) | (fourth >> 6)
  const specific = Uint8Array.of((object << 3) | (rate >> 1), ((rate & 1) << 7) | (channels << 3))
  return rate < 13 ? { specific, headBytes } : undefined
}
