import { describe, expect, it } from 'vitest'
import { createPsMuxer } from './ps-muxer.ts'
import { audioOf, bytesOf, demuxed, hexOf, nalUnits, problemsOf, videoOf } from './ps-streams.test-support.ts'

const HEADS = '000001bb000c80c35104e17fe0e0e8c0c020' + '000001bc0012e1ff000000081be0000090c00000b9287f16'

describe('the muxer', () => {
  it('writes pack header, system header, map and packet of a key picture', () => {
    const muxer = createPsMuxer({ video: 'h264', audio: 'pcma' })
    const pack = muxer.video(bytesOf('0000000165b8aa'), { pts: 90_000 })
    expect(hexOf(pack)).toBe(
      `000001ba4400168c0401 0186a3f8${HEADS}000001e0000f8480052100 05bf21 0000000165b8aa`.replaceAll(' ', ''),
    )
  })
  it('writes no heads before other pictures and sound, but in the first pack', () => {
    const muxer = createPsMuxer({ video: 'h264', audio: 'pcma' })
    expect(hexOf(muxer.audio(Uint8Array.of(0xd5), 0))).toBe(
      `000001ba4400040004010186a3f8${HEADS}000001c0000984800521000100 01d5`.replaceAll(' ', ''),
    )
    expect(hexOf(muxer.audio(Uint8Array.of(0xd5), 0))).toBe(
      '000001ba4400040004010186a3f8000001c00009848005210001 0001d5'.replaceAll(' ', ''),
    )
    const picture = muxer.video([bytesOf('419aff')], { pts: 0 })
    expect(hexOf(picture)).toBe(
      '000001ba4400040004010186a3f8000001e0000f8480052100010001 00000001419aff'.replaceAll(' ', ''),
    )
    expect(hexOf(muxer.end())).toBe('000001b9')
  })
  it('states what there is: H.265 alone, AAC alone', () => {
    const video = createPsMuxer({ video: 'h265', audio: undefined })
    const pack = hexOf(video.video(nalUnits('h265', true, 10), { pts: 0 }))
    expect(pack).toContain('000001bb000980c35100e17fe0e0e8')
    expect(pack).toContain('000001bc000ee1ff0000000424e00000')
    const audio = createPsMuxer({ video: undefined, audio: 'aac' })
    const first = hexOf(audio.audio(bytesOf('fff15040017ffc00000000'), 0))
    expect(first).toContain('000001bb000980c35104e07fc0c020')
    expect(first).toContain('000001bc000ee1ff000000040fc00000')
    expect(hexOf(audio.audio(bytesOf('fff15040017ffc00000000'), 0))).not.toContain('000001bc')
  })
  it('writes a decoding time where it differs', () => {
    const muxer = createPsMuxer({ video: 'h264', audio: undefined })
    const pack = hexOf(muxer.video(nalUnits('h264', false, 1), { pts: 7200, dts: 3600 }))
    expect(pack).toContain('84c00a3100013841110001 1c21'.replaceAll(' ', ''))
    expect(hexOf(muxer.video(nalUnits('h264', false, 1), { pts: 7200, dts: 7200 }))).toContain('848005')
  })
  it('cuts a large picture into packets of at most 65,535 bytes', () => {
    const muxer = createPsMuxer({ video: 'h264', audio: undefined })
    const units = nalUnits('h264', true, 200_000)
    const pack = Buffer.from(muxer.video(units, { pts: 1 }))
    const lengths: number[] = []
    for (let at = pack.indexOf('000001e0', 'hex'); at >= 0 && at < pack.length; at += lengths.at(-1)!) {
      expect(pack.toString('hex', at, at + 4)).toBe('000001e0')
      lengths.push(6 + pack.readUInt16BE(at + 4))
    }
    expect(lengths.slice(0, 3)).toEqual([65_535, 65_535, 65_535])
    expect(lengths).toHaveLength(4)
    const items = demuxed([pack])
    expect(problemsOf(items)).toEqual([])
    expect(videoOf(items)).toMatchObject([{ isKey: true, pts: 1 }])
    expect(videoOf(items)[0]!.bytes.length).toBe(units.reduce((sum, { length }) => sum + 4 + length, 0))
  })
  it('wraps times at 33 bits', () => {
    const muxer = createPsMuxer({ video: 'h264', audio: 'pcma' })
    const pack = muxer.video(nalUnits('h264', true, 5), { pts: 2 ** 33 + 9000 })
    expect(hexOf(pack)).toContain('000001ba44000')
    expect(videoOf(demuxed([pack]))).toMatchObject([{ pts: 9000 }])
    expect(audioOf(demuxed([muxer.audio(Uint8Array.of(1, 2), 2 ** 33 - 1)]))).toMatchObject([
      { pts: 2 ** 33 - 1 },
    ])
  })
  it('throws a RangeError when it is misused', () => {
    const video = createPsMuxer({ video: 'h264', audio: undefined })
    const audio = createPsMuxer({ video: undefined, audio: 'pcma' })
    for (const misuse of [
      () => createPsMuxer({ video: undefined, audio: undefined }),
      () => createPsMuxer({ video: 'h264', audio: undefined, rate: 0 }),
      () => video.audio(Uint8Array.of(1), 0),
      () => audio.video(nalUnits('h264', true, 1), { pts: 0 }),
      () => video.video([], { pts: 0 }),
      () => video.video(bytesOf('6588'), { pts: 0 }),
      () => video.video(nalUnits('h264', true, 1), { pts: -1 }),
      () => video.video(nalUnits('h264', true, 1), { pts: 0, dts: 0.5 }),
      () => audio.audio(new Uint8Array(), 0),
      () => audio.audio(new Uint8Array(65_522), 0),
    ])
      expect(misuse).toThrow(RangeError)
    expect(audio.audio(new Uint8Array(65_521), 0).length).toBe(14 + 15 + 20 + 65_535)
  })
})
