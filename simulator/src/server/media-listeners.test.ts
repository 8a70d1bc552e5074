import { once } from 'node:events'
import { request } from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { MediaListeners } from '../composition/base.ts'
import { createHttpListener, type HttpListener } from '../http/create-http-listener.ts'
import { createMediaListeners } from './media-listeners.ts'

const HOST = '127.0.0.1'
let platform: HttpListener
let listeners: MediaListeners
const sockets = new WebSocketServer({ noServer: true })

beforeAll(async () => {
  const log = pino({ level: 'silent' })
  platform = await createHttpListener({ host: HOST, port: 0, allowedHosts: [], allowedOrigins: [], log })
  listeners = createMediaListeners({
    host: HOST,
    listener: platform,
    log,
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
  await listeners[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

async function opened(port = 0) {
  const answer = await listeners.open(port)
  if (!answer.ok) throw new Error(answer.reason)
  return answer.listener
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
  const listener = await opened()
  expect(listeners.ports()).toEqual([listener.port])
  expect(await statusOf(listener.port, '/live/x')).toBe(200)
  expect(await statusOf(listener.port, '/user/info')).toBe(404)
  expect(await statusOf(listener.port, '/live/x', { host: 'rebound.example' })).toBe(403)
  await listener.close()
})

test('pages of our hosts read from another port, those of others do not; what went through is counted', async () => {
  const listener = await opened()
  const ours = await socketFrom(listener.port, `http://${HOST}:${platform.port}`)
  expect(ours.said).toBe('open')
  expect((await socketFrom(listener.port, 'https://localhost')).said).toBe('open')
  for (const origin of ['http://evil.example', `http://${HOST}.evil.example:80`, 'null']) {
    expect((await socketFrom(listener.port, origin)).said).toContain('403')
  }
  expect(listener.traffic().bytesOut).toBeGreaterThan(2000)
  expect(listener.traffic().connections).toBeGreaterThanOrEqual(2)

  const cut = once(ours.client, 'close')
  const before = listeners.traffic()
  await listener.close()
  await cut
  expect(listeners.ports()).toEqual([])
  expect(listeners.traffic().connections).toBe(0)
  expect(listeners.traffic().bytesOut).toBeGreaterThanOrEqual(before.bytesOut)
  await expect(statusOf(listener.port, '/live/x')).rejects.toThrow('ECONNREFUSED')
})

test('a port that somebody has is not to be had, and is when it was closed', async () => {
  expect(await listeners.open(platform.port)).toEqual({ ok: false, reason: 'taken' })
  const listener = await opened()
  expect(await listeners.open(listener.port)).toEqual({ ok: false, reason: 'taken' })
  await listener.close()
  const again = await opened(listener.port)
  expect(again.port).toBe(listener.port)
})
