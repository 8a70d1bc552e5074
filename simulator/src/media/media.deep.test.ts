import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { FLV_AUDIO, FLV_VIDEO, kindOf } from '../wire/flv/flv-tag.ts'
import { createFlvParser } from './flv-parser.ts'
import { gridMoment } from './frame-grid.ts'
import {
  decodePictures,
  isAlive,
  type MediaRig,
  mediaRig,
  readStream,
  startStream,
  stripsOf,
  until,
} from './media-rig.test-support.ts'

let rig: MediaRig

beforeAll(async () => {
  rig = await mediaRig()
  await rig.media.ready
})
afterAll(async () => {
  await rig[Symbol.asyncDispose]()
})

const pictures = (count: number) => (bytes: Buffer) =>
  createFlvParser()
    .push(bytes)
    .filter((tag) => ['key', 'video'].includes(kindOf(tag))).length >= count

const statsOf = (sn: string) => rig.media.stats().find((stream) => stream.sn === sn)

test('a live stream decodes to pictures whose strips say camera, moment and pose', async () => {
  rig.poses.set('CAM1', { panDeg: 42.5, tiltDeg: -7.5, zoom: 2 })
  const from = Date.now()
  const flv = await readStream(rig.url + startStream(rig, 'CAM1'), pictures(14))
  const strips = await stripsOf(flv)
  expect(strips.length).toBeGreaterThanOrEqual(12)
  for (const strip of strips) {
    expect(strip).toMatchObject({ camera: 1, panDeg: 42.5, tiltDeg: -7.5, zoom: 2 })
    expect(strip!.timeMs).toBeGreaterThan(from - 1000)
    expect(strip!.timeMs).toBeLessThanOrEqual(Date.now())
    const frame = Math.floor((strip!.timeMs * 12) / 1000)
    expect([frame - 1, frame, frame + 1].map((n) => gridMoment(n, 12, 1))).toContain(strip!.timeMs)
  }
  const times = strips.map((strip) => strip!.timeMs)
  expect(times.every((time, i) => i === 0 || time > times[i - 1]!)).toBe(true)
})

test('a PTZ move shows in the pictures of the stream', async () => {
  rig.poses.set('CAM3', { panDeg: 18, tiltDeg: -9, zoom: 1 })
  const before = (await decodePictures(await readStream(rig.url + startStream(rig, 'CAM3'), pictures(6)))).at(
    -1,
  )!
  rig.poses.set('CAM3', { panDeg: 48, tiltDeg: -9, zoom: 1 })
  const flv = await readStream(rig.url + startStream(rig, 'CAM3'), pictures(40))
  const after = (await decodePictures(flv)).at(-1)!
  let sum = 0
  for (let i = 640 * 40; i < 640 * 280; i++) sum += Math.abs(before[i]! - after[i]!)
  expect(sum / (640 * 240)).toBeGreaterThan(8)
  expect((await stripsOf(flv)).at(-1)?.panDeg).toBe(48)
})

test('tokens: none or a stale one is refused, an absent stream is not found, over HTTP and over WebSocket', async () => {
  const path = startStream(rig, 'CAM1', 'leaver')
  const status = async (target: string): Promise<number> => {
    const response = await fetch(rig.url + target)
    await response.body?.cancel()
    return response.status
  }
  expect(await status(path.replace(/token=.*/, ''))).toBe(401)
  expect(await status(`${path}x`)).toBe(401)
  expect(await status('/live/CAM1/1/third.flv')).toBe(404)
  const posted = await fetch(rig.url + path, { method: 'POST' })
  expect(posted.status).toBe(405)
  expect(posted.headers.get('allow')).toBe('GET')
  expect(await posted.json()).toEqual({ code: 405, msg: 'streams are read with GET' })
  rig.media.revokeSession('leaver')
  expect(await status(path)).toBe(401)
  const ended = startStream(rig, 'CAM9', 'short')
  await rig.media.stopLive({ sn: 'CAM9', chnId: 1, streamType: 'sub', sessionId: 'short' })
  expect(await status(ended)).toBe(404)
  const closeCode = async (target: string): Promise<number> => {
    const client = new WebSocket(rig.url.replace('http', 'ws') + target)
    const [code] = (await once(client, 'close')) as [number]
    return code
  }
  expect(await closeCode(path)).toBe(4401)
  expect(await closeCode(ended)).toBe(4404)
})

