/**
 * What FLV's tags carry, codec by codec: parameter sets and NAL units of H.264 and H.265, AAC and G.711 (Adobe FLV 10.1,
 * E.4; enhanced RTMP v2; ISO/IEC 14496-15, 5.3.3 and 8.3.3).
 */
import { FLV_AUDIO, FLV_VIDEO, type FlvTag } from './flv-tag.ts'

/** Parameter sets of a video stream, as NAL units without a start code; `vps` of H.265 alone. */
export type VideoConfig = {
  codec: 'h264' | 'h265'
  vps: readonly Uint8Array[]
  sps: readonly Uint8Array[]
  pps: readonly Uint8Array[]
  /** Bytes of the length before each NAL unit: 1, 2 or 4. */
  lengthBytes: number
}

export type AudioConfig =
  | { codec: 'aac'; sampleRate: number; channels: number; config: Uint8Array }
  | { codec: 'pcma' | 'pcmu'; sampleRate: 8000; channels: 1 }

/** The packet within a video tag's body: its kind, when it is shown after its time (ms), and its data. */
export type VideoPacket = {
  codec: 'h264' | 'h265'
  isConfig: boolean
  compositionMs: number
  data: Uint8Array
}

const CODECS = { 7: 'h264', 12: 'h265' } as const
const FOUR_CCS: Readonly<Record<string, 'h264' | 'h265'>> = { avc1: 'h264', hvc1: 'h265' }

/** Reads a video tag; undefined when it is neither H.264 nor H.265, or holds no picture and no configuration. */
export function readVideo(tag: Pick<FlvTag, 'type' | 'body'>): VideoPacket | undefined {
  const { body } = tag
  if (tag.type !== FLV_VIDEO || body.length < 5) return undefined
  const [first = 0, second = 0] = body
  if ((first & 0x80) === 0) {
    const codec = CODECS[(first & 15) as keyof typeof CODECS]
    if (!codec || second > 1) return undefined
    return { codec, isConfig: second === 0, compositionMs: signed24(body, 2), data: body.subarray(5) }
  }
  const codec = FOUR_CCS[String.fromCharCode(...body.subarray(1, 5))]
  const type = first & 15
  if (!codec || (type !== 0 && type !== 1 && type !== 3)) return undefined
  // Only CodedFrames carry a composition time.
  const at = type === 1 ? 8 : 5
  return {
    codec,
    isConfig: type === 0,
    compositionMs: type === 1 ? signed24(body, 5) : 0,
    data: body.subarray(at),
  }
}

/** Parameter sets of a configuration record; undefined when it is cut off or holds none. */
export function readVideoConfig({ codec, data }: VideoPacket): VideoConfig | undefined {
  const found = codec === 'h264' ? readAvcRecord(data) : readHevcRecord(data)
  return found && found.sps.length > 0 && found.pps.length > 0 ? found : undefined
}

/** NAL units of a picture; those that are cut off are left out. */
export function* nalUnits(data: Uint8Array, lengthBytes: number): Generator<Uint8Array> {
  for (let at = 0; at + lengthBytes <= data.length; ) {
    let size = 0
    for (let i = 0; i < lengthBytes; i++) size = size * 256 + data[at + i]!
    at += lengthBytes
    if (size === 0) continue
    if (at + size > data.length) return
    yield data.subarray(at, at + size)
    at += size
  }
}

/** How the sound of a tag is coded; undefined for codecs that RTP viewers get none of, and for AAC without its header. */
export function readAudioConfig({ type, body }: Pick<FlvTag, 'type' | 'body'>): AudioConfig | undefined {
  if (type !== FLV_AUDIO || body.length < 2) return undefined
  const format = body[0]! >> 4
  if (format === 7 || format === 8)
    return { codec: format === 7 ? 'pcma' : 'pcmu', sampleRate: 8000, channels: 1 }
  if (format !== 10 || body[1] !== 0) return undefined
  return readAudioSpecificConfig(body.subarray(2))
}

/** A frame of ADTS has 8,191 bytes with its header of seven; an access unit in RTP has no more (RFC 3640, 3.3.6). */
const SOUND_BYTES_MOST = 8184

/**
 * The coded sound of a tag: an AAC frame, or samples of G.711, at most 8,184 bytes; undefined for headers, other codecs
 * and what is longer, which other wires have no room for.
 */
export function readAudio({ type, body }: Pick<FlvTag, 'type' | 'body'>): Uint8Array | undefined {
  if (type !== FLV_AUDIO) return undefined
  const format = (body[0] ?? 0) >> 4
  const isG711 = format === 7 || format === 8
  if (!isG711 && !(format === 10 && body[1] === 1)) return undefined
  const sound = body.subarray(isG711 ? 1 : 2)
  return sound.length <= SOUND_BYTES_MOST ? sound : undefined
}

const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
]

/** AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1) without extensions. */
function readAudioSpecificConfig(config: Uint8Array): AudioConfig | undefined {
  const [first, second] = config
  if (first === undefined || second === undefined) return undefined
  const index = ((first & 7) << 1) | (second >> 7)
  const sampleRate = SAMPLE_RATES[index]
  const channels = (second >> 3) & 15
  return sampleRate && channels > 0 ? { codec: 'aac', sampleRate, channels, config } : undefined
}

/** AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1). */
function readAvcRecord(data: Uint8Array): VideoConfig | undefined {
  if (data.length < 7) return undefined
  const sps: Uint8Array[] = []
  const pps: Uint8Array[] = []
  let at = 5
  for (const [list, mask] of [
    [sps, 31],
    [pps, 255],
  ] as const) {
    const count = (data[at++] ?? 0) & mask
    for (let i = 0; i < count; i++) {
      const unit = sized(data, at)
      if (!unit) return undefined
      list.push(unit)
      at += 2 + unit.length
    }
  }
  return { codec: 'h264', vps: [], sps, pps, lengthBytes: (data[4]! & 3) + 1 }
}

const [VPS, SPS, PPS] = [32, 33, 34]

/** HEVCDecoderConfigurationRecord (ISO/IEC 14496-15, 8.3.3.1). */
function readHevcRecord(data: Uint8Array): VideoConfig | undefined {
  if (data.length < 23) return undefined
  const units: Record<number, Uint8Array[]> = { [VPS]: [], [SPS]: [], [PPS]: [] }
  let at = 23
  for (let array = 0; array < data[22]!; array++) {
    const type = (data[at] ?? 0) & 63
    const count = ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
    at += 3
    for (let i = 0; i < count; i++) {
      const unit = sized(data, at)
      if (!unit) return undefined
      units[type]?.push(unit)
      at += 2 + unit.length
    }
  }
  return {
    codec: 'h265',
    vps: units[VPS]!,
    sps: units[SPS]!,
    pps: units[PPS]!,
    lengthBytes: (data[21]! & 3) + 1,
  }
}

/** A unit behind its length of two bytes; undefined when it is cut off or empty. */
function sized(data: Uint8Array, at: number): Uint8Array | undefined {
  const size = ((data[at] ?? 0) << 8) | (data[at + 1] ?? 0)
  const unit = data.subarray(at + 2, at + 2 + size)
  return size > 0 && unit.length === size ? unit : undefined
}

function signed24(body: Uint8Array, at: number): number {
  const value = ((body[at] ?? 0) << 16) | ((body[at + 1] ?? 0) << 8) | (body[at + 2] ?? 0)
  return value & 0x800000 ? value - 0x1000000 : value
}
