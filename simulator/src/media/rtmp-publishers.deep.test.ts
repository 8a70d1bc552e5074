import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { FLV_AUDIO, FLV_VIDEO, type FlvTag, kindOf } from '../wire/flv/flv-tag.ts'
import { createFlvParser } from './flv-parser.ts'
import { type MediaRig, mediaRig, startStream, until } from './media-rig.test-support.ts'
import { rtmpCommand, rtmpMessage, rtmpPublish } from './rtmp-bytes.test-support.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'

let rig: MediaRig
const ends: (() => void)[] = []
beforeAll(async () => {
  rig = await mediaRig({ drawWhenAsked: true })
})
afterEach(async () => {
  for (const end of ends.splice(0)) end()
  await until('no publisher', () => rtmp().connections === 0)
})
afterAll(() => rig?.[Symbol.asyncDispose]())

const rtmp = () => rig.media.rtmpStats()!
const addressOf = (name: string) => {
  const key = rig.media.publishKey(name.split('_')[0]!)
  return `rtmp://127.0.0.1:${rig.media.rtmpPort}/live/${name}?key=${key}`
}

/** A foreign camera: 160 × 120 at 15 pictures a second with a tone, its timestamps from `fromSeconds` on. */
function publish(name: string, fromSeconds = 0): ChildProcess {
  const input = ['-re', '-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=15']
  const sound = ['-re', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=16000']
  const codecs = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-tune',
    'zerolatency',
    '-g',
    '15',
    '-c:a',
    'aac',
  ]
  const output = ['-output_ts_offset', String(fromSeconds), '-f', 'flv', addressOf(name)]
  const args = ['-hide_banner', '-loglevel', 'error', ...input, ...sound, ...codecs, ...output]
  const child = spawn(FFMPEG, args, { stdio: 'ignore' })
  ends.push(() => child.kill('SIGKILL'))
  return child
}

/** Watches a stream over WebSocket: its tags as they come. */
function watch(sn: string) {
  const client = new WebSocket(rig.url.replace('http', 'ws') + startStream(rig, sn))
  const tags: FlvTag[] = []
  const parser = createFlvParser()
  client.on('message', (data: Buffer) => tags.push(...parser.push(data)))
  ends.push(() => client.terminate())
  const pictures = () => tags.filter((tag) => ['key', 'video'].includes(kindOf(tag)))
  return { client, tags, pictures }
}

/** The widest step between tags of one kind, milliseconds. */
function widestStep(tags: readonly FlvTag[], type: number): number {
  const times = tags.filter((tag) => tag.type === type).map(({ timestampMs }) => timestampMs)
  return Math.max(...times.slice(1).map((time, i) => Math.abs(time - times[i]!)))
}

const sourceOf = (sn: string) => rig.media.stats().find((stream) => stream.sn === sn)?.source

test.each(['CAM1_1', 'CAM1_1_sub'])(
  'a second publisher, as %s, is turned away and counted; the first goes on for its viewers',
  async (name) => {
    const before = rtmp().refusals.taken
    const first = publish('CAM1_1')
    await until('the first publisher', () => rtmp().publishers === 1)
    const viewer = watch('CAM1')
    await until('its pictures', () => viewer.pictures().length > 5)
    const second = publish(name)
    await once(second, 'close')
    const seen = viewer.pictures().length
    await until('that it is counted', () => rtmp().refusals.taken === before + 1)
    await until('further pictures', () => viewer.pictures().length > seen + 15)
    expect(sourceOf('CAM1')).toBe('published')
    expect([first.exitCode, viewer.client.readyState]).toEqual([null, WebSocket.OPEN])
    expect(rtmp()).toMatchObject({ publishers: 1, streams: { 'H.264': 2 } })
    // One header: no other source replaced it meanwhile.
    expect(viewer.tags.filter((tag) => kindOf(tag) === 'videoHeader')).toHaveLength(1)
  },
)

