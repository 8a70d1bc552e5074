import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type MediaEffect, MediaFaults } from '../faults/media-faults.ts'
import { type FlvTag, kindOf } from '../wire/flv/flv-tag.ts'
import { createFlvParser } from './flv-parser.ts'
import {
  decodePictures,
  type MediaRig,
  mediaRig,
  readStream,
  startStream,
  stripsOf,
  until,
} from './media-rig.test-support.ts'

const effects = new MediaFaults()
let rig: MediaRig
let letGo: () => void = () => undefined

beforeAll(async () => {
  rig = await mediaRig({}, effects)
  await rig.media.ready
})
afterEach(() => letGo())
afterAll(() => rig?.[Symbol.asyncDispose]())

const strike = (effect: MediaEffect) => {
  letGo = effects.attach(effect)
}
const pictures = (tags: readonly FlvTag[]) => tags.filter((tag) => ['key', 'video'].includes(kindOf(tag)))
const enough = (count: number) => (flv: Buffer) => pictures(createFlvParser().push(flv)).length >= count

/** Watches a stream over WebSocket: its tags as they come. */
function watch(sn: string) {
  const client = new WebSocket(rig.url.replace('http', 'ws') + startStream(rig, sn))
  const tags: FlvTag[] = []
  const parser = createFlvParser()
  client.on('message', (data: Buffer) => tags.push(...parser.push(data)))
  return { client, tags, pictures: () => pictures(tags), closed: once(client, 'close') as Promise<[number]> }
}

test('a frozen stream goes on with one picture, and goes on from the present when it is let go', async () => {
  const before = watch('CAM1')
  await until('a picture', () => before.pictures().length > 2)
  strike({ picture: (sn) => (sn === 'CAM1' ? { freeze: true } : undefined) })
  const from = before.pictures().length
  await until('frozen pictures', () => before.pictures().length > from + 8)
  const flv = await readStream(rig.url + startStream(rig, 'CAM1'), enough(before.pictures().length + 6))
  const strips = (await stripsOf(flv)).map((strip) => strip!.frame)
  expect(new Set(strips.slice(-4)).size).toBe(1)
  before.client.terminate()
})

test('a black stream has no strip and no light', async () => {
  strike({ picture: () => ({ black: true }) })
  const flv = await readStream(rig.url + startStream(rig, 'CAM3'), enough(4))
  const [picture] = await decodePictures(flv)
  expect(Math.max(...picture!.subarray(0, 640 * 100))).toBeLessThan(20)
  expect((await stripsOf(flv)).every((strip) => strip === undefined)).toBe(true)
})

test('a stalled stream keeps silent, and everything comes when it is let go', async () => {
  const seen = watch('CAM4')
  await until('pictures', () => seen.pictures().length > 4)
  let asked = 0
  strike({ stall: () => ++asked > 0 })
  const from = seen.pictures().length
  await until('tags that wait', () => asked > 12)
  expect(seen.pictures().length).toBe(from)
  letGo()
  await until('what waited', () => seen.pictures().length > from + 12)
  const times = seen.pictures().map(({ timestampMs }) => timestampMs)
  expect(times.every((time, i) => i === 0 || time > times[i - 1]!)).toBe(true)
  seen.client.terminate()
})

test('of a silent camera nothing comes, and the picture goes on for the same viewers when it speaks again', async () => {
  const seen = watch('CAM2')
  await until('pictures', () => seen.pictures().length > 4)
  rig.silent.add('CAM2')
  const state = () => rig.media.stats().find(({ sn }) => sn === 'CAM2')
  await until('silence', () => state()?.state === 'starting')
  const [from, told] = [seen.pictures().length, seen.tags.length]
  // Another one may open the stream: it gets no picture, and none that was kept.
  const late = watch('CAM2')
  await until('the other viewer', () => state()?.viewers === 2)
  expect([seen.tags.length, late.pictures().length]).toEqual([told, 0])
  rig.silent.delete('CAM2')
  await until('pictures for both', () => seen.pictures().length > from + 4 && late.pictures().length > 4)
  expect(kindOf(seen.pictures()[from]!)).toBe('key')
  const times = seen.pictures().map(({ timestampMs }) => timestampMs)
  expect(times.every((time, i) => i === 0 || time > times[i - 1]!)).toBe(true)
  for (const { client } of [seen, late]) client.terminate()
})

test('with a late first key frame the headers come at once and no picture before its time', async () => {
  const first = watch('CAM5')
  await until('the stream', () => first.pictures().length > 2)
  strike({ opening: () => ({ lateMs: 1 }) })
  const late = watch('CAM5')
  await until('its pictures', () => late.pictures().length > 0)
  expect(kindOf(late.pictures()[0]!)).toBe('key')
  expect(late.tags.some((tag) => kindOf(tag) === 'videoHeader')).toBe(true)
  first.client.terminate()
  late.client.terminate()
})

test('time stamps leap ahead once and stay in order', async () => {
  let leaps = 0
  strike({ group: (sn) => (sn === 'CAM6' && leaps++ === 1 ? { jumpMs: 9000 } : undefined) })
  const seen = watch('CAM6')
  const widest = () => {
    const times = seen.pictures().map(({ timestampMs }) => timestampMs)
    return Math.max(0, ...times.map((time, i) => (i === 0 ? 0 : time - times[i - 1]!)))
  }
  await until('the leap', () => widest() > 9000)
  expect(seen.pictures().every((tag, i, all) => i === 0 || tag.timestampMs > all[i - 1]!.timestampMs)).toBe(
    true,
  )
  seen.client.terminate()
})

test('a cut ends the connection without a goodbye, and a stream that is not there is 404', async () => {
  const seen = watch('CAM7')
  await until('pictures', () => seen.pictures().length > 2)
  strike({ group: () => ({ cut: true }) })
  expect((await seen.closed)[0]).toBe(1006)
  letGo()
  strike({ opening: () => ({ notFound: true }) })
  expect((await fetch(rig.url + startStream(rig, 'CAM7'))).status).toBe(404)
  expect((await watch('CAM7').closed)[0]).toBe(4404)
})

test('a stream changes its size while it is watched, with a header of its own, and back', async () => {
  const seen = watch('CAM8')
  const headers = () => seen.tags.filter((tag) => kindOf(tag) === 'videoHeader').length
  await until('the stream', () => seen.pictures().length > 2)
  strike({ codec: (_sn, own) => ({ ...own, width: 320, height: 176 }) })
  await until('another header', () => headers() === 2)
  letGo()
  await until('the old kind again', () => headers() === 3)
  const [first, second, third] = seen.tags.filter((tag) => kindOf(tag) === 'videoHeader')
  expect(Buffer.compare(first!.body, second!.body)).not.toBe(0)
  expect(Buffer.compare(first!.body, third!.body)).toBe(0)
  seen.client.terminate()
})
