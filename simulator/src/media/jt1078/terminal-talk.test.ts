import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { createTerminalCameras } from './terminal-cameras.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const TALK = 2
const END_TALK = 4

/** A terminal that talks to a media server, which reads once the test does. */
async function rig() {
  const clock = createManualClock(0)
  const server = createServer({ pauseOnConnect: true })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  ends.push(() => server.close())
  const cameras = createTerminalCameras(
    {
      live: { open: () => ({ ok: false, reason: 'unknown' }) },
      channelsOf: () => [{ chnId: 1, isVideo: false, hasPtz: false }],
      voiceOf: () => ({ speak: () => SILENCE, hear: () => undefined }),
      targetOf: async (address, port) => ({ address, port }),
      hostClock: clock,
      platformMs: () => clock.now(),
    },
    { sn: '013912345678', version: 2013 },
  )
  ends.push(() => cameras.close())
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const { port: tcpPort } = server.address() as AddressInfo
  const live = { kind: 'live', host: '127.0.0.1', tcpPort, udpPort: 0, streamType: 0 } as const
  expect(cameras.live({ ...live, channel: 1, dataType: TALK })).toBe(0)
  const [socket] = await accepted
  ends.push(() => socket.destroy())
  const endTalk = () =>
    cameras.liveControl({
      ...{ kind: 'liveControl', channel: 1, command: END_TALK, closeType: 0, streamType: 0 },
    })
  // Its connection is up once the limit for that has gone.
  await expect.poll(() => clock.pending()).toBe(1)
  return { clock, socket, endTalk }
}
const SILENCE = new Int16Array(320)

it('a server that does not read misses sound', async () => {
  const { clock, socket, endTalk } = await rig()
  const frames = 60_000
  clock.advance(frames * 40)
  expect(endTalk()).toBe(0)
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  await once(socket.resume(), 'end')
  // What the system holds of a connection is less than half of all that was said.
  expect(received).toBeGreaterThan(0)
  expect(received).toBeLessThan((frames * 320) / 2)
})

it('a talk that the server has ended is none any more', async () => {
  const { clock, socket, endTalk } = await rig()
  socket.resume().end()
  await expect.poll(() => clock.pending()).toBe(0)
  expect(endTalk()).toBe(1)
})
