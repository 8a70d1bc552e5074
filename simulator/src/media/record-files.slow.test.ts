import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from './media-rig.test-support.ts'
import { createRecordFiles } from './record-files.ts'
import { createUnsentBytes, type UnsentBytes } from './unsent-bytes.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const CLIP = '/record/clip-0001.mp4?token=right'
const LARGE = '/record/large-01.mp4?token=right'
const LARGE_BYTES = 16 * 1024 * 1024
const LIMIT = 512 * 1024

let folder: string
let server: Server
let url: string
let unsent: UnsentBytes
let clip: Buffer
const sockets: Socket[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-files-'))
  // Its index is at the end, so a reader has to seek.
  const input = ['-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=10', '-t', '20']
  const path = join(folder, 'clip.mp4')
  await promisify(execFile)(FFMPEG, ['-loglevel', 'error', ...input, '-c:v', 'libx264', '-g', '10', path])
  clip = await readFile(path)
  await writeFile(join(folder, 'large.mp4'), Buffer.alloc(LARGE_BYTES, 7))
  unsent = createUnsentBytes({ perAddress: LIMIT, inAll: LIMIT })
  const answer = createRecordFiles({
    tokens: {
      verify: (_path, token) =>
        token === 'right' ? { ok: true, sessionId: 's' } : { ok: false, why: 'forged' },
    },
    unsent,
    find(id) {
      if (id === 'clip-0001') return { path, sizeBytes: clip.length, fileName: 'clip.mp4' }
      if (id !== 'large-01') return undefined
      return { path: join(folder, 'large.mp4'), sizeBytes: LARGE_BYTES, fileName: 'large.mp4' }
    },
  })
  server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const load = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url + path, { method, headers })

test('a file is answered whole, with the marks by which parts are asked for', async () => {
  const whole = await load(CLIP)
  expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
  expect(Buffer.from(await whole.arrayBuffer()).equals(clip)).toBe(true)
  const head = await load(CLIP, { range: 'bytes=0-9' }, 'HEAD')
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(clip.length)])
  expect(head.headers.get('etag')).toBe(whole.headers.get('etag'))
})

test.each([
  ['bytes=0-99', 0, 100],
  ['bytes=500-', 500, undefined],
  ['bytes=-77', -77, undefined],
])('%s is answered with that part', async (range, first, end) => {
  const part = await load(CLIP, { range })
  const expected = clip.subarray(first, end)
  const at = first < 0 ? clip.length + first : first
  expect([part.status, part.headers.get('content-range'), part.headers.get('content-length')]).toEqual([
    206,
    `bytes ${at}-${at + expected.length - 1}/${clip.length}`,
    String(expected.length),
  ])
  expect(Buffer.from(await part.arrayBuffer()).equals(expected)).toBe(true)
})

test('a part behind the end is refused in our form, one of another state of the file is answered whole', async () => {
  const behind = await load(CLIP, { range: `bytes=${clip.length}-` })
  expect([behind.status, behind.headers.get('content-range')]).toEqual([416, `bytes */${clip.length}`])
  expect(await behind.json()).toEqual({
    code: 416,
    msg: `The file has ${clip.length} bytes; ask for a range within them.`,
  })
  const etag = (await load(CLIP, {}, 'HEAD')).headers.get('etag')!
  const status = async (ifRange: string) =>
    (await load(CLIP, { range: 'bytes=0-9', 'if-range': ifRange })).status
  expect([await status(etag), await status('"other"')]).toEqual([206, 200])
  const stranger = await load(CLIP.replace('right', 'wrong'), { range: 'bytes=0-9' })
  expect(stranger.status).toBe(401)
})

test('ffmpeg finds the picture of the eighteenth second by parts', async () => {
  const requests: (string | undefined)[] = []
  const hear = (request: { headers: { range?: string } }) => requests.push(request.headers.range)
  server.on('request', hear)
  const args = ['-loglevel', 'error', '-seekable', '1', '-ss', '18', '-i', url + CLIP, '-frames:v', '1']
  const { stdout, stderr } = await promisify(execFile)(
    FFMPEG,
    [...args, '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1'],
    { encoding: 'buffer', maxBuffer: 1 << 20 },
  )
  server.off('request', hear)
  expect([stdout.length, stderr.toString()]).toEqual([320 * 240, ''])
  expect(requests.filter((range) => /^bytes=[1-9]/.test(range ?? '')).length).toBeGreaterThan(0)
})

/** Requests files and reads none of them. */
function askWithoutReading(requests: number): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  sockets.push(socket.on('error', () => {}))
  socket.pause()
  socket.write(`GET ${LARGE} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(requests))
  return socket
}
const loadClip = async () => Buffer.from(await (await load(CLIP)).arrayBuffer())

test('of requests that are sent ahead and not read, one file is open and little of it waits', async () => {
  let asked = 0
  const count = () => void asked++
  server.on('request', count)
  askWithoutReading(300)
  await until('the requests', () => asked >= 300)
  server.off('request', count)
  await until('bytes that wait', () => unsent.held() > 0)
  // Files are read in the order of requests: earlier ones would be there by now.
  for (let i = 0; i < 3; i++) expect((await loadClip()).equals(clip)).toBe(true)
  expect(unsent.held()).toBeLessThan(256 * 1024)
  expect(unsent.cuts().address).toBe(0)
})

test('many sockets that do not read have a limit together, and who reads gets the file', async () => {
  for (let i = 0; i < 60; i++) askWithoutReading(1)
  await until('the first cut', () => unsent.cuts().address > 0)
  let [seen, calm] = ['', 0]
  await until('that nothing moves any more', async () => {
    const now = JSON.stringify([unsent.held(), unsent.cuts()])
    calm = now === seen ? calm + 1 : 0
    seen = now
    await load(CLIP, {}, 'HEAD')
    return calm === 20
  })
  for (let i = 0; i < 3; i++) {
    expect((await loadClip()).equals(clip)).toBe(true)
    expect(unsent.held()).toBeLessThanOrEqual(LIMIT)
  }
})
