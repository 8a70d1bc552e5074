import { describe, expect, it } from 'vitest'
import { createPsDemuxer } from './ps-demuxer.ts'
import { createPsMuxer } from './ps-muxer.ts'
import {
  audioOf,
  bytesOf,
  demuxed,
  hexOf,
  joined,
  nalUnits,
  problemsOf,
  videoOf,
} from './ps-streams.test-support.ts'

/** Four pictures of 25 a second, the first a key picture. */
function pictures(codec: 'h264' | 'h265', size = 100): Uint8Array[] {
  const muxer = createPsMuxer({ video: codec, audio: 'pcma' })
  return [0, 1, 2, 3].map((i) => muxer.video(nalUnits(codec, i === 0, size), { pts: i * 3600 }))
}
/** The stream without its program stream maps. */
function withoutMap(pack: Uint8Array): Uint8Array {
  const bytes = Buffer.from(pack)
  const at = bytes.indexOf('000001bc', 'hex')
  return at < 0 ? pack : joined(bytes.subarray(0, at), bytes.subarray(at + 24))
}
const summary = (items: ReturnType<typeof demuxed>) =>
  videoOf(items).map(({ codec, isKey, pts }) => [codec, isKey, pts])

describe('the demuxer', () => {
  it('answers pictures with their times when the next one begins', () => {
    const demuxer = createPsDemuxer()
    const counts = pictures('h264').map((pack) => videoOf(demuxer.push(pack)).length)
    expect(counts).toEqual([0, 1, 1, 1])
    expect(summary(demuxer.end())).toEqual([['h264', false, 10_800]])
  })
  it('answers a picture at once to a caller who knows that it is whole', () => {
    const demuxer = createPsDemuxer()
    for (const [i, pack] of pictures('h265').entries()) {
      demuxer.push(pack)
      expect(summary(demuxer.flush())).toEqual([['h265', i === 0, i * 3600]])
    }
    expect(demuxer.end()).toEqual([])
  })
  it.each(['h264', 'h265'] as const)('tells %s by its units when there is no map', (codec) => {
    const items = demuxed(pictures(codec).map(withoutMap))
    expect(problemsOf(items)).toEqual([])
    expect(summary(items)).toEqual([0, 1, 2, 3].map((i) => [codec, i === 0, i * 3600]))
    const fromTheMiddle = demuxed(pictures(codec).slice(1))
    expect(summary(fromTheMiddle).map(([found]) => found)).toEqual([codec, codec, codec])
  })
  it('believes parameter sets more than the map', () => {
    const packs = pictures('h265')
    const at = Buffer.from(packs[0]!).indexOf('000001bc', 'hex')
    packs[0]![at + 12] = 0x1b
    const items = demuxed(packs)
    expect(problemsOf(items).map(({ code }) => code)).toEqual(['crc', 'codec'])
    expect(summary(items).map(([codec]) => codec)).toEqual(['h265', 'h265', 'h265', 'h265'])
  })
  it('takes video packets of unbounded length', () => {
    const packs = pictures('h264').map((pack) => {
      const bytes = Buffer.from(pack)
      bytes.writeUInt16BE(0, bytes.indexOf('000001e0', 'hex') + 4)
      return new Uint8Array(bytes)
    })
    const whole = demuxed([joined(...packs, bytesOf('000001b9'))])
    expect(problemsOf(whole)).toEqual([])
    expect(summary(whole)).toEqual(summary(demuxed(pictures('h264'))))
    expect(videoOf(whole).map(({ bytes }) => hexOf(bytes))).toEqual(
      videoOf(demuxed(pictures('h264'))).map(({ bytes }) => hexOf(bytes)),
    )
    expect(whole.at(-1)).toEqual({ kind: 'end' })
  })
  it('passes over padding, bare start codes of packs and zeros, and hands on private streams', () => {
    const [first, second] = pictures('h264') as [Uint8Array, Uint8Array]
    const items = demuxed([
      first,
      bytesOf('000001be0003ffffff'),
      bytesOf('000001bd00088080052100010001'),
      bytesOf('000001bf00020102'),
      bytesOf('0000000000'),
      bytesOf('000001ba'),
      bytesOf('000001f20003aabbcc'),
      second,
    ])
    expect(problemsOf(items)).toEqual([])
    expect(items.filter((item) => item.kind === 'private')).toEqual([
      { kind: 'private', streamId: 0xbd, pts: 0, dts: undefined, bytes: new Uint8Array() },
      { kind: 'private', streamId: 0xbf, pts: undefined, dts: undefined, bytes: Uint8Array.of(1, 2) },
    ])
    expect(videoOf(items)).toHaveLength(2)
  })
  it('finds the next pack behind garbage, and says where that began', () => {
    const [a, b, c] = pictures('h264') as [Uint8Array, Uint8Array, Uint8Array]
    const items = demuxed([bytesOf('48656c6c6f'), a, bytesOf('dead0000'), b, c])
    expect(problemsOf(items)).toMatchObject([
      { code: 'noise', offset: 0 },
      { code: 'noise', offset: 5 + a.length },
    ])
    expect(summary(items)).toHaveLength(3)
  })
  it('gives up a packet inside which the next pack begins, and keeps what there is of it', () => {
    const packs = pictures('h264', 3000)
    const items = demuxed([packs[0]!.subarray(0, -500), packs[1]!, packs[2]!, packs[3]!])
    expect(problemsOf(items)).toMatchObject([{ code: 'cut', offset: packs[0]!.length - 500 }])
    expect(summary(items)).toHaveLength(4)
  })
  it('says that the stream ends inside a packet', () => {
    const [pack] = pictures('h264')
    expect(problemsOf(demuxed([pack!.subarray(0, -1)]))).toMatchObject([{ code: 'cut' }])
  })
  it('drops a unit that is too long, and answers the next', () => {
    const muxer = createPsMuxer({ video: 'h264', audio: undefined })
    const packs = [10, 5000, 10, 10].map((size, i) =>
      muxer.video(nalUnits('h264', i === 0, size), { pts: i }),
    )
    const items = demuxed(packs, { unitBytes: 2000 })
    expect(problemsOf(items)).toMatchObject([{ code: 'limit' }])
    expect(videoOf(items).map(({ pts }) => pts)).toEqual([0, 2, 3])
  })
  it('bounds the number of streams', () => {
    const muxer = createPsMuxer({ video: undefined, audio: 'pcma' })
    const packs = Array.from({ length: 5 }, (_, i) => {
      const bytes = Buffer.from(muxer.audio(Uint8Array.of(1), i))
      bytes[bytes.indexOf('000001c0', 'hex') + 3] = 0xc0 + i
      return new Uint8Array(bytes)
    })
    const items = demuxed(packs, { streams: 2 })
    expect(audioOf(items).map(({ streamId }) => streamId)).toEqual([0xc0, 0xc1])
    expect(problemsOf(items)).toMatchObject([{ code: 'limit' }])
    expect(() => createPsDemuxer({ streams: 0 })).toThrow(RangeError)
  })
  it('answers a time to the first unit that begins in a packet, none to the second', () => {
    const unit = '00000001419aff'
    const packet = (times: string, payload: string) => {
      const flags = times ? '80800 5'.replace(' ', '') : '800000'
      const length = (3 + times.length / 2 + payload.length / 2).toString(16).padStart(4, '0')
      return bytesOf(`000001e0${length}${flags}${times}${payload}`)
    }
    const items = demuxed([
      packet('2100010001', `${unit}${unit}${unit.slice(0, 10)}`),
      packet('2100010021', `${unit.slice(10)}${unit}`),
      packet('', `${unit}`),
    ])
    expect(videoOf(items).map(({ pts }) => pts)).toEqual([0, undefined, undefined, 16, undefined])
    expect(videoOf(items).map(({ bytes }) => hexOf(bytes))).toEqual(Array.from({ length: 5 }, () => unit))
  })
  it('keeps the slices and the leading units of a picture together', () => {
    const picture = '0000000109f0 0000000106050180 0000000141 9aff 000001 41 5aff'.replaceAll(' ', '')
    const muxer = createPsMuxer({ video: 'h264', audio: undefined })
    const packs = [0, 1].map((pts) => muxer.video(bytesOf(picture), { pts }))
    expect(videoOf(demuxed(packs)).map(({ bytes }) => hexOf(bytes))).toEqual([picture, picture])
  })
  it('follows a map that changes the codec', () => {
    const items = demuxed([...pictures('h264'), ...pictures('h265')])
    expect(problemsOf(items)).toEqual([])
    expect(summary(items).map(([codec]) => codec)).toEqual([
      ...Array.from({ length: 4 }, () => 'h264'),
      ...Array.from({ length: 4 }, () => 'h265'),
    ])
  })
  it('answers video of other codecs from one time to the next', () => {
    const map = bytesOf('000001bc000ee0ff0000000410e0000000000000')
    const packets = ['2100010001', '2100010001', '2100010021'].map((time, i) =>
      bytesOf(`000001e0000a808005${time}${`0${i}`.repeat(2)}`),
    )
    const items = demuxed([map, ...packets, bytesOf('000001e0000580000 0aabb'.replace(' ', ''))])
    expect(videoOf(items)).toMatchObject([
      { codec: 'mpeg4', pts: 0, bytes: bytesOf('00000101') },
      { codec: 'mpeg4', pts: 16, bytes: bytesOf('0202aabb') },
    ])
  })
})

