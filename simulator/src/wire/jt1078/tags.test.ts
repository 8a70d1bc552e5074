import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createFlvParser } from '../../media/flv-parser.ts'
import { mediaFile } from '../../media/media-files.ts'
import { readVideo, readVideoConfig } from '../flv/flv-media.ts'
import { FLV_AUDIO, type FlvTag, kindOf } from '../flv/flv-tag.ts'
import { createTagWriter } from '../flv/tag-writer.ts'
import { readChannelTable, writeChannelTable } from './channel-table.ts'
import { createFrameTags } from './frame-tags.ts'
import { bytesOf, hexOf } from './rtp-streams.test-support.ts'
import { createTagFrames } from './tag-frames.ts'

/** Tags that go out as frames and come back. */
function wentAround(tags: readonly FlvTag[]): FlvTag[] {
  const frameOf = createTagFrames()
  const tagsOf = createFrameTags()
  return tags.flatMap((tag) => {
    const frame = frameOf(tag)
    if (!frame) return []
    const back = tagsOf({
      ...frame,
      timestampMs: frame.timestampMs,
      sim: '1',
      channel: 1,
      lastIMs: 0,
      lastFrameMs: 0,
    })
    return back === 'unsupported' ? [] : back
  })
}
const shown = ({ type, timestampMs, body }: FlvTag) => `${type} ${timestampMs} ${hexOf(body)}`

it('pictures and AAC of real streams come back as they were', async () => {
  for (const name of ['clip-day.flv', 'ambience.flv']) {
    const tags = createFlvParser().push(await readFile(mediaFile(name)))
    const media = tags.filter((tag) => ['key', 'video', 'audio', 'audioHeader'].includes(kindOf(tag)))
    const back = wentAround(tags)
    const isMedia = (tag: FlvTag) => kindOf(tag) !== 'videoHeader'
    // The header of sound comes with its first frame, without the extensions that ADTS has no room for.
    const bodies = (list: readonly FlvTag[]) =>
      list
        .filter(isMedia)
        .map((tag) => (kindOf(tag) === 'audioHeader' ? hexOf(tag.body.subarray(0, 4)) : shown(tag)))
    expect(bodies(back)).toEqual(bodies(media))
    const header = tags.find((tag) => kindOf(tag) === 'videoHeader')
    if (!header) continue
    const setsOf = (tag: FlvTag) => readVideoConfig(readVideo(tag)!)
    expect(setsOf(back.find((tag) => kindOf(tag) === 'videoHeader')!)).toEqual(setsOf(header))
  }
})

it('H.265 and G.711 come back as they were, too', () => {
  const writer = createTagWriter()
  const start = '00000001'
  const sets = [
    '40010c01ffff01600000030090000003000003001e959809',
    '420101016000000300900000030000030 01ea010206165959a4932bc05a02000000300200000030321'.replace(' ', ''),
    '4401c172b42240',
  ]
  const key = bytesOf(`${sets.map((set) => start + set).join('')}${start}2601aabb`)
  const next = bytesOf(`${start}0201ccdd`)
  const tags = [
    ...writer.video('h265', key, 0),
    ...writer.video('h265', next, 40),
    ...writer.g711('pcma', Uint8Array.of(1, 2, 3), 20),
    ...writer.g711('pcmu', Uint8Array.of(4, 5), 60),
  ]
  expect(wentAround(tags).map(shown)).toEqual(tags.map(shown))
})

it('four bytes of HiSilicon before G.711 are removed, and other sound is told apart', () => {
  const tagsOf = createFrameTags()
  const frame = { sim: '1', channel: 1, dataType: 3, timestampMs: 2 ** 40 + 7, lastIMs: undefined } as const
  const of = (payloadType: number, hex: string) =>
    tagsOf({ ...frame, payloadType, lastFrameMs: undefined, bytes: bytesOf(hex) })
  expect(of(6, '00010200d5d5d5d5')).toEqual([
    { type: FLV_AUDIO, timestampMs: 7, body: Buffer.from('72d5d5d5d5', 'hex') },
  ])
  expect(of(6, '00010300d5d5d5d5')).toEqual([
    { type: FLV_AUDIO, timestampMs: 7, body: Buffer.from('7200010300d5d5d5d5', 'hex') },
  ])
  expect(of(8, 'aabb')).toBe('unsupported')
  expect(
    tagsOf({ ...frame, payloadType: 91, dataType: 4, lastFrameMs: undefined, bytes: bytesOf('aa') }),
  ).toEqual([])
})

it('the table of channels is read as it is written, and what is cut off is a problem', () => {
  const channels = [
    { physical: 1, logical: 1, type: 0, hasPtz: 1 },
    { physical: 3, logical: 36, type: 1, hasPtz: 0 },
    { physical: 2, logical: 5, type: 2, hasPtz: 0 },
  ]
  const bytes = writeChannelTable(channels)
  expect(hexOf(bytes)).toBe('010101010100010324010002050200')
  expect(readChannelTable(bytes)).toEqual({ ok: true, value: channels })
  expect(readChannelTable(bytes.subarray(0, -1))).toMatchObject({ ok: false, problem: { code: 'body' } })
})
