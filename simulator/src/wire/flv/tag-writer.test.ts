import { expect, it } from 'vitest'
import { nalUnits, readAudio, readAudioConfig, readVideo, readVideoConfig } from './flv-media.ts'
import { FLV_AUDIO, kindOf } from './flv-tag.ts'
import { createTagWriter } from './tag-writer.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const [SPS, PPS] = ['6742c01ed9005005bb011000', '68ce3c80']
const KEY = '65888400'
const NEXT = '419a0001'
const START = '00000001'

it('writes a header of H.264 when the parameter sets are new, and pictures from the first key picture on', () => {
  const writer = createTagWriter()
  expect(writer.video('h264', bytes(`${START}${NEXT}`), 0)).toEqual([])
  expect(writer.video('h264', bytes(`${START}${KEY}`), 40)).toEqual([])
  const tags = writer.video('h264', bytes(`${START}09f0${START}${SPS}000001${PPS}000001${KEY}00`), 80)
  expect(tags.map(kindOf)).toEqual(['videoHeader', 'key'])
  // The delimiter is left out, and zeros behind a unit are none of its bytes.
  expect(Buffer.from(tags[1]!.body).toString('hex')).toBe('1701000000' + '00000003' + '658884')
  const config = readVideoConfig(readVideo(tags[0]!)!)!
  expect([config.sps, config.pps].map(([unit]) => Buffer.from(unit!).toString('hex'))).toEqual([
    SPS.replace(/00$/, ''),
    PPS,
  ])
  expect(writer.video('h264', bytes(`${START}${SPS}${START}${PPS}${START}${KEY}`), 120).map(kindOf)).toEqual([
    'key',
  ])
  const [next] = writer.video('h264', bytes(`${START}${NEXT}`), 160, -40)
  expect(readVideo(next!)).toMatchObject({ codec: 'h264', isConfig: false, compositionMs: -40 })
  const other = SPS.replace('c01e', 'c01f')
  expect(
    writer.video('h264', bytes(`${START}${other}${START}${PPS}${START}${KEY}`), 200).map(kindOf),
  ).toEqual(['videoHeader', 'key'])
})

// Parameter sets of libx264 and libx265 in 128×96, and the records that ffmpeg 5.1 makes of them in MP4.
const X265 = {
  vps: '40010c01ffff01600000030090000003000003001e959809',
  sps: '42010101600000030090000003000003001ea010206165959a4932bc05a0200000030020000003032 1'.replace(' ', ''),
  pps: '4401c172b42240',
  head: '0101600000009000000000001ef000fcfdf8f800000f03',
}
const X265_TEN_BITS = {
  ...X265,
  vps: '40010c01ffff02200000030090000003000003001e959809',
  sps: '42010102200000030090000003000003001ea0102061365959a4932bc05a02000003000200000300321 0'.replace(
    ' ',
    '',
  ),
  head: '0102200000009000000000001ef000fcfdfafa00000f03',
}
const X264_HIGH = '0164000affe100186764000aacd9420db011000003000100000300320f12259601000668ebe3cb22c0fdf8f800'

it('the record of a high profile of H.264 is that of ffmpeg', () => {
  const sets = `${START}6764000aacd9420db011000003000100000300320f122596${START}68ebe3cb22c0`
  const [header] = createTagWriter().video('h264', bytes(`${sets}${START}${KEY}`), 0)
  expect(Buffer.from(header!.body.subarray(5)).toString('hex')).toBe(X264_HIGH)
})

it.each([X265, X265_TEN_BITS])(
  'writes H.265 as enhanced FLV does, with the record of ffmpeg',
  ({ vps, sps, pps, head }) => {
    const idr = '2801af1d80'
    const annexB = bytes(`${START}${vps}${START}${sps}${START}${pps}${START}${idr.replace(/80$/, '81')}`)
    const tags = createTagWriter().video('h265', annexB, 40, 80)
    expect(tags.map(kindOf)).toEqual(['videoHeader', 'key'])
    expect(Buffer.from(tags[0]!.body.subarray(0, 5)).toString('latin1')).toBe('\x90hvc1')
    expect(Buffer.from(tags[0]!.body.subarray(5, 28)).toString('hex')).toBe(head)
    const config = readVideoConfig(readVideo(tags[0]!)!)!
    expect(config).toMatchObject({ codec: 'h265', lengthBytes: 4 })
    const sets = [config.vps, config.sps, config.pps].map(([unit]) => Buffer.from(unit!).toString('hex'))
    expect(sets).toEqual([vps, sps, pps])
    const picture = readVideo(tags[1]!)!
    expect(picture.compositionMs).toBe(80)
    expect([...nalUnits(picture.data, 4)].map((unit) => Buffer.from(unit).toString('hex'))).toEqual([
      '2801af1d81',
    ])
  },
)

it('writes AAC with a header of its own, and G.711', () => {
  const writer = createTagWriter()
  // ADTS: AAC-LC, 16 kHz, mono, 10 bytes.
  const frame = bytes('fff16040014 01c 010203'.replaceAll(' ', ''))
  const tags = writer.aac(frame, 64)
  expect(tags.map(kindOf)).toEqual(['audioHeader', 'audio'])
  expect(readAudioConfig(tags[0]!)).toMatchObject({ codec: 'aac', sampleRate: 16_000, channels: 1 })
  expect(Buffer.from(readAudio(tags[1]!)!).toString('hex')).toBe('010203')
  expect(writer.aac(frame, 128).map(kindOf)).toEqual(['audio'])
  expect(writer.aac(bytes('0102030405060708'), 0)).toEqual([])
  const [law] = writer.g711('pcma', bytes('d5d5'), 0)
  expect(readAudioConfig(law!)).toEqual({ codec: 'pcma', sampleRate: 8000, channels: 1 })
  expect(Buffer.from(readAudio(law!)!).toString('hex')).toBe('d5d5')
})

it('sound that is longer than a frame of ADTS is none', () => {
  const soundOf = (head: number[], size: number) =>
    readAudio({ type: FLV_AUDIO, body: Buffer.concat([Buffer.from(head), new Uint8Array(size)]) })
  for (const head of [[0x72], [0x82], [0xaf, 1]]) {
    expect(soundOf(head, 8184)).toHaveLength(8184)
    expect(soundOf(head, 8185)).toBeUndefined()
  }
})
