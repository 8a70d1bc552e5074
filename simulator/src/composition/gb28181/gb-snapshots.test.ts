import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createHostClock } from '../../timeline/host-clock.ts'
import { createGbSnapshots } from './gb-snapshots.ts'

const PLACE = { id: '34020000001320000007', sn: 'CAM-7', chnId: 1 }
const AT_MS = Date.parse('2026-11-26T10:20:30.123+08:00')

async function receiver(answer: RequestListener) {
  const got: { url: string; type: string; name: string; body: string }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { 'content-type': type = '', 'content-disposition': name = '' } = request.headers
    got.push({ url: request.url ?? '', type, name, body: Buffer.concat(chunks).toString() })
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { got, port, [Symbol.asyncDispose]: async () => void server.close() }
}
const snapshots = (allowed: number) =>
  createGbSnapshots({
    media: { renderPicture: async () => Buffer.from('jpeg') },
    clock: { now: () => AT_MS },
    host: createHostClock(),
    targetOf: async (host, port) => (port === allowed ? { address: host, port } : undefined),
  })
const order = (port: number) => ({
  channelId: PLACE.id,
  count: 1,
  intervalS: 1,
  uploadUrl: `http://127.0.0.1:${port}/pictures?to=1`,
  sessionId: 's1',
})

it('uploads a picture under the name that the device tells', async () => {
  await using server = await receiver((_request, response) => response.end())
  using taken = snapshots(server.port)
  const [id] = await taken.take(PLACE, order(server.port))
  expect(id).toBe('34020000001320000007022026112610203012301')
  expect(server.got).toEqual([
    { url: '/pictures?to=1', type: 'image/jpeg', name: `attachment; filename="${id}.jpg"`, body: 'jpeg' },
  ])
})

it('goes nowhere but where it may', async () => {
  await using server = await receiver((_request, response) => response.end())
  using taken = snapshots(1)
  await expect(taken.take(PLACE, order(server.port))).rejects.toThrow('--stream-allow')
  const ftp = { ...order(server.port), uploadUrl: 'ftp://127.0.0.1/x' }
  await expect(taken.take(PLACE, ftp)).rejects.toThrow('no http:// address')
  expect(server.got).toEqual([])
})

it('follows no redirect', async () => {
  await using server = await receiver((_request, response) => {
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  using taken = snapshots(server.port)
  await expect(taken.take(PLACE, order(server.port))).rejects.toThrow('status 302')
  expect(server.got).toHaveLength(1)
})

it('takes so many orders at a time', async () => {
  await using server = await receiver((_request, response) => response.end())
  using taken = snapshots(server.port)
  const all = await Promise.allSettled(
    Array.from({ length: 17 }, () => taken.take(PLACE, order(server.port))),
  )
  expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(1)
})
