import { describe, expect, it } from 'vitest'
import { PHONE, rig } from './gateway-rig.test-support.ts'

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
