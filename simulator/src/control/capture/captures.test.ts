import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { CAPTURE_LIMITS } from '@backlot/contract/control/constants'
import { afterEach, expect, it } from 'vitest'
import type { StreamReply } from '../../calls/route.ts'
import type { PastPacket } from '../../fleet/uplinks/past-packet.ts'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { type Captures, createCaptures } from './captures.ts'

/** A client of a capture; one that does not read keeps everything waiting. */
class Client extends EventEmitter {
  bytes = 0
  hasEnded = false
  destroyed = false
  reads = true
  writableLength = 0
  get writableNeedDrain() {
    return !this.reads
  }
  write(block: Uint8Array) {
    this.bytes += block.length
    return true
  }
  end() {
    this.hasEnded = true
  }
  leave() {
    this.destroyed = true
    this.emit('close')
  }
}

const NOW_MS = 100_000_000
const PAST_MS = 7_200_000
const host = createManualClock(NOW_MS)
/** Reports of every second; `said` counts them. */
let said = 0
function* reports(fromMs: number, toMs: number): Generator<PastPacket> {
  for (let atMs = fromMs; atMs < toMs; atMs += 1000) {
    said++
    yield { kind: 'bytes', atMs, direction: 'in', bytes: Buffer.alloc(200) }
  }
}
const captures: Captures = createCaptures({
  tap: { listen: () => () => undefined },
  clock: host,
  host,
  isDevice: (sn) => sn !== 'NOBODY',
  past: {
    wireOf: (sn) => (sn === 'CAM-1' ? undefined : 'jt808'),
    dialogueOf: (_sn, from, to) => reports(from, to),
  },
  log: { error: () => undefined },
})
afterEach(() => captures[Symbol.dispose]())

function begin(reply: StreamReply, client = new Client()): Client {
  // A reply of HTTP as far as captures use it.
  reply.begin(client as unknown as ServerResponse)
  return client
}

it('no more captures run at once than may, and one that ends makes room', () => {
  const clients = Array.from({ length: CAPTURE_LIMITS.atOnce }, () => begin(captures.open({})))
  expect(() => captures.open({})).toThrow('captures run already')
  clients[0]!.leave()
  begin(captures.open({}))
  expect(captures.running()).toBe(CAPTURE_LIMITS.atOnce)
})

it('a capture ends after its time', () => {
  const client = begin(captures.open({ seconds: 5 }))
  host.advance(4999)
  expect(client.hasEnded).toBe(false)
  host.advance(1)
  expect([client.hasEnded, captures.running()]).toEqual([true, 0])
})

it('the past waits for who does not read', async () => {
  said = 0
  const client = new Client()
  client.reads = false
  const to = host.now()
  begin(captures.open({ from: to - PAST_MS, to, sn: ['013500000001'] }), client)
  await expect.poll(() => client.listenerCount('drain')).toBe(1)
  const before = said
  expect(before).toBeLessThan(PAST_MS / 1000)
  client.reads = true
  client.emit('drain')
  await expect.poll(() => client.hasEnded, { timeout: 20_000 }).toBe(true)
  expect(said).toBe(PAST_MS / 1000)
})

it('the past ends with as many packets as it may have', async () => {
  said = 0
  const to = host.now()
  const client = begin(captures.open({ from: to - 100_000, to, sn: ['013500000001'], packets: 10 }))
  await expect.poll(() => client.hasEnded).toBe(true)
  expect(said).toBeLessThan(10)
})

const [from, to] = [NOW_MS - 3_600_000, NOW_MS]
it.each([
  [{ from, sn: ['A'] }, 'both from and to'],
  [{ from: to, to: from, sn: ['A'] }, 'from must come before to'],
  [{ from, to: to + 86_400_000, sn: ['A'] }, 'in the future'],
  [{ from: from - 86_400_000, to, sn: ['A'] }, '24 hours apart'],
  [{ from, to }, 'name them with sn'],
  [{ from, to, sn: ['A'], seconds: 5 }, 'seconds is for live captures'],
  [{ from, to, sn: ['NOBODY'] }, 'no device NOBODY'],
  [{ from, to, sn: ['CAM-1'] }, 'The past of CAM-1 is not known as packets'],
])('%# an order of the past that cannot be is refused', (query, message) => {
  expect(() => captures.open(query)).toThrow(message)
})
