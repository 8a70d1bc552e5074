import { describe, expect, it } from 'vitest'
import { mostInOneTurn } from '../../kernel/turns.test-support.ts'
import { encodeFrame } from '../../wire/jt808/frame.ts'
import { FrameReader } from '../../wire/jt808/frame-reader.ts'
import { encodeMessage } from '../../wire/jt808/message.ts'
import { NOON, PHONE, rig } from './gateway-rig.test-support.ts'
import { registration, reportAt, type TestTerminal } from './test-terminal.test-support.ts'

describe('clients that are a burden', () => {
  it('are cut when they say nothing, never authenticate, or never finish a frame', async () => {
    const { clock, gateway, terminal } = await rig()
    const stranger = await terminal('013900000001')
    const slow = await terminal('013900000002')
    await slow.enter()
    const silent = await terminal('013900000003')
    await silent.enter()
    const before = gateway.counters.bytesIn
    slow.sendBytes(Uint8Array.of(0x7e, 0x02, 0x00))
    await expect.poll(() => gateway.counters.bytesIn).toBe(before + 3)
    clock.advance(31_000)
    await stranger.ended
    await slow.ended
    clock.advance(150_000)
    await silent.ended
    expect(Object.fromEntries(gateway.counters.cuts)).toEqual({ notAuthenticated: 1, slow: 1, silent: 1 })
  })

  it('are cut when they flood or send nothing but garbage, and nobody else notices', async () => {
    const { gateway, terminal } = await rig({ messageBurst: 200, badFrames: 5 })
    const good = await terminal('013900000001')
    await good.enter()
    const flood = await terminal('013900000002')
    await flood.enter()
    const garbage = await terminal('013900000003')
    for (let i = 0; i < 300; i++) flood.send({ kind: 'heartbeat' })
    garbage.sendBytes(
      new TextEncoder().encode('~GET / HTTP/1.1~~nonsense~~more nonsense~~and more~~and more~~x~'),
    )
    await flood.ended
    await garbage.ended
    expect(await good.acked({ kind: 'heartbeat' })).toBe(0)
    expect(Object.fromEntries(gateway.counters.cuts)).toEqual({ flood: 1, badFrames: 1 })
  })

  it('are cut when they do not read what they are told', async () => {
    const { gateway, terminal } = await rig({ unreadBytes: 200_000, messageBurst: 1e6, byteBurst: 1e9 })
    const deaf = await terminal()
    await deaf.enter()
    // A long text, of which the terminal wants every packet again and again.
    const asked = gateway.request(PHONE, { kind: 'text', flag: 0, text: 'x'.repeat(100_000) })
    const outcome = expect(asked).rejects.toMatchObject({ code: 'gone' })
    const firstSerial = (await deaf.heardPart()).header.serial
    deaf.socket.pause()
    const packets = Array.from({ length: 98 }, (_, i) => i + 1)
    for (let i = 0; i < 500; i++) deaf.send({ kind: 'terminalResend', firstSerial, packets })
    await expect.poll(() => gateway.counters.cuts.get('notReading') ?? 0, { timeout: 60_000 }).toBe(1)
    await outcome
  })

  it('give way to a newer connection of the same terminal, which stays on line', async () => {
    const { gateway, presence, terminal } = await rig()
    const old = await terminal()
    const authCode = await old.enter()
    const young = await terminal()
    expect(await young.acked({ kind: 'authenticate', authCode })).toBe(0)
    await old.ended
    expect(presence.at(-1)).toBe(`+${PHONE}`)
    expect(gateway.terminals()).toHaveLength(1)
    expect(await young.acked({ kind: 'heartbeat' })).toBe(0)
  })

  it('past the number of connections are turned away', async () => {
    const { terminal } = await rig({ connections: 1 })
    await (await terminal()).enter()
    await (await terminal('013900000001')).ended
  })
})

