import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createSocketTap, type SocketTap, type TapListener, type TappedConnection } from './socket-tap.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** What a tap says, as lines. */
function record(tap: SocketTap) {
  const lines: string[] = []
  const listener: TapListener = {
    opened: ({ opener }) => lines.push(`opened by ${opener}`),
    bytes: (_connection, direction, bytes) => lines.push(`${direction} ${Buffer.from(bytes)}`),
    ended: (_connection, direction) => lines.push(`${direction} ended`),
    closed: (_connection, isBroken) => lines.push(isBroken ? 'broken' : 'closed'),
    datagram: ({ direction, bytes }) => lines.push(`${direction} datagram ${Buffer.from(bytes)}`),
  }
  return { lines, stop: tap.listen(listener) }
}

/** Both ends of a connection; `near` is tapped. */
async function pair(tap: SocketTap, opener: TappedConnection['opener'] = 'remote') {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const far = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [near] = (await once(server, 'connection')) as [Socket]
  tap.tcp('hj212', near, { opener })
  ends.push(() => {
    far.destroy()
    near.destroy()
    server.close()
  })
  return { near, far }
}

it('hears what a connection reads and writes, corked or not, and its end', async () => {
  const tap = createSocketTap()
  const { lines } = record(tap)
  const { near, far } = await pair(tap)
  near.on('data', (bytes) => {
    near.cork()
    near.write(`got ${bytes}`)
    near.write('caf\u00e9', 'latin1')
    near.uncork()
  })
  far.write('hello')
  await once(far, 'data')
  far.end()
  await once(near, 'close')
  expect(lines.slice(0, 3)).toEqual(['opened by remote', 'in hello', 'out got hello'])
  expect(Buffer.from(lines[3]!.slice(4)).length).toBeGreaterThan(3)
  expect(lines.slice(4)).toEqual(['in ended', 'out ended', 'closed'])
})

it('says nothing to those who do not listen any more, and nothing is lost for the socket', async () => {
  const tap = createSocketTap()
  const { lines, stop } = record(tap)
  const { near, far } = await pair(tap)
  stop()
  far.write('unheard')
  const [bytes] = await once(near, 'data')
  expect(String(bytes)).toBe('unheard')
  expect(lines).toEqual(['opened by remote'])
})

it('hears a connection that was there before, and again after a pause, once', async () => {
  const tap = createSocketTap()
  const { near, far } = await pair(tap)
  const { lines, stop } = record(tap)
  far.write('one')
  await once(near, 'data')
  stop()
  const later = record(tap)
  far.write('two')
  await once(near, 'data')
  expect([lines, later.lines]).toEqual([['in one'], ['in two']])
})

it('hears a connection between two of its own ends once', async () => {
  const tap = createSocketTap()
  const { lines } = record(tap)
  const { near, far } = await pair(tap)
  tap.tcp('hj212', far, { opener: 'local' })
  far.write('hello')
  await once(near, 'data')
  expect(lines).toEqual(['opened by remote', 'in hello'])
})

it('hears datagrams, and those between two of its own sockets where they arrive', async () => {
  const tap = createSocketTap()
  const { lines } = record(tap)
  const [one, other, stranger] = [createSocket('udp4'), createSocket('udp4'), createSocket('udp4')]
  for (const socket of [one, other, stranger]) {
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    ends.push(() => socket.close())
  }
  tap.udp('gb28181', one)
  tap.udp('gb28181', other)
  one.send('between', other.address().port, '127.0.0.1')
  await once(other, 'message')
  expect(lines).toEqual(['in datagram between'])
  one.send(Buffer.from('away'), stranger.address().port, '127.0.0.1')
  await once(stranger, 'message')
  expect(lines.slice(1)).toEqual(['out datagram away'])
})
