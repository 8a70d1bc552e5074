import { once } from 'node:events'
import { request } from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createDoor, type Door } from '../http/create-door.ts'
import { createMediaDoors, type MediaDoors } from './media-doors.ts'

const HOST = '127.0.0.1'
let platform: Door
let doors: MediaDoors
const sockets = new WebSocketServer({ noServer: true })

beforeAll(async () => {
  const log = pino({ level: 'silent' })
  platform = await createDoor({ host: HOST, port: 0, allowedHosts: [], allowedOrigins: [], log })
  doors = createMediaDoors({
    host: HOST,
    door: platform,
    media: {
      handleHttp(asked, response) {
        if (!asked.url?.startsWith('/live/')) return false
        response.end('a stream')
        return true
      },
      handleUpgrade(asked, socket, head) {
        sockets.handleUpgrade(asked, socket, head, (client) => client.send('x'.repeat(1000)))
        return true
      },
    },
  })
})
afterAll(async () => {
  await doors[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

async function opened(port = 0) {
  const answer = await doors.open(port)
  if (!answer.ok) throw new Error(answer.reason)
  return answer.door
}

function statusOf(port: number, path: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ host: HOST, port, path, headers }, (response) => resolve(response.resume().statusCode ?? 0))
      .on('error', reject)
      .end()
  })
}

/** A socket as a page of an origin opens it: 'open', or why not. */
async function socketFrom(port: number, origin: string) {
  const client = new WebSocket(`ws://${HOST}:${port}/live/x`, { origin })
  const said = await new Promise<string>((resolve) => {
    client.once('message', () => resolve('open'))
    client.once('error', (error) => resolve(String(error)))
  })
  return { client, said }
}

test('streams are there and nothing else, for hosts that are ours', async () => {
  const door = await opened()
  expect(doors.ports()).toEqual([door.port])
  expect(await statusOf(door.port, '/live/x')).toBe(200)
  expect(await statusOf(door.port, '/user/info')).toBe(404)
  expect(await statusOf(door.port, '/live/x', { host: 'rebound.example' })).toBe(403)
  await door.close()
})

test('pages of our hosts read from another port, those of others do not; what went through is counted', async () => {
  const door = await opened()
  const ours = await socketFrom(door.port, `http://${HOST}:${platform.port}`)
  expect(ours.said).toBe('open')
  expect((await socketFrom(door.port, 'https://localhost')).said).toBe('open')
  for (const origin of ['http://evil.example', `http://${HOST}.evil.example:80`, 'null']) {
    expect((await socketFrom(door.port, origin)).said).toContain('403')
  }
  expect(door.traffic().bytesOut).toBeGreaterThan(2000)
  expect(door.traffic().connections).toBeGreaterThanOrEqual(2)

  const cut = once(ours.client, 'close')
  const before = doors.traffic()
  await door.close()
  await cut
  expect(doors.ports()).toEqual([])
  expect(doors.traffic().connections).toBe(0)
  expect(doors.traffic().bytesOut).toBeGreaterThanOrEqual(before.bytesOut)
  await expect(statusOf(door.port, '/live/x')).rejects.toThrow('ECONNREFUSED')
})

test('a port that somebody has is not to be had, and is when it was closed', async () => {
  expect(await doors.open(platform.port)).toEqual({ ok: false, reason: 'taken' })
  const door = await opened()
  expect(await doors.open(door.port)).toEqual({ ok: false, reason: 'taken' })
  await door.close()
  const again = await opened(door.port)
  expect(again.port).toBe(door.port)
})
