import { describe, expect, test } from 'vitest'
import { mostInOneTurn } from '../../kernel/turns.test-support.ts'
import { writeFrame } from '../../wire/hj212/write-packet.ts'
import { recordingIngest } from '../recording-ingest.test-support.ts'
import { hj212Rig, upload } from './hj212-rig.test-support.ts'

const { open, station } = hj212Rig()
const CONNECTIONS = 40
const EACH = 200
const PER_TURN = 20
const limits = { bytesPerSecond: 1e9, byteBurst: 1e9, workPerTurn: PER_TURN }

test('split messages that never end keep a bounded number of bytes together, which are free again when their station goes', async () => {
  const { gateway } = await open({ limits: { splitBytes: 2000 } })
  const piece = (mn: string, index: number) =>
    upload(mn, { flag: 7, cp: `DataTime=20261120080000;a34004-Rtd=${'1'.repeat(880)}` }).replace(
      'CP=',
      `PNUM=100;PNO=${index};CP=`,
    )
  /** Pieces of a station that found no room, by the packet log. */
  const refusedOf = (mn: string) =>
    gateway.packetsOf(mn).filter(({ problem }) => problem?.includes('past the limit')).length
  const [holder, other] = [await station(gateway.port), await station(gateway.port)]
  for (let index = 1; index <= 30; index++) holder.say(piece('HOLDER', index))
  await expect.poll(() => holder.packets.length).toBe(30)
  expect(refusedOf('HOLDER')).toBeGreaterThan(5)
  for (let index = 1; index <= 19; index++) other.say(piece('OTHER', index))
  await expect.poll(() => other.packets.length).toBe(19)
  expect(refusedOf('OTHER')).toBeGreaterThan(0)
  const before = refusedOf('OTHER')
  holder.socket.destroy()
  await expect.poll(() => gateway.connections()).toBe(1)
  other.say(piece('OTHER', 20))
  await expect.poll(() => other.packets.length).toBe(20)
  expect(refusedOf('OTHER')).toBe(before)
})

describe('a flood of packets on many connections', () => {
  /** A gateway behind which everybody has come in once; `seen` is called with the MN of each report from then on. */
  async function flooded(seen: (sn: string) => void) {
    const recorded = recordingIngest()
    let isFlood = false
    const { gateway } = await open({
      limits,
      ingest: { ...recorded.ingest, readings: (sn) => isFlood && seen(sn) },
    })
    const names = Array.from({ length: CONNECTIONS }, (_, n) => `F${n}`)
    const flooding = await Promise.all(names.map(() => station(gateway.port)))
    for (const [n, one] of flooding.entries()) one.say(upload(names[n]!, { flag: 4 }))
    await expect.poll(() => gateway.stations().length).toBe(CONNECTIONS)
    isFlood = true
    const pour = () => {
      for (const [n, one] of flooding.entries()) {
        const frame = writeFrame(upload(names[n]!, { flag: 4 }))
        one.socket.write(Buffer.concat(Array.from({ length: EACH }, () => frame)))
      }
    }
    return { gateway, pour, recorded }
  }

  test('is worked off in shares of a turn of the event loop, and nothing of it is lost', async () => {
    const turns = mostInOneTurn()
    let count = 0
    const { gateway, pour } = await flooded(() => {
      count++
      turns.called()
    })
    pour()
    await expect.poll(() => count).toBe(CONNECTIONS * EACH)
    // Packets left over from one turn may fall into the next one.
    expect(turns.end()).toBeLessThanOrEqual(2 * PER_TURN)
    expect(gateway.counters.slowed).toBeGreaterThan(0)
    expect([...gateway.counters.cuts]).toEqual([])
  })

  test('leaves a station that sends one packet its turn', async () => {
    let count = 0
    let atPolite: number | undefined
    let ask = () => {}
    const { gateway, pour } = await flooded((sn) => {
      if (sn === 'POLITE') atPolite = count
      // The polite one speaks once the flood is being worked off.
      else if (++count === CONNECTIONS) ask()
    })
    const polite = await station(gateway.port)
    polite.say(upload('POLITE'))
    await expect.poll(() => polite.packets.length).toBe(1)
    ask = () => polite.say(upload('POLITE', { qn: '20261120080000002' }))
    pour()
    await expect.poll(() => polite.packets.length).toBe(2)
    // It waits for a round of everybody else, behind however many turns the system takes to hand its packet over.
    expect(atPolite).toBeLessThan((CONNECTIONS * EACH) / 2)
    await expect.poll(() => count).toBe(CONNECTIONS * EACH)
  })
})
