import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { type Running, start, startWorker } from '../servers/cluster-programs.ts'
import { freePort } from '../servers/free-port.ts'
import { isTwice, openBroker, overlaps } from '../servers/mqtt-broker.ts'
import { REDIS_SERVER, startRedis } from '../servers/redis-server.ts'

const PATIENT = { timeout: 60_000 }
const DEVICES = 60
const FLEET = ['--count', '60', '--shard', '10', '--rate', '100', '--interval', '1s', '--seed', '7']

const told = ({ lines }: Running, event: string) => lines.filter((line) => line.includes(`"${event}"`)).length
const carried = (worker: Running) => told(worker, 'taken') - told(worker, 'handedBack') - told(worker, 'lost')

/** Passes on what devices say to a port. Their connections stay open when its side ends: only they close them. */
async function openRelay(port: number) {
  const links: { socket: Socket; heardMs: number; bytes: number }[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const link = { socket, heardMs: Date.now(), bytes: 0 }
    links.push(link)
    const broker = connect(port, '127.0.0.1').on('error', () => {})
    broker.on('data', (chunk) => socket.write(chunk))
    socket.on('data', (chunk) => {
      link.heardMs = Date.now()
      link.bytes += chunk.length
      broker.write(chunk)
    })
    socket.on('error', () => {}).on('end', () => socket.end())
    socket.on('close', () => broker.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    /** Open connections that have said nothing since a moment. */
    silentSince: (ms: number) => links.filter(({ socket, heardMs }) => !socket.closed && heardMs < ms),
    async [Symbol.asyncDispose]() {
      for (const { socket } of links) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

it.skipIf(REDIS_SERVER === undefined)(
  'a worker that stood still closes its connections without a word, counts its lost leases, and works again',
  async () => {
    await using redis = await startRedis()
    await using broker = await openBroker()
    const port = String(await freePort())
    const worker = (name: string, ...args: string[]) =>
      startWorker(redis.url, name, '--take', 'devices', '--slots', '6', ...args)
    const starting = worker('other')
    await using one = await worker('one', '--port', port)
    await using other = await starting
    await using relay = await openRelay(broker.port)
    const target = `mqtt://127.0.0.1:${relay.port}`
    await using fleet = start(redis.url, 'devices', '--to', target, ...FLEET, '--for', '10m', '--json')
    await expect.poll(() => broker.speakingSince(0), PATIENT).toBe(DEVICES)
    await expect.poll(() => [carried(one), carried(other)], PATIENT).toEqual([3, 3])

    one.signal('SIGSTOP')
    const stoppedMs = Date.now()
    await expect.poll(() => carried(other), PATIENT).toBe(6)
    await expect.poll(() => broker.speakingSince(stoppedMs + 1500), PATIENT).toBe(DEVICES)
    const silent = relay.silentSince(stoppedMs + 1000)
    expect(silent).toHaveLength(DEVICES / 2)
    const bytes = silent.map((link) => link.bytes)
    one.signal('SIGCONT')
    await expect.poll(() => silent.filter(({ socket }) => !socket.closed), PATIENT).toEqual([])
    expect(silent.map((link) => link.bytes)).toEqual(bytes)
    await expect.poll(() => told(one, 'lost'), PATIENT).toBe(3)
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(await metrics.text()).toContain('backlot_worker_leases_lost_total{kind="devices"} 3')

    await expect.poll(() => [carried(one), carried(other)], PATIENT).toEqual([3, 3])
    const sharedMs = Date.now()
    await expect.poll(() => broker.speakingSince(sharedMs + 1500), PATIENT).toBe(DEVICES)
    fleet.signal('SIGINT')
    expect(await fleet.ended).toBe(0)
    expect([...broker.reports.values()].filter(isTwice)).toEqual([])
    expect([...broker.reports.values()].filter(overlaps)).toEqual([])
  },
)
