import { fourLetters, int24, TAG_END_BYTES, TAG_HEADER_BYTES, tagTimeMs } from '../player/flv-reader.ts'
import { avcPictureSize, hevcPictureSize, type PictureSize } from './picture-size.ts'

/** How the samples of a track are decoded: the configuration record of its codec, as FLV and MP4 both carry it. */
export type VideoConfig = {
  kind: 'avc1' | 'hvc1'
  record: Uint8Array
  /** Parameter sets of the record, each a NAL unit with its length before it, as in a sample. */
  parameterSets: Uint8Array
} & PictureSize
export type AudioConfig = { kind: 'mp4a'; record: Uint8Array; sampleRate: number; channels: number }

/** Content of a tag for a recording. Times in milliseconds of the stream. */
export type FlvSample =
  | { type: 'config'; config: VideoConfig | AudioConfig }
  | { type: 'video'; bytes: Uint8Array; decodedMs: number; shownAfterMs: number; isKey: boolean }
  | { type: 'audio'; bytes: Uint8Array; decodedMs: number }

const AUDIO_TAG = 8
const VIDEO_TAG = 9
const KEY_FRAME = 1
/** Enhanced RTMP v2, ExVideoTagHeader: configurations, pictures with and without a composition time. */
const SEQUENCE_START = 0
const CODED_FRAMES = 1
const CODED_FRAMES_X = 3
/** E.4.2.1 of FLV 10.1; 9 is ExHeader of Enhanced RTMP v2. */
const AAC = 10
const ENHANCED_AUDIO = 9
/** SamplingFrequencyIndex of ISO/IEC 14496-3, table 1.18. */
const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]

/** The sample or configuration in a whole tag; undefined: something else, or a codec that MP4 players do not know. */
export function flvSample(tag: Uint8Array): FlvSample | undefined {
  const type = tag[0]! & 0x1f
  const body = tag.subarray(TAG_HEADER_BYTES, tag.length - TAG_END_BYTES)
  if (body.length < 2) return undefined
  if (type === VIDEO_TAG) return videoSample(body, tagTimeMs(tag))
  return type === AUDIO_TAG ? audioSample(body, tagTimeMs(tag)) : undefined
}

function videoSample(body: Uint8Array, decodedMs: number): FlvSample | undefined {
  const isKey = ((body[0]! >> 4) & 7) === KEY_FRAME
  const isEnhanced = (body[0]! & 0x80) !== 0
  const codec = isEnhanced
    ? { avc1: 'avc1' as const, hvc1: 'hvc1' as const }[fourLetters(body, 1)]
    : { 7: 'avc1' as const, 12: 'hvc1' as const }[body[0]! & 0x0f]
  if (!codec) return undefined
  const packetType = isEnhanced ? body[0]! & 0x0f : body[1]!
  const hasOffset = !isEnhanced || packetType === CODED_FRAMES
  if (packetType === SEQUENCE_START) {
    const config = videoConfig(codec, body.slice(5))
    return config && { type: 'config', config }
  }
  if (packetType !== CODED_FRAMES && !(isEnhanced && packetType === CODED_FRAMES_X)) return undefined
  const bytes = body.subarray(isEnhanced && hasOffset ? 8 : 5)
  const shownAfterMs = hasOffset ? int24(body, isEnhanced ? 5 : 2) : 0
  return bytes.length === 0 ? undefined : { type: 'video', bytes, decodedMs, shownAfterMs, isKey }
}

function audioSample(body: Uint8Array, decodedMs: number): FlvSample | undefined {
  const format = body[0]! >> 4
  const isEnhanced = format === ENHANCED_AUDIO
  if (isEnhanced ? fourLetters(body, 1) !== 'mp4a' : format !== AAC) return undefined
  const packetType = isEnhanced ? body[0]! & 0x0f : body[1]!
  const bytes = body.subarray(isEnhanced ? 5 : 2)
  if (packetType === 0) {
    const config = audioConfig(bytes.slice())
    return config && { type: 'config', config }
  }
  return packetType === 1 && bytes.length > 0 ? { type: 'audio', bytes, decodedMs } : undefined
}

/** The record of a video track: AVCDecoderConfigurationRecord or HEVCDecoderConfigurationRecord (ISO/IEC 14496-15). */
function videoConfig(kind: VideoConfig['kind'], record: Uint8Array): VideoConfig | undefined {
  const units = kind === 'avc1' ? avcUnits(record) : hevcUnits(record)
  const sps = units.find(({ isSps }) => isSps)?.unit
  if (!sps) return undefined
  const lengthBytes = (record[kind === 'avc1' ? 4 : 21]! & 3) + 1
  const parameterSets = units.flatMap(({ unit }) => [
    ...Array.from({ length: lengthBytes }, (_, at) => (unit.length >> (8 * (lengthBytes - 1 - at))) & 0xff),
    ...unit,
  ])
  const size = kind === 'avc1' ? avcPictureSize(sps) : hevcPictureSize(sps)
  return { kind, record, parameterSets: Uint8Array.from(parameterSets), ...size }
}

type ParameterSet = { unit: Uint8Array; isSps: boolean }

function avcUnits(record: Uint8Array): ParameterSet[] {
  const units: ParameterSet[] = []
  let at = 5
  for (const isSps of [true, false]) {
    for (let left = (record[at++] ?? 0) & (isSps ? 0x1f : 0xff); left > 0; left--)
      at = takeUnit(record, at, isSps, units)
  }
  return units
}

const HEVC_SPS = 33

function hevcUnits(record: Uint8Array): ParameterSet[] {
  const units: ParameterSet[] = []
  let at = 23
  for (let arrays = record[22] ?? 0; arrays > 0; arrays--) {
    const isSps = (record[at]! & 0x3f) === HEVC_SPS
    const count = (record[at + 1]! << 8) | record[at + 2]!
    at += 3
    for (let left = count; left > 0; left--) at = takeUnit(record, at, isSps, units)
  }
  return units
}

function takeUnit(record: Uint8Array, at: number, isSps: boolean, into: ParameterSet[]): number {
  const length = ((record[at] ?? 0) << 8) | (record[at + 1] ?? 0)
  const unit = record.subarray(at + 2, at + 2 + length)
  if (length > 0 && unit.length === length) into.push({ unit, isSps })
  return at + 2 + length
}

/** The record of a sound track: AudioSpecificConfig of ISO/IEC 14496-3, of object types below 31 and a listed rate. */
function audioConfig(record: Uint8Array): AudioConfig | undefined {
  const [first = 0, second = 0] = record
  const sampleRate = SAMPLE_RATES[((first & 7) << 1) | (second >> 7)]
  const channels = (second >> 3) & 0x0f
  return sampleRate === undefined || first >> 3 === 31
    ? undefined
    : { kind: 'mp4a', record, sampleRate, channels }
}
