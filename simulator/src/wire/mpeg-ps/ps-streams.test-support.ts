/** Captures of program streams, and pictures and sound for tests. */
import { createPsDemuxer, type PsLimits } from './ps-demuxer.ts'
import type { PsItem } from './ps-item.ts'

export const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex.replace(/\s/g, ''), 'hex'))
export const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
export const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

/** The beginning of a stream of a Hikvision camera; the CRC of its map is in the reverse byte order. */
export const HIKVISION = bytesOf(`
  000001ba5eee055574010eb337feffff00ebc162000001bb001287599b04e17f
  e0e080c0c008bde080bfe080000001bc005afaff0024400e484b01001337c73e
  a79f00ffffff4112484b000102030405060708090a0b0c0d0e0f002c1be00028
  420e071010ea078004381110c0001c21440a000080000000 0000ffff2a0a7fff
  000007081ffef0870c9a3623000001e000268c800727bb81555dfffc00000001
  674d002a963540f0044fcb370101014000 01c2000057e401000001e0000e8c00
  03fffffc0000000168ee3c80000001e0000e8c0002fffc0000000106e5016780`)

/** A map of a Hikvision camera with AAC, whose CRC is left 0. */
export const AAC_MAP = bytesOf(`
  000001bc005ae0ff0024400e484b0000179d3eb4600000ffffff4112000000000000000000000000000000000000
  002c1be00010420e0000a021050002d0121c3f001c210fc0000c430a0000fe00fa0301f403ffbdbd0000bfbf000000000000`)

/** Pack header, system header and map of a common muxer, whose CRC is always the same constant. */
export const CONSTANT_CRC = bytesOf(`
  000001ba440004000401003a9bf8000001bb000c801efffde17fe0e800c0c200000001bc0012e1ff000000081be0000090c00000
  45bddcf4`)

export function demuxed(chunks: readonly Uint8Array[], limits?: Partial<PsLimits>): PsItem[] {
  const demuxer = createPsDemuxer(limits)
  return [...chunks.flatMap((chunk) => demuxer.push(chunk)), ...demuxer.end()]
}

export const problemsOf = (items: readonly PsItem[]) =>
  items.flatMap((item) => (item.kind === 'problem' ? [item.problem] : []))
export const videoOf = (items: readonly PsItem[]) => items.filter((item) => item.kind === 'video')
export const audioOf = (items: readonly PsItem[]) => items.filter((item) => item.kind === 'audio')

/** NAL units of a picture with `size` bytes of slice data, which hold no start codes. */
export function nalUnits(codec: 'h264' | 'h265', isKey: boolean, size: number): Uint8Array[] {
  const slice = (...head: number[]) => {
    const bytes = new Uint8Array(head.length + size)
    for (let i = 0; i < size; i++) bytes[head.length + i] = 1 + (i % 200)
    bytes.set(head)
    return bytes
  }
  if (codec === 'h264') {
    if (!isKey) return [slice(0x41, 0x9a)]
    return [bytesOf('674d001f95a814016e40'), bytesOf('68ee3c80'), slice(0x65, 0xb8)]
  }
  if (!isKey) return [slice(0x02, 0x01, 0xd0)]
  return [bytesOf('40010c01ffff'), bytesOf('420101016000'), bytesOf('4401c172b462'), slice(0x26, 0x01, 0xaf)]
}