test('one that publishes a second time over its connection is ended, and leaves nothing behind', async () => {
  const socket = connect({ port: rig.media.rtmpPort!, host: '127.0.0.1' })
  socket.resume()
  socket.write(rtmpPublish(addressOf('CAM1_1')))
  await until('the publisher', () => rtmp().publishers === 1)
  socket.write(rtmpCommand('publish', 4, null, addressOf('CAM1_1').split('/').at(-1)!, 'live'))
  await once(socket, 'close')
  await until('its end', () => rtmp().publishers === 0)
  publish('CAM1_1')
  await until('the next publisher', () => rtmp().publishers === 1)
})

test('a publisher whose line died without a word gives way to the next, and viewers stay', async () => {
  const first = publish('CAM2_1')
  const viewer = watch('CAM2')
  await until('the first publisher', () => rtmp().publishers === 1 && viewer.pictures().length > 5)
  // Its connection stays open and silent.
  first.kill('SIGSTOP')
  let next: ChildProcess | undefined
  await until('the takeover', () => {
    if (next === undefined || next.exitCode !== null) next = publish('CAM2_1', 100)
    return rtmp().cuts.replaced === 1
  })
  const seen = viewer.pictures().length
  await until('pictures of the next', () => viewer.pictures().length > seen + 15)
  expect(viewer.client.readyState).toBe(WebSocket.OPEN)
  expect(sourceOf('CAM2')).toBe('published')
  expect(rtmp().publishers).toBe(1)
  const times = viewer.pictures().map(({ timestampMs }) => timestampMs)
  expect(times.every((time, i) => i === 0 || time > times[i - 1]!)).toBe(true)
})

test.each([
  ['at an hour', 3600],
  ['just before time stamps of 31 bits wrap', 2 ** 31 / 1000 - 3],
])('of a publisher whose time stamps begin %s every step is as long as its own', async (_name, from) => {
  const viewer = watch('CAM3')
  publish('CAM3_1', from)
  await until('a few seconds', () => viewer.pictures().length > 75)
  const late = watch('CAM3')
  await until('pictures for who joins late', () => late.pictures().length > 20)
  for (const { tags } of [viewer, late]) {
    const published = tags.slice(tags.findIndex((tag) => tag.type === FLV_AUDIO))
    expect(widestStep(published, FLV_VIDEO)).toBeLessThan(20_000)
    expect(widestStep(published, FLV_AUDIO)).toBeLessThan(20_000)
    const [sound, picture] = [FLV_AUDIO, FLV_VIDEO].map(
      (type) => tags.findLast((tag) => tag.type === type)!.timestampMs,
    )
    expect(Math.abs(sound! - picture!)).toBeLessThan(5000)
  }
})

type Hevc = { header: Buffer; pictures: { isKey: boolean; data: Buffer }[] }

/** Two seconds of H.265 by x265: its HEVCDecoderConfigurationRecord (ISO/IEC 14496-15, 8.3.3.1) and its pictures. */
async function hevcSample(): Promise<Hevc> {
  const input = ['-f', 'lavfi', '-i', 'testsrc=size=128x96:rate=10', '-frames:v', '20']
  const codec = ['-c:v', 'libx265', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '10']
  const quiet = ['-x265-params', 'log-level=none', '-f', 'mp4', '-movflags', 'frag_every_frame+empty_moov']
  const { stdout } = await promisify(execFile)(
    FFMPEG,
    ['-hide_banner', '-loglevel', 'error', ...input, ...codec, ...quiet, 'pipe:1'],
    { encoding: 'buffer', maxBuffer: 1 << 24 },
  )
  const box = (name: string, from = 0) => {
    const at = stdout.indexOf(name, from)
    return at < 0 ? undefined : { end: at - 4 + stdout.readUInt32BE(at - 4), body: at + 4 }
  }
  const hvcc = box('hvcC')!
  const pictures: Hevc['pictures'] = []
  for (let data = box('mdat'); data; data = box('mdat', data.end)) {
    const sample = stdout.subarray(data.body, data.end)
    const isKey = unitsOf(sample).some((unit) => ((unit[0]! >> 1) & 63) >> 3 === 2)
    pictures.push({ isKey, data: sample })
  }
  return { header: stdout.subarray(hvcc.body, hvcc.end), pictures }
}