describe('sound', () => {
  /** A frame of 9 bytes, 44.1 kHz. */
  const frame = 'fff15080013ffcaabb'
  const sound = (flags: string, payload: string) => {
    const length = (flags.length / 2 + payload.length / 2).toString(16).padStart(4, '0')
    return bytesOf(`000001c0${length}${flags}${payload}`)
  }

  it('is answered packet by packet, with no codec where nothing tells', () => {
    const items = demuxed([sound('8080052100010001', 'd5d5'), sound('800000', 'd5')])
    expect(audioOf(items)).toMatchObject([
      { codec: undefined, pts: 0, bytes: Uint8Array.of(0xd5, 0xd5) },
      { codec: undefined, pts: undefined, bytes: Uint8Array.of(0xd5) },
    ])
  })
  it('of AAC is answered frame by frame, wherever packets are cut, with times that run on', () => {
    const items = demuxed([
      sound('8080052100010001', `${frame}${frame.slice(0, 8)}`),
      sound('8080052100013841', `${frame.slice(8)}${frame}`),
      sound('800000', frame),
    ])
    expect(problemsOf(items)).toEqual([])
    expect(audioOf(items).map(({ codec, pts, bytes }) => [codec, pts, hexOf(bytes)])).toEqual([
      ['aac', 0, frame],
      ['aac', 2090, frame],
      ['aac', 7200, frame],
      ['aac', 9290, frame],
    ])
  })
  it('of AAC is found again behind bytes that belong to no frame', () => {
    const items = demuxed([sound('8080052100010001', frame), sound('800000', `1234ff${frame}`)])
    expect(problemsOf(items)).toMatchObject([{ code: 'unit' }])
    expect(audioOf(items)).toHaveLength(2)
  })
})
