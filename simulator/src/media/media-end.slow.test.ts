import { once } from 'node:events'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { isAlive, mediaRig, startStream, until } from './media-rig.test-support.ts'

test('ending one of two simulators kills its encoders, closes its viewers and leaves the other alone', async () => {
  await using staying = await mediaRig()
  const leaving = await mediaRig()
  const connect = (rig: typeof staying) =>
    new WebSocket(rig.url.replace('http', 'ws') + startStream(rig, 'CAM1'))
  const [a, b] = [connect(staying), connect(leaving)]
  const live = (rig: typeof staying) => () => rig.media.stats()[0]?.state === 'live'
  await until('both live', () => live(staying)() && live(leaving)())
  const pids = [staying, leaving].map((rig) => rig.media.stats()[0]!.encoderPid!)
  const closed = once(b, 'close')
  await leaving[Symbol.asyncDispose]()
  expect((await closed)[0]).toBe(4410)
  expect(await isAlive(pids[1]!)).toBe(false)
  expect(await isAlive(pids[0]!)).toBe(true)
  expect(a.readyState).toBe(WebSocket.OPEN)
  expect(staying.media.rtmpPort).not.toBe(leaving.media.rtmpPort)
  a.terminate()
})

test('without ffmpeg cameras play clips and say so', async () => {
  await using rig = await mediaRig({ ffmpeg: false })
  const start = rig.media.startLive({ sn: 'CAM1', chnId: 1, streamType: 'sub', sessionId: 's' })
  expect(start).toMatchObject({ ok: true, source: 'clip' })
  const client = new WebSocket(rig.url.replace('http', 'ws') + startStream(rig, 'CAM1'))
  await once(client, 'message')
  await until('live', () => rig.media.stats()[0]?.state === 'live')
  expect(rig.media.stats()[0]?.source).toBe('clip')
  expect(rig.media.stats()[0]?.encoderPid).toBeUndefined()
  client.terminate()
})

test('streams past the encoder budget play clips', async () => {
  await using rig = await mediaRig({ encoderBudget: 1 })
  const start = (sn: string) => rig.media.startLive({ sn, chnId: 1, streamType: 'sub', sessionId: 's' })
  expect(start('CAM1')).toMatchObject({ source: 'scene' })
  expect(start('CAM2')).toMatchObject({ source: 'clip' })
})
