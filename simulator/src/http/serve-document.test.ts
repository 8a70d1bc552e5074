import { once } from 'node:events'
import { type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveDocument } from './serve-document.ts'

const TEXT = JSON.stringify({ list: Array.from({ length: 500 }, (_, n) => `line ${n}`) })
const app = express().set('etag', false)
let server: Server
let made = 0
app.get(
  '/document',
  serveDocument(
    'json',
    () => {
      made++
      return TEXT
    },
    (response) => response.setHeader('x-page', 'yes'),
  ),
)
beforeAll(async () => {
  server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => new Promise((closed) => server.close(closed)))

async function ask(headers: Record<string, string>) {
  // By hand: fetch would decompress the response.
  const { port } = server.address() as AddressInfo
  const asked = request({ port, host: '127.0.0.1', path: '/document', headers, agent: false }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(await answer.toArray()) }
}

test('a document is made once, for whoever asks and in whatever form', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => ask({ 'accept-encoding': ['br', 'gzip', 'identity'][n % 3]! })),
  )
  expect(made).toBe(1)
  const texts = answers.map(({ headers, bytes }) => {
    const coding = headers['content-encoding']
    if (!coding) return String(bytes)
    expect(bytes.length).toBeLessThan(TEXT.length / 3)
    return String(coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes))
  })
  expect(new Set(texts)).toEqual(new Set([TEXT]))
  expect(new Set(answers.map(({ headers }) => headers['content-encoding']))).toEqual(
    new Set(['br', 'gzip', undefined]),
  )
  expect(answers[0]?.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
    'x-page': 'yes',
  })
})

test('each form has its own mark, and who has it already is sent nothing', async () => {
  const marks = new Set<string>()
  for (const coding of ['br', 'gzip', 'identity']) {
    const { headers } = await ask({ 'accept-encoding': coding })
    const etag = String(headers.etag)
    marks.add(etag)
    const again = await ask({ 'accept-encoding': coding, 'if-none-match': etag })
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag])
  }
  expect(marks.size).toBe(3)
})
