// 100,000 devices with the world behind them, 30,000 of them vehicles, while ten consoles watch their map windows.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import type { FleetSpec } from '@backlot/contract/control/fleet-spec'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { watchMaps } from './map-consoles.ts'
import { cpuSeconds } from './process-use.ts'
import { type Finding, median, rate } from './report.ts'
import { sized } from './size.ts'

/** With the demo's own some 100,300 devices. */
export const FLEETS: readonly FleetSpec[] = [
  { kind: 'vehicle', count: sized(30_000, 300), group: 'taxis', split: 1000, placement: 'traffic' },
  {
    kind: 'camera',
    count: sized(40_000, 400),
    group: group('bigCameras', 'Cameras'),
    split: 'district',
    placement: 'junctions',
  },
  {
    kind: 'hj212Station',
    count: sized(20_000, 200),
    group: group('bigAir', 'Air'),
    split: 1000,
    placement: 'roads',
  },
  {
    kind: 'gasDetector',
    count: sized(10_000, 100),
    group: group('bigGas', 'Gas'),
    split: 'district',
    placement: 'industry',
  },
]
const ROUNDS = sized(5, 1)
const SLICE_MS = sized(3000, 1000)

function group(key: string, name: string): FleetSpec['group'] {
  return { key, name: { zh: name, en: name } }
}

export async function benchFleet(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-fleet-'))
  try {
    return await measure(['--data', join(folder, 'data')])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(args: readonly string[]): Promise<Finding[]> {
  let addMs = 0
  {
    await using first = await launchSimulator(args)
    const at = performance.now()
    for (const body of FLEETS) await control(first.url, controlAddFleet, { body })
    addMs = performance.now() - at
  }
  const bareAt = performance.now()
  await using demo = await launchSimulator()
  const demoMs = performance.now() - bareAt
  const startAt = performance.now()
  await using city = await launchSimulator(args)
  const startMs = performance.now() - startAt
  const startCpu = cpuSeconds(city.pid)

  const [few, many] = [await watchMaps(demo.url), await watchMaps(city.url)]
  // The alarms of the days that the clock jumped over come in first.
  await delay(sized(8000, 1000))
  const slices: { demo: number; city: number; fixes: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = [cpuSeconds(demo.pid), cpuSeconds(city.pid)] as const
    few.take()
    many.take()
    const at = performance.now()
    await delay(SLICE_MS)
    const seconds = (performance.now() - at) / 1000
    slices.push({
      demo: (cpuSeconds(demo.pid) - before[0]) / seconds,
      city: (cpuSeconds(city.pid) - before[1]) / seconds,
      fixes: many.take().fixes / seconds,
    })
  }
  few.close()
  many.close()
  const cores = median(slices.map(({ city: cpu }) => cpu))
  const demoCores = median(slices.map(({ demo: cpu }) => cpu))
  const devices = FLEETS.reduce((sum, { count }) => sum + count, 0)
  return [
    {
      name: 'the demo, ten consoles',
      value: `${demoCores.toFixed(3)} of a core, started in ${demoMs.toFixed(0)} ms`,
    },
    {
      name: `with ${rate(devices)} devices more, 30k of them vehicles, ten consoles`,
      value: `${cores.toFixed(3)} of a core in all, ${rate(median(slices.map(({ fixes }) => fixes)))} positions/s to the consoles`,
      goal: '< 0.5 of a core',
      holds: cores < 0.5,
    },
    {
      name: 'start with them',
      value: `${startMs.toFixed(0)} ms (${startCpu.toFixed(2)} CPU-seconds), ${(startMs / demoMs).toFixed(1)} times the demo's`,
      goal: '< 5000 ms',
      holds: startMs < 5000,
    },
    { name: 'adding them while it runs', value: `${addMs.toFixed(0)} ms` },
  ]
}
