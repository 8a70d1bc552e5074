import { pino } from 'pino'
import { expect, test } from 'vitest'
import { holdSwarmFaults, readSwarmFault } from '../../faults/swarm-faults.ts'
import { createStationUplink } from '../../fleet/uplinks/hj212/station-uplink.ts'
import { uplinkRig } from '../../fleet/uplinks/uplink-rig.test-support.ts'
import { recordingIngest } from '../recording-ingest.test-support.ts'
import { createHj212Gateway } from './create-hj212-gateway.ts'

const { time, until, defer, depsTo } = uplinkRig(250)
const REPORTS = 60
/** Reading of the sensor: the time itself, so that a wrongly read value is noticed. */
const valueAt = (epochMs: number) => Math.floor(epochMs / 1000) % 100_000

test.each([
  ['a wrong check', ['bad-crc:0.3'], ['check']],
  ['pieces', ['split:1,pieces=6,gapMs=60'], []],
  ['a thin line', ['slow:1,bytesPerSecond=2000'], []],
  ['connections that are reset', ['reset:0.1'], ['tail']],
  ['all of it', ['bad-crc:0.2', 'split:0.5,pieces=4,gapMs=20', 'slow:0.5,bytesPerSecond=4000'], ['check']],
])(
  'with %s nothing is taken wrongly, and what was spoilt is sent again until nothing is missing',
  async (_what, faults, problems) => {
    const { ingest, readings } = recordingIngest()
    const gateway = await createHj212Gateway({
      host: '127.0.0.1',
      port: 0,
      ingest,
      hostClock: time,
      platformClock: depsTo(0).platformClock,
      log: pino({ level: 'silent' }),
    })
    defer(() => gateway[Symbol.asyncDispose]())
    const orders = faults.map((text) => {
      const order = readSwarmFault(text)
      if (typeof order === 'string') throw new Error(order)
      return order
    })
    const { wire, struck } = holdSwarmFaults(orders, 7)
    const sn = 'SPOILT00000001'
    let acked = 0
    const station = createStationUplink(
      {
        ...depsTo(gateway.port),
        transform: () => wire.transformOf({ protocol: 'hj212', sn }),
        onAck: () => acked++,
      },
      {
        sn,
        kind: 'hj212Station',
        model: 'air',
        entity: 1,
        readingsAt: (ms) => [{ quantity: 'illumination', value: valueAt(ms), unit: 'lux' }],
      },
      // A report in five in a row may be spoilt: nobody gives one up here.
      { settings: { realtimeSeconds: 1, minuteMinutes: 30, timeoutSeconds: 2, resends: 50 } },
    )
    defer(() => station.stop())
    station.start()
    await until(() => acked).toBeGreaterThanOrEqual(REPORTS)
    const times = [...new Set(readings.map(({ atMs }) => atMs))].sort((a, b) => a - b)
    const [first = 0, last = 0] = [times[0], times.at(-1)]
    for (const { atMs, rows } of readings)
      expect(rows).toMatchObject([{ code: 'a01019', value: valueAt(atMs) }])
    expect(struck().every((fault) => fault.struck > 5)).toBe(true)
    expect([...gateway.counters.problems.keys()]).toEqual(problems)
    // Those of the last moments may be on their way.
    const settled = times.filter((atMs) => atMs <= last - 30_000)
    expect(settled).toHaveLength((last - 30_000 - first) / 1000 + 1)
    expect(station.stats()).toMatchObject({ lost: 0 })
    expect(station.stats().breaks > 0).toBe(faults.some((text) => text.startsWith('reset')))
  },
)
