import { joined } from '../player/flv-reader.ts'
import type { AudioConfig, VideoConfig } from './flv-samples.ts'

/** Numbers of 8, 16, 32 and 64 bits, big-endian, as bytes. */
const u8 = (...values: number[]) => Uint8Array.from(values)
const u16 = (...values: number[]) => Uint8Array.from(values.flatMap((one) => [one >> 8, one & 0xff]))
/** Any number of 32-bit values: more than a call may have arguments. */
export function words(values: readonly number[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(values.length * 4))
  for (const [at, value] of values.entries()) view.setUint32(at * 4, value)
  return new Uint8Array(view.buffer)
}
export const u32 = (...values: number[]) => words(values)
export const doubleWords = (values: readonly number[]) =>
  words(values.flatMap((one) => [Math.floor(one / 2 ** 32), one >>> 0]))
export const u64 = (...values: number[]) => doubleWords(values)
const zeros = (count: number) => new Uint8Array(count)
const letters = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/** A box of ISO/IEC 14496-12: size, type, content. */
export function box(type: string, ...content: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = content.reduce((sum, part) => sum + part.length, 8)
  return joined([u32(length), letters(type), ...content], length)
}

/** A box with a version and flags. */
export function fullBox(type: string, version: number, flags: number, ...content: readonly Uint8Array[]) {
  return box(type, u32(version * 2 ** 24 + flags), ...content)
}

export const fileType = () => box('ftyp', letters('isom'), u32(0x200), letters('isomiso2mp41'))

const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

export function movieHeader(timescale: number, duration: number, nextTrack: number): Uint8Array {
  return fullBox(
    'mvhd',
    1,
    0,
    ...[u64(0, 0), u32(timescale), u64(duration), u32(0x10000), u16(0x100), zeros(10), MATRIX, zeros(24)],
    u32(nextTrack),
  )
}

export function trackHeader(
  id: number,
  duration: number,
  size: { width: number; height: number },
  isSound: boolean,
): Uint8Array {
  // Flags: enabled, in the movie, in its preview.
  return fullBox(
    'tkhd',
    1,
    7,
    ...[u64(0, 0), u32(id, 0), u64(duration), zeros(12), u16(isSound ? 0x100 : 0, 0), MATRIX],
    u32(size.width * 0x10000, size.height * 0x10000),
  )
}

export const mediaHeader = (timescale: number, duration: number) =>
  fullBox('mdhd', 1, 0, u64(0, 0), u32(timescale), u64(duration), u16(0x55c4, 0))

export const handler = (type: 'vide' | 'soun') =>
  fullBox('hdlr', 0, 0, u32(0), letters(type), zeros(12), letters('Recorder\0'))

/** Media type of a track, whose data are in this file. */
export const mediaInfo = (isSound: boolean, samples: Uint8Array) =>
  box(
    'minf',
    isSound ? fullBox('smhd', 0, 0, u32(0)) : fullBox('vmhd', 0, 1, zeros(8)),
    box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
    samples,
  )

/** The sample entry of a configuration: ISO/IEC 14496-15 for video, 14496-14 for AAC. */
export function sampleEntry(config: VideoConfig | AudioConfig): Uint8Array {
  if (config.kind === 'mp4a') {
    const { channels, sampleRate, record } = config
    return box(
      'mp4a',
      ...[zeros(6), u16(1), zeros(8), u16(channels, 16), zeros(4), u16(sampleRate, 0)],
      elementaryStream(record),
    )
  }
  const { kind, width, height, record } = config
  return box(
    kind,
    ...[zeros(6), u16(1), zeros(16), u16(width, height), u32(0x480000, 0x480000, 0), u16(1), zeros(32)],
    ...[u16(0x18, 0xffff), box(kind === 'avc1' ? 'avcC' : 'hvcC', record)],
  )
}

/** esds with the descriptors of ISO/IEC 14496-1: MPEG-4 audio (0x40) in an audio stream (5, never upstream). */
function elementaryStream(record: Uint8Array): Uint8Array {
  const specific = descriptor(5, record)
  const decoder = descriptor(4, u8(0x40, 0x15), zeros(11), specific)
  return fullBox('esds', 0, 0, descriptor(3, u16(0), u8(0), decoder, descriptor(6, u8(2))))
}

function descriptor(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  const length = content.reduce((sum, part) => sum + part.length, 0)
  return joined([u8(tag, length), ...content], length + 2)
}