/** Units of a sample, each behind its length of four bytes. */
function unitsOf(sample: Buffer): Buffer[] {
  const units: Buffer[] = []
  for (let at = 0; at < sample.length; at += 4 + sample.readUInt32BE(at))
    units.push(sample.subarray(at + 4, at + 4 + sample.readUInt32BE(at)))
  return units
}

/** Parameter sets of the record: behind 22 bytes and their count, arrays of a type, a count and units with lengths. */
function parameterSets(header: Buffer): Buffer[] {
  const units: Buffer[] = []
  let at = 23
  for (let array = 0; array < header[22]!; array++) {
    const count = header.readUInt16BE(at + 1)
    at += 3
    for (let i = 0; i < count; i++) {
      const length = header.readUInt16BE(at)
      units.push(header.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  return units
}

/** Number of pictures that ffmpeg decodes of H.265 units, and its error messages. */
async function decoded(units: readonly Buffer[]): Promise<{ pictures: number; complaints: string }> {
  const args = ['-hide_banner', '-loglevel', 'error', '-f', 'hevc', '-i', 'pipe:0']
  const output = ['-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1']
  const child = spawn(FFMPEG, [...args, ...output], { stdio: ['pipe', 'pipe', 'pipe'] })
  let [bytes, complaints] = [0, '']
  child.stdout.on('data', (part: Buffer) => {
    bytes += part.length
  })
  child.stderr.on('data', (part: Buffer) => {
    complaints += part.toString()
  })
  child.stdin.end(Buffer.concat(units.flatMap((unit) => [Buffer.of(0, 0, 0, 1), unit])))
  await once(child, 'close')
  return { pictures: bytes / (128 * 96), complaints }
}

const FOUR_CC = [...Buffer.from('hvc1')]
test.each([
  {
    form: 'codec id 12',
    headerOf: () => [0x1c, 0, 0, 0, 0],
    pictureOf: (isKey: boolean) => [isKey ? 0x1c : 0x2c, 1, 0, 0, 0],
  },
  {
    form: 'the letters hvc1',
    headerOf: () => [0x90, ...FOUR_CC],
    pictureOf: (isKey: boolean) => [isKey ? 0x93 : 0xa3, ...FOUR_CC],
  },
])(
  'who joins H.265 of $form late can decode it from the first picture on',
  async ({ headerOf, pictureOf }) => {
    const { header, pictures } = await hevcSample()
    const socket = connect({ port: rig.media.rtmpPort!, host: '127.0.0.1' })
    ends.push(() => socket.destroy())
    socket.resume()
    socket.write(rtmpPublish(addressOf('CAM4_1')))
    const video = (head: readonly number[], data: Buffer, atMs: number) =>
      socket.write(
        rtmpMessage(9, Buffer.concat([Buffer.from(head), data]), { chunkStream: 6, stream: 1, atMs }),
      )
    const send = (from: number, to: number) => {
      for (const [i, { isKey, data }] of pictures.slice(from, to).entries())
        video(pictureOf(isKey), data, 7_200_000 + (from + i) * 100)
    }
    video(headerOf(), header, 7_200_000)
    send(0, 15)
    await until('its pictures', () => rtmp().streams['H.265'] === 2)
    const late = watch('CAM4')
    await until('the group so far', () => late.pictures().length >= 5)
    send(15, 20)
    await until('the rest', () => late.pictures().length >= 10)
    const bodies = (kinds: string[]) =>
      late.tags
        .filter((tag) => kinds.includes(kindOf(tag)))
        .map(({ body }) => Buffer.from(body.subarray(headerOf().length)))
    const [sent] = bodies(['videoHeader'])
    expect(sent).toEqual(header)
    const shown = bodies(['key', 'video'])
    expect(kindOf(late.pictures()[0]!)).toBe('key')
    expect(await decoded([...parameterSets(sent!), ...shown.flatMap(unitsOf)])).toEqual({
      pictures: shown.length,
      complaints: '',
    })
  },
)
