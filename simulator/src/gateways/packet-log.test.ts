import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReceivedPacket } from './ingest.ts'
import { PacketLog } from './packet-log.ts'

test('of each station the newest packets come back as they were, whatever was written over', () => {
  const packet = fc.record({
    station: fc.constantFrom('A', 'B', 'C'),
    text: fc.stringMatching(/^[ -~一-龥]{0,60}$/),
    problem: fc.option(fc.constantFrom('check at 7', '坏'), { nil: undefined }),
    direction: fc.constantFrom('in' as const, 'out' as const),
  })
  fc.assert(
    fc.property(fc.array(packet, { maxLength: 120 }), (packets) => {
      const log = new PacketLog(1500)
      const all: (ReceivedPacket & { station: string })[] = []
      for (const [atMs, { station, text, problem, direction }] of packets.entries()) {
        const one: ReceivedPacket = { atMs, direction, text, ...(problem === undefined ? {} : { problem }) }
        log.add(log.numberOf(station), one)
        all.push({ ...one, station })
      }
      for (const sn of ['A', 'B', 'C']) {
        const mine = all.filter(({ station }) => station === sn).map(({ station: _, ...one }) => one)
        const found = log.of(sn, 1000)
        expect(found).toEqual(mine.reverse().slice(0, found.length))
        if (all.at(-1)?.station === sn) expect(found.length).toBeGreaterThan(0)
      }
    }),
  )
})
