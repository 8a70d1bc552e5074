import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, IncomingMessage, request, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { STANDARD_ADAPTER } from '@backlot/contract/adapters/platform-adapter'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Exchange } from '../capture.ts'
import { createPlatformTime } from './platform-time.ts'
import { sendRecorded } from './replay-reply.ts'
import { Visitor } from './visitor.ts'

const BYTES = 32_000_000
const FILE = 'bodies/1.bin'
const folder = mkdtempSync(join(tmpdir(), 'backlot-replay-'))
beforeAll(() => {
  mkdirSync(join(folder, 'bodies'))
  writeFileSync(join(folder, FILE), Buffer.alloc(BYTES))
})
afterAll(() => rmSync(folder, { recursive: true }))

const manifest = { platform: 'http://p', beganMs: 0, config: { adapter: STANDARD_ADAPTER } }
// A reply needs no more of a capture.
const capture = { manifest, lengthMs: 60_000, clocks: [] } as unknown as Parameters<
  typeof createPlatformTime
>[0] & { lengthMs: number }
const tools = { capture, time: createPlatformTime(capture), folder }
const exchange = (pieces: { t: number; bytes: number }[], endT?: number): Exchange => {
  let offset = 0
  return {
    ...{ id: 1, t: 0, method: 'GET', path: '/a', headers: {}, isCut: false },
    ...{ reply: { t: 0, status: 200, headers: {} }, body: { file: FILE } },
    ...(endT === undefined ? {} : { endT }),
    pieces: pieces.map(({ t, bytes }) => {
      const piece = { t, from: 'platform' as const, file: FILE, offset, bytes }
      offset += bytes
      return piece
    }),
  }
}

// Elsewhere a process does not see its open files.
it.skipIf(process.platform !== 'linux')('a file whose page leaves in the middle is closed', async () => {
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === join(folder, FILE)
      } catch {
        return false
      }
    }).length
  const whole = exchange([{ t: 0, bytes: BYTES }], 1)
  const server = createServer((_request, response) =>
    sendRecorded(tools, whole, new Visitor(0, 1), response),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const asked = request({ port, host: '127.0.0.1' }).end()
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  expect(openFiles()).toBe(1)
  reply.destroy()
  await expect.poll(openFiles).toBe(0)
  server.close()
})

it('a stream that is held by a slow page says nothing after the recording has restarted', async () => {
  const visitor = new Visitor(0, 100)
  // Without a socket nothing of it is ever taken.
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const errors: Error[] = []
  response.on('error', (error) => errors.push(error))
  const pieces = Array.from({ length: 4 }, (_, i) => ({ t: i * 3000, bytes: 10 }))
  sendRecorded(tools, exchange(pieces), visitor, response)
  const reached = (t: number) => new Promise<void>((resolve) => void visitor.clock.when(t, resolve))
  await reached(4000)
  visitor.again(0)
  await reached(14_000)
  expect(errors).toEqual([])
})