test('one encoder serves many viewers, and it ends some time after the last has left', async () => {
  const path = startStream(rig, 'CAM4')
  const clients = Array.from({ length: 5 }, () => new WebSocket(rig.url.replace('http', 'ws') + path))
  const firsts = await Promise.all(clients.map((client) => once(client, 'message')))
  expect(firsts.every(([data]) => (data as Buffer).toString('latin1', 0, 3) === 'FLV')).toBe(true)
  await until('five viewers live', () => statsOf('CAM4')?.viewers === 5 && statsOf('CAM4')?.state === 'live')
  expect(rig.media.stats().filter((stream) => stream.sn === 'CAM4')).toHaveLength(1)
  const pid = statsOf('CAM4')!.encoderPid!
  expect(await isAlive(pid)).toBe(true)
  for (const client of clients) client.close()
  await until('lingering', () => statsOf('CAM4')?.state === 'lingering')
  await until('the end of the stream', () => statsOf('CAM4') === undefined)
  await until('the end of its encoder', async () => !(await isAlive(pid)))
})

test("revoking a session closes its viewers at once and nobody else's", async () => {
  const mine = new WebSocket(rig.url.replace('http', 'ws') + startStream(rig, 'CAM4', 'gone'))
  const other = new WebSocket(rig.url.replace('http', 'ws') + startStream(rig, 'CAM4', 'stays'))
  await Promise.all([once(mine, 'message'), once(other, 'message')])
  const closed = once(mine, 'close')
  rig.media.revokeSession('gone')
  expect((await closed)[0]).toBe(4403)
  expect(other.readyState).toBe(WebSocket.OPEN)
  await rig.media.stopLive({ sn: 'CAM4', chnId: 1, streamType: 'sub', sessionId: 'stays' })
  await until('the stream to end', () => statsOf('CAM4') === undefined)
})

test('a killed encoder is started again; its viewers stay and other streams do not notice', async () => {
  const paths = [startStream(rig, 'CAM5'), startStream(rig, 'CAM6')]
  const clients = paths.map((path) => new WebSocket(rig.url.replace('http', 'ws') + path))
  const parser = createFlvParser()
  const keys: number[] = []
  clients[0]!.on('message', (data: Buffer) => {
    for (const tag of parser.push(data)) if (kindOf(tag) === 'key') keys.push(tag.timestampMs)
  })
  await until('both live', () => statsOf('CAM5')?.state === 'live' && statsOf('CAM6')?.state === 'live')
  const [victim, neighbour] = [statsOf('CAM5')!.encoderPid!, statsOf('CAM6')!.encoderPid!]
  const seen = keys.length
  process.kill(victim, 'SIGKILL')
  await until('a new encoder', () => {
    const now = statsOf('CAM5')
    return now?.restarts === 1 && now.encoderPid !== undefined && now.encoderPid !== victim
  })
  await until('a key frame after the crash', () => keys.length > seen)
  expect(keys.every((at, i) => i === 0 || at > keys[i - 1]!)).toBe(true)
  expect(statsOf('CAM6')).toMatchObject({ encoderPid: neighbour, restarts: 0 })
  expect(clients[0]!.readyState).toBe(WebSocket.OPEN)
  for (const client of clients) client.terminate()
})

