import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MediaRig, mediaRig, stripsOf, until } from './media-rig.test-support.ts'
import { FIRST_RETRY_MS } from './stream-push.ts'

let rig: MediaRig
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-push-'))
  rig = await mediaRig()
})
afterAll(async () => {
  await rig[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

const targetAt = (port: number) => async () => ({
  address: '127.0.0.1',
  port,
  tcUrl: `rtmp://media.example:${port}/live`,
  app: 'live',
  stream: 'abc?key=1',
})

/** ffmpeg as an RTMP server for one publisher, which it writes to a file until it is ended. */
function receiver(port: number, file: string): ChildProcess {
  return spawn(
    'ffmpeg',
    [
      ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-listen', '1'],
      ...['-i', `rtmp://127.0.0.1:${port}/live/abc`, '-c', 'copy', '-flush_packets', '1', '-f', 'flv', file],
    ],
    { stdio: 'ignore' },
  )
}

test('another program receives the pictures of the camera, and hears of the end', async () => {
  const port = await freePort()
  const file = join(folder, 'received.flv')
  const push = rig.media.push({ sn: 'CAM2', chnId: 1, streamType: 'sub', target: targetAt(port) })
  // Nobody listens yet: it fails and tries again.
  await until('a failed attempt', () => push.progress().failures > 0)
  expect(push.progress()).toMatchObject({ reason: 'unreachable', sentBytes: 0 })

  const server = receiver(port, file)
  const closed = once(server, 'close')
  await until('the push', () => push.progress().state === 'pushing' && push.progress().sentBytes > 100_000)
  expect(push.progress().reason).toBeUndefined()
  expect(rig.media.pushes()).toEqual({ wanted: 1, pushing: 1 })
  expect(rig.media.stats()).toMatchObject([{ sn: 'CAM2', viewers: 1 }])

  await push.stop()
  await closed
  const strips = await stripsOf(await readFile(file))
  expect(strips.length).toBeGreaterThan(12)
  expect(new Set(strips.map((strip) => strip?.camera))).toEqual(new Set([2]))
  expect(rig.media.pushes()).toEqual({ wanted: 0, pushing: 0 })
  expect(rig.media.stats()[0]?.viewers ?? 0).toBe(0)
}, 120_000)

test('a server that leaves is tried again, and takes the stream once more', async () => {
  const port = await freePort()
  const push = rig.media.push({ sn: 'CAM3', chnId: 1, streamType: 'sub', target: targetAt(port) })
  const first = receiver(port, join(folder, 'first.flv'))
  const firstClosed = once(first, 'close')
  await until('the push', () => push.progress().state === 'pushing')
  first.kill('SIGKILL')
  await firstClosed
  await until('its end to be seen', () => push.progress().state === 'failed')
  expect(push.progress().retrySeconds).toBeLessThanOrEqual(Math.ceil(FIRST_RETRY_MS / 1000) * 64)

  const second = receiver(port, join(folder, 'second.flv'))
  const secondClosed = once(second, 'close')
  await until('the push again', () => {
    push.retryNow()
    return push.progress().state === 'pushing'
  })
  await push.stop()
  await secondClosed
}, 120_000)

test('a device that is off line, a channel that is none and an address that is not allowed say so', async () => {
  rig.offline.add('CAM4')
  const never = async () => 'notAllowed' as const
  const wishes = [
    { sn: 'CAM4', target: targetAt(1), reason: 'deviceOffline' },
    { sn: 'CAM0', target: targetAt(1), reason: 'noChannel' },
    { sn: 'CAM5', target: never, reason: 'notAllowed' },
  ]
  for (const { reason, ...wish } of wishes) {
    const push = rig.media.push({ ...wish, chnId: 1, streamType: 'sub' })
    await until(reason, () => push.progress().state === 'failed')
    expect(push.progress()).toMatchObject({ reason, failures: 1 })
    await push.stop()
  }
})
