import { describe, expect, it } from 'vitest'
import { createRtpPacketizer } from '../../wire/jt1078/rtp-packetizer.ts'
import { framesOf, mediaRig, PHONE } from './jt1078-rig.test-support.ts'

describe('the port for media of terminals', () => {
  it.each([6, 10] as const)(
    'takes a stream that was asked for, with numbers of %i bytes',
    async (simBytes) => {
      const { asked, sender, listener } = await mediaRig()
      const stream = asked(1)
      const terminal = await sender()
      const frame = framesOf(1, PHONE, simBytes)
      terminal.write(Buffer.concat([frame('picture one'), frame('two')]))
      await expect.poll(() => stream.frames).toEqual(['picture one', 'two'])
      expect(listener.counters).toMatchObject({ frames: 2, packets: 4 })
      // Nobody wants it any more.
      stream.done()
      await terminal.ended
      expect(stream.lost()).toBe(0)
      expect([...listener.counters.cuts]).toEqual([['done', 1]])
    },
  )

  it('takes the same over UDP, and forgets a sender that falls silent', async () => {
    const { asked, datagrams, clock, listener } = await mediaRig()
    const stream = asked(1)
    const terminal = await datagrams()
    const packetsOf = createRtpPacketizer({ sim: PHONE, channel: 1, bodyMax: 4 })
    const frame = { payloadType: 98, dataType: 0, timestampMs: 0, bytes: Buffer.from('picture') } as const
    for (const packet of packetsOf(frame)) terminal.send(packet)
    await expect.poll(() => stream.frames).toEqual(['picture'])
    expect(listener.connections()).toBe(1)
    clock.advance(20_000)
    expect(listener.connections()).toBe(0)
    expect(stream.lost()).toBe(1)
  })

  it('tells once in the log that a sender over UDP is too fast, and why it was cut', async () => {
    const { asked, datagrams, clock, listener, logged } = await mediaRig({
      ...{ byteBurst: 5000, bytesPerSecond: 1000, frameBytes: 1000 },
    })
    asked(1)
    const fast = await datagrams()
    const packetsOf = createRtpPacketizer({ sim: PHONE, channel: 1 })
    const sound = { payloadType: 6, dataType: 3, timestampMs: 0, bytes: Buffer.alloc(900) } as const
    for (let i = 0; i < 8; i++) for (const packet of packetsOf(sound)) fast.send(packet)
    await expect.poll(() => listener.counters.cuts.get('flood')).toBe(3)
    const tooFast = 'warn datagrams of a sender of JT/T 1078 past its rate were dropped'
    expect(logged).toEqual([tooFast])
    clock.advance(20_000)
    const cut = 'warn a sender of JT/T 1078 was cut off'
    expect(logged.slice(1)).toEqual([`${cut}: silent`])

    asked(2)
    const endless = await datagrams()
    const packets = createRtpPacketizer({ sim: PHONE, channel: 2 })({
      ...{ payloadType: 98, dataType: 0, timestampMs: 0, bytes: Buffer.alloc(4000) },
    })
    for (const packet of packets.slice(0, 3)) endless.send(packet)
    await expect.poll(() => logged.slice(2)).toEqual([`${cut}: badFrames`])
  })

  it('cuts a sender whose stream nobody asked for: another number, another channel, another address', async () => {
    const { asked, sender, listener, logged } = await mediaRig()
    asked(1)
    listener.ask({ phone: PHONE, address: '192.0.2.1', channel: 3, frame: () => {}, lost: () => {} })
    for (const frame of [framesOf(1, '013900000000'), framesOf(2), framesOf(3)]) {
      const stranger = await sender()
      stranger.write(frame('some picture'))
      await stranger.ended
    }
    expect([...listener.counters.cuts]).toEqual([['unasked', 3]])
    expect(logged).toEqual(Array(3).fill('warn a sender of JT/T 1078 was cut off: unasked'))
  })

  it('hears the first of two senders of a stream, and the second one when the first has fallen silent', async () => {
    const { asked, sender, clock, listener } = await mediaRig()
    const stream = asked(1)
    const frame = framesOf(1)
    const first = await sender()
    first.write(frame('first'))
    await expect.poll(() => stream.frames).toEqual(['first'])
    const second = await sender()
    second.write(frame('second'))
    await second.ended
    expect([...listener.counters.cuts]).toEqual([['taken', 1]])
    clock.advance(5000)
    const third = await sender()
    third.write(frame('third'))
    await expect.poll(() => stream.frames).toEqual(['first', 'third'])
    await first.ended
  })

  it('one that sends rubbish, too much, or nothing is cut, and another is not disturbed', async () => {
    const { asked, sender, clock, listener } = await mediaRig({ byteBurst: 100_000, bytesPerSecond: 1000 })
    const stream = asked(1)
    asked(2)
    const good = await sender()
    const frame = framesOf(1)
    good.write(frame('number one'))
    await expect.poll(() => stream.frames).toEqual(['number one'])
    const broken = await sender()
    const other = framesOf(2)
    // The first packet of each frame alone, which has 34 bytes.
    for (let i = 0; i < 60; i++) broken.write(other(`${i} is broken`).subarray(0, 34))
    const flood = await sender()
    flood.write(Buffer.alloc(150_000, 0x30))
    await Promise.all([broken.ended, flood.ended])
    const silent = await sender()
    clock.advance(15_000)
    good.write(frame('two'))
    await expect.poll(() => stream.frames).toEqual(['number one', 'two'])
    clock.advance(5000)
    await silent.ended
    expect(Object.fromEntries(listener.counters.cuts)).toEqual({ badFrames: 1, flood: 1, silent: 1 })
    good.write(frame('three'))
    await expect.poll(() => stream.frames).toEqual(['number one', 'two', 'three'])
  })

  it('a frame that does not end is dropped at its limit, and the stream goes on', async () => {
    const { asked, sender, listener } = await mediaRig({ frameBytes: 1000 })
    const stream = asked(1)
    const terminal = await sender()
    const frame = framesOf(1)
    terminal.write(frame('x'.repeat(1500)))
    terminal.write(frame('short'))
    await expect.poll(() => stream.frames).toEqual(['short'])
    expect([...listener.counters.problems]).toEqual([['limit', 1]])
  })

  it('one whose frames never end is cut', async () => {
    const { asked, sender, listener } = await mediaRig({ frameBytes: 1000 })
    asked(1)
    const terminal = await sender()
    // Without its last packet.
    terminal.write(framesOf(1)('x'.repeat(5000)).subarray(0, -34))
    await terminal.ended
    expect([...listener.counters.cuts]).toEqual([['badFrames', 1]])
  })

  it('of datagrams past the rate those within it count', async () => {
    const { asked, datagrams, clock, listener } = await mediaRig({ byteBurst: 2000, bytesPerSecond: 1000 })
    const stream = asked(1)
    const terminal = await datagrams()
    const packetsOf = createRtpPacketizer({ sim: PHONE, channel: 1, bodyMax: 500 })
    const frameOf = (text: string) =>
      packetsOf({ payloadType: 98, dataType: 0, timestampMs: 0, bytes: Buffer.from(text) } as const)
    for (const packet of frameOf('x'.repeat(10_000))) terminal.send(packet)
    await expect.poll(() => listener.counters.datagrams).toBe(20)
    clock.advance(2000)
    // The lost ones are waited for until some have come behind them.
    for (let i = 0; i < 40; i++) for (const packet of frameOf('p')) terminal.send(packet)
    await expect.poll(() => stream.frames).toContain('p')
  })

  it('datagrams of strangers change nothing', async () => {
    const { asked, datagrams, listener } = await mediaRig()
    const stranger = await datagrams()
    stranger.send(framesOf(1)('x'))
    await expect.poll(() => listener.counters.strangers).toBe(1)
    const stream = asked(1)
    stranger.send(Buffer.from('no packet'))
    stranger.send(framesOf(2)('x'))
    await expect.poll(() => [...listener.counters.problems]).toEqual([['noise', 1]])
    await expect.poll(() => listener.counters.strangers).toBe(2)
    expect(listener.connections()).toBe(0)
    stranger.send(framesOf(1)('mine'))
    await expect.poll(() => stream.frames).toEqual(['mine'])
  })
})
