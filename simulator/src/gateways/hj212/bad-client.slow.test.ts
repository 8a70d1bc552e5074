import { describe, expect, test } from 'vitest'
import { writeFrame } from '../../wire/hj212/write-packet.ts'
import { hj212Rig, upload } from './hj212-rig.test-support.ts'

const { open, station } = hj212Rig()

describe('one bad client does not disturb another', () => {
  test('garbage, half frames, floods and silence are limited and cut while a good one is served', async () => {
    const { gateway } = await open({
      limits: {
        identifyWithinMs: 1500,
        bytesPerSecond: 20_000,
        byteBurst: 50_000,
        floodForMs: 1500,
        frameWithinMs: 1000,
        garbageBytes: 30_000,
      },
    })
    const good = await station(gateway.port)
    good.say(upload('A1'))
    const noisy = await station(gateway.port)
    noisy.socket.write('x'.repeat(40_000))
    noisy.socket.write('x'.repeat(40_000))
    const silent = await station(gateway.port)
    const half = await station(gateway.port)
    half.socket.write('##0500QN=2026')
    const flood = await station(gateway.port)
    flood.say(upload('A2'))
    const blast = writeFrame(upload('A2'))
    const pour = () => {
      while (!flood.isClosed() && flood.socket.write(blast)) {}
    }
    flood.socket.on('drain', pour)
    pour()
    await expect
      .poll(() => [noisy, silent, half, flood].map((s) => s.isClosed()), { timeout: 60_000 })
      .toEqual([true, true, true, true])
    good.say(upload('A1', { qn: '20261120080000002' }))
    await expect.poll(() => good.packets.length).toBe(2)
    expect(good.isClosed()).toBe(false)
    expect(Object.fromEntries(gateway.counters.cuts)).toEqual({ badFrames: 1, notIdentified: 2, flood: 1 })
  })

  test('a second connection of a station takes its place', async () => {
    const { gateway, online } = await open()
    const first = await station(gateway.port)
    first.say(upload('A1'))
    await expect.poll(() => first.packets.length).toBe(1)
    const second = await station(gateway.port)
    second.say(upload('A1'))
    await expect.poll(first.isClosed).toBe(true)
    await expect.poll(() => second.packets.length).toBe(1)
    expect(online.get('A1')).toBe(true)
    expect(gateway.stations()).toHaveLength(1)
  })

  test('a station that is dropped is off line, its packets are gone, others on its line stay', async () => {
    const { gateway, online } = await open()
    const s = await station(gateway.port)
    s.say(upload('A1'))
    s.say(upload('A2'))
    await expect.poll(() => s.packets.length).toBe(2)
    gateway.drop('A1')
    expect([online.get('A1'), online.get('A2')]).toEqual([false, true])
    expect([gateway.packetsOf('A1').length, gateway.packetsOf('A2').length]).toEqual([0, 2])
    gateway.drop('A2')
    await expect.poll(s.isClosed).toBe(true)
    expect(Object.fromEntries(gateway.counters.cuts)).toEqual({ removed: 1 })
  })

  test('nobody takes the place of one of ours that is connected itself: QnRtn=2', async () => {
    const { gateway } = await open()
    const ours = await station(gateway.port)
    ours.say(upload('OWN1'))
    await expect.poll(() => ours.packets.length).toBe(1)
    const other = await station(gateway.port)
    other.say(upload('OWN1'))
    await expect.poll(() => other.packets.length).toBe(1)
    expect(other.packets[0]).toMatchObject({ cn: '9011', params: new Map([['QnRtn', '2']]) })
    expect(Object.fromEntries(gateway.counters.refusals)).toEqual({ taken: 1 })
    ours.say(upload('OWN1'))
    await expect.poll(() => ours.packets.length).toBe(2)
    ours.socket.destroy()
    await expect.poll(() => gateway.stations().length).toBe(0)
    other.say(upload('OWN1'))
    await expect.poll(() => other.packets.at(-1)?.cn).toBe('9014')
  })

  test('a station that falls silent goes off line', async () => {
    const { gateway, online } = await open({ limits: { silentMs: 1000 } })
    const s = await station(gateway.port)
    s.say(upload('A1'))
    await expect.poll(() => online.get('A1')).toBe(true)
    await expect.poll(() => online.get('A1'), { timeout: 60_000 }).toBe(false)
    await expect.poll(() => s.isClosed()).toBe(true)
  })
})
