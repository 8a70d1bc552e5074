import { describe, expect, it } from 'vitest'
import { readClockReference, readTimestamp, writeTimestamp } from './clock.ts'
import { crc32Mpeg2 } from './crc32-mpeg2.ts'
import { readPackHeader, writePackHeader, writeSystemHeader } from './pack-header.ts'
import { readPesHeader } from './pes-packet.ts'
import { readStreamMap, writeStreamMap } from './program-stream-map.ts'
import {
  AAC_MAP,
  bytesOf,
  CONSTANT_CRC,
  demuxed,
  HIKVISION,
  hexOf,
  problemsOf,
  videoOf,
} from './ps-streams.test-support.ts'

describe('parts of a program stream', () => {
  it('has the CRC whose check value is 0376E6E7', () => {
    expect(crc32Mpeg2(Buffer.from('123456789'))).toBe(0x0376_e6e7)
  })
  it('writes and reads the pack header of a camera', () => {
    const header = bytesOf('000001ba4400afe13401005f6bf8')
    expect(readPackHeader(header)).toEqual({ length: 14, scr: 719_910 })
    expect(writePackHeader(719_910, 6106)).toEqual(header)
  })
  it('writes the system header of a camera', () => {
    expect(hexOf(writeSystemHeader(true, true, 26_234))).toBe('000001bb000c80ccf504e17fe0e0e8c0c020')
  })
  it('reads the pack header of MPEG-1 and what follows stuffing', () => {
    expect(readPackHeader(bytesOf('000001ba2100010001801b91'))).toEqual({ length: 12, scr: 0 })
    expect(readPackHeader(HIKVISION)).toEqual({ length: 20, scr: 4_007_668_398 })
    expect(readPackHeader(HIKVISION.subarray(0, 19))).toBe('more')
    expect(readPackHeader(bytesOf('000001ba00000000'))).toBeUndefined()
  })
  it('writes times of 33 bits', () => {
    const bytes = new Uint8Array(5)
    writeTimestamp(bytes, 0, 2, 4_007_668_398)
    expect(hexOf(bytes)).toBe('27bb81555d')
    writeTimestamp(bytes, 0, 3, 2 ** 33 - 1)
    expect(hexOf(bytes)).toBe('3fffffffff')
    expect(readTimestamp(bytes, 0)).toBe(2 ** 33 - 1)
    writeTimestamp(bytes, 0, 1, 2 ** 33 + 5)
    expect(hexOf(bytes)).toBe('110001000b')
    expect(readClockReference(bytesOf('7ffffffffc01'), 0)).toBe(2 ** 33 - 1)
  })
  it('reads the headers of packets of MPEG-1', () => {
    expect(readPesHeader(bytesOf('000001e00010ffff60202100010001aa'))).toEqual({
      payloadAt: 15,
      pts: 0,
      dts: undefined,
    })
    expect(readPesHeader(bytesOf('000001e000100faa'))).toEqual({
      payloadAt: 7,
      pts: undefined,
      dts: undefined,
    })
    expect(readPesHeader(bytesOf('000001e00010ffffffffff'))).toBe('more')
    expect(readPesHeader(bytesOf('000001e000101234'))).toBeUndefined()
  })
  it('reads the maps of cameras, CRCs in either byte order included', () => {
    const map = readStreamMap(HIKVISION.subarray(44, 44 + 96))
    expect(map?.entries.map(({ streamType, streamId, info }) => [streamType, streamId, info.length])).toEqual(
      [[0x1b, 0xe0, 40]],
    )
    expect(map).toMatchObject({ version: 26, crcOk: true })
    const aac = readStreamMap(AAC_MAP)
    expect(aac?.entries.map(({ streamType, streamId }) => [streamType, streamId])).toEqual([
      [0x1b, 0xe0],
      [0x0f, 0xc0],
      [0xbd, 0xbd],
      [0xbf, 0xbf],
    ])
    expect(aac?.crcOk).toBe(false)
  })
  it('writes a map with the CRC of the standard', () => {
    const map = writeStreamMap([
      { streamType: 0x1b, streamId: 0xe0 },
      { streamType: 0x90, streamId: 0xc0 },
    ])
    expect(hexOf(map)).toBe('000001bc0012e1ff000000081be0000090c00000b9287f16')
    expect(readStreamMap(map)?.crcOk).toBe(true)
    expect(crc32Mpeg2(map)).toBe(0)
  })
  it('refuses maps whose lengths contradict each other', () => {
    for (const hex of ['000001bc000ae0ffffff000000000000', '000001bc000ae0ff0000ffff00000000', '000001bc']) {
      expect(readStreamMap(bytesOf(hex))).toBeUndefined()
    }
    expect(readStreamMap(bytesOf('000001bc000ce0ff000000021be000000000'))).toBeUndefined()
    expect(readStreamMap(bytesOf('000001bc000ee0ff000000041be0000900000000'))).toBeUndefined()
  })
})

describe('streams of others', () => {
  it('are followed: three packets of one key picture, of which the first alone has a time', () => {
    const items = demuxed([HIKVISION])
    expect(problemsOf(items)).toEqual([])
    expect(videoOf(items)).toMatchObject([{ codec: 'h264', pts: 4_007_668_398, streamId: 0xe0 }])
    expect(hexOf(videoOf(items)[0]!.bytes)).toBe(
      '00000001674d002a963540f0044fcb37010101400001c2000057e4010000000168ee3c800000000106e5016780',
    )
  })
  it('may have a wrong CRC: it is told once, and the map is used', () => {
    const items = demuxed([CONSTANT_CRC, CONSTANT_CRC])
    expect(problemsOf(items)).toMatchObject([{ code: 'crc', offset: 32 }])
    expect(items.filter((item) => item.kind === 'map')).toHaveLength(1)
  })
})