test('a channel with audio carries AAC beside its pictures', async () => {
  const flv = await readStream(rig.url + startStream(rig, 'CAM2'), pictures(20))
  const tags = createFlvParser().push(flv)
  const sound = tags.filter((tag) => tag.type === FLV_AUDIO)
  expect(flv[4]).toBe(5)
  expect(kindOf(sound[0]!)).toBe('audioHeader')
  expect(sound.length).toBeGreaterThan(10)
  const last = tags.filter((tag) => tag.type === FLV_VIDEO).at(-1)!
  expect(Math.abs(sound.at(-1)!.timestampMs - last.timestampMs)).toBeLessThan(400)
})

test('a start is refused with its reason', () => {
  rig.offline.add('CAM7')
  rig.unbound.add('CAM8')
  rig.unpowered.add('CAM9')
  const start = (sn: string) => rig.media.startLive({ sn, chnId: 1, streamType: 'main', sessionId: 's' })
  expect(start('CAM7')).toEqual({ ok: false, reason: 'deviceOffline' })
  expect(start('CAM8')).toEqual({ ok: false, reason: 'mediaServerNotBound' })
  expect(start('CAM9')).toEqual({ ok: false, reason: 'cameraUnpowered' })
  rig.unpowered.clear()
  expect(start('NOBODY')).toEqual({ ok: false, reason: 'unknown' })
  expect(start('../x')).toEqual({ ok: false, reason: 'unknown' })
})

test('what a device publishes over RTMP takes the place of its scene and gives it back', async () => {
  const target = (key: string) => `rtmp://127.0.0.1:${rig.media.rtmpPort}/live/CAM6_1_sub?key=${key}`
  const publisher = (key: string) =>
    spawn(
      'ffmpeg',
      [
        ...[
          '-hide_banner',
          '-loglevel',
          'quiet',
          '-re',
          '-f',
          'lavfi',
          '-i',
          'testsrc2=size=320x240:rate=15',
        ],
        ...[
          '-c:v',
          'libx264',
          '-preset',
          'ultrafast',
          '-tune',
          'zerolatency',
          '-g',
          '15',
          '-f',
          'flv',
          target(key),
        ],
      ],
      { stdio: 'ignore' },
    )
  const path = startStream(rig, 'CAM6')
  const client = new WebSocket(rig.url.replace('http', 'ws') + path)
  await until('the scene', () => statsOf('CAM6')?.state === 'live')
  const stranger = publisher('wrong')
  await once(stranger, 'close')
  expect(statsOf('CAM6')?.source).toBe('scene')
  const device = publisher(rig.media.publishKey('CAM6'))
  await until(
    'the publication',
    () => statsOf('CAM6')?.source === 'published' && statsOf('CAM6')?.state === 'live',
  )
  const flv = await readStream(rig.url + path, pictures(20))
  const header = createFlvParser()
    .push(flv)
    .find((tag) => kindOf(tag) === 'videoHeader')
  expect(header?.type).toBe(FLV_VIDEO)
  expect((await stripsOf(flv)).every((strip) => strip === undefined)).toBe(true)
  device.kill('SIGKILL')
  await until(
    'the scene again',
    () => statsOf('CAM6')?.source === 'scene' && statsOf('CAM6')?.state === 'live',
  )
  expect(client.readyState).toBe(WebSocket.OPEN)
  client.terminate()
})

test('a still picture is a JPEG of the moment asked for, the same each time', async () => {
  const atMs = 1_795_147_200_000
  const [one, two] = await Promise.all([
    rig.media.renderPicture({ sn: 'CAM1', chnId: 1, atMs, width: 640 }),
    rig.media.renderPicture({ sn: 'CAM1', chnId: 1, atMs, width: 640 }),
  ])
  expect(Buffer.from(one!.subarray(0, 3)).toString('hex')).toBe('ffd8ff')
  expect(Buffer.compare(one!, two!)).toBe(0)
  expect(await rig.media.renderPicture({ sn: 'NOBODY', chnId: 1 })).toBeUndefined()
})