describe('a flood', () => {
  const loose = { messageBurst: 1e6, byteBurst: 1e9, workPerTurn: 20 }

  it('of messages on several connections is worked off in shares of a turn, and nothing of it is lost', async () => {
    const turns = mostInOneTurn()
    const seen: string[] = []
    const { gateway, terminal } = await rig(loose, [], [], {
      position(sn) {
        seen.push(sn)
        turns.called()
      },
    })
    const flooding = await Promise.all(
      ['013900000001', '013900000002', '013900000003'].map((phone) => terminal(phone)),
    )
    for (const one of flooding) await one.enter('')
    const report = { kind: 'location', ...reportAt(NOON, 116.4, 39.9) } as const
    for (const one of flooding) for (let i = 0; i < 400; i++) one.send(report)
    await expect.poll(() => seen.length).toBe(1200)
    // Frames left over from one turn may fall into the next one.
    expect(turns.end()).toBeLessThanOrEqual(2 * 20)
    expect(gateway.counters.slowed).toBeGreaterThan(1200 / 20 - 3)
    expect([...gateway.counters.cuts]).toEqual([])
  })

  it('in one batch of thousands of positions is no longer work of one turn', async () => {
    const turns = mostInOneTurn()
    let count = 0
    const { terminal } = await rig(loose, [], [], {
      position() {
        count++
        turns.called()
      },
    })
    const one = await terminal()
    await one.enter()
    const items = Array.from({ length: 2000 }, (_, i) => reportAt(NOON - (2000 - i) * 1000, 116.4, 39.9))
    one.send({ kind: 'locationBatch', type: 1, items, problems: [] })
    await expect.poll(() => count).toBe(2000)
    // Four of them cost as much as a message.
    expect(turns.end()).toBeLessThanOrEqual(2 * 4 * 20)
  })

  it.each([
    ['delimiters', Uint8Array.of(0x7e)],
    ['tiny frames', Uint8Array.of(0x7e, 0)],
  ])('of %s ends after as many bad frames as others, however many bytes came at once', async (_, unit) => {
    const { gateway, terminal } = await rig()
    const flood = Buffer.alloc(60_000, unit)
    for (let i = 0; i < 5; i++) {
      const one = await terminal()
      one.sendBytes(flood)
      await one.ended
    }
    expect(gateway.counters.cuts.get('badFrames')).toBe(5)
    expect([...gateway.counters.problems.values()].reduce((sum, n) => sum + n, 0)).toBe(5 * 30)
  })

  it('of registrations writes a terminal once, as long as it says the same', async () => {
    const { kept, terminal } = await rig(loose)
    const one = await terminal()
    for (let i = 0; i < 50; i++) {
      one.send(registration('测A00001'))
      expect((await one.heard('registerReply')).result).toBe(0)
    }
    expect(kept).toEqual(['13912345678'])
    one.send(registration('测A00002'))
    await one.heard('registerReply')
    expect(kept).toHaveLength(2)
  })

  it('of split messages that never end keeps a bounded number of bytes on all connections, and leaves room for others', async () => {
    const { gateway, terminal } = await rig({ ...loose, splitBytes: 50_000 })
    const partsOf = (count: number) => {
      const bytes = new Uint8Array(count * 1000)
      const head = { version: 2013, phone: PHONE, serial: 1000 } as const
      return encodeMessage({ kind: 'unknown', id: 0x0f00, bytes }, head, 1000)
    }
    const result = async (one: TestTerminal, packet: Uint8Array) => {
      one.sendBytes(packet)
      return (await one.heard('platformAck')).result
    }
    const [holder, other] = [await terminal(), await terminal('013900000002')]
    for (const one of [holder, other]) await one.enter('')
    for (const packet of partsOf(50).slice(0, -1)) expect(await result(holder, packet)).toBe(0)
    const small = partsOf(10)
    const large = partsOf(20)
    const asOther = (packets: Uint8Array[]) => packets.map((packet) => withPhone(packet, other.phone))
    // A message of ten packets has its room; the one of twenty is refused on the way, and as often as it comes.
    for (const packet of asOther(small)) expect([0, 3]).toContain(await result(other, packet))
    const results: number[] = []
    for (const packet of asOther(large)) results.push(await result(other, packet))
    expect(results.filter((one) => one === 2)).toHaveLength(1)
    expect(gateway.counters.problems.get('split')).toBe(1)
    holder.close()
    await expect.poll(() => gateway.connections()).toBe(1)
    other.close()
    await other.ended
    const back = await terminal('013900000002')
    await back.enter('')
    const afterwards: number[] = []
    for (const packet of asOther(large)) afterwards.push(await result(back, packet))
    // Every packet is acknowledged; the message itself is none that the platform knows.
    expect(afterwards).toEqual([...Array.from({ length: 19 }, () => 0), 3])
  })
})

/** A packet under another phone number. */
function withPhone(packet: Uint8Array, phone: string): Uint8Array {
  const [item] = new FrameReader().push(packet)
  if (item?.kind !== 'frame') throw new Error('no frame')
  return encodeFrame({ header: { ...item.frame.header, phone }, body: item.frame.body })
}
