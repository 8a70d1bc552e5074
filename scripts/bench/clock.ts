// The platform clock at other rates, and its jumps: their cost with ten consoles, and how long the event loop is held
// up.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CHANNEL_TICK_MS } from '@backlot/contract/channel/frames'
import { controlSetClock } from '@backlot/contract/control/calls'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { FLEETS } from './fleet.ts'
import { loopDelays } from './loop-delays.ts'
import { CONSOLES, MORNING_MS, watchMaps } from './map-consoles.ts'
import { cpuSeconds } from './process-use.ts'
import { type Finding, rate } from './report.ts'
import { sized } from './size.ts'

const RATES = sized([1, 60, 3600], [60])
const MEASURED_MS = sized(8000, 1000)
/** After a change of the clock, before measuring: alarms of the skipped time come in. */
const SETTLE_MS = sized(4000, 1000)
const HOUR_MS = 3_600_000
/** Forwards, and back again. */
const JUMPS = sized([HOUR_MS, -HOUR_MS, 24 * HOUR_MS, -24 * HOUR_MS], [HOUR_MS, -HOUR_MS])
const FRAMES_MOST = (1000 / CHANNEL_TICK_MS) * 1.1

export async function benchClock(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-clock-'))
  try {
    return [
      ...(await measure('the demo', join(folder, 'demo'), folder)),
      ...(await measure('100,000 devices more', join(folder, 'city'), folder, FLEETS)),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(
  name: string,
  data: string,
  folder: string,
  fleets: typeof FLEETS = [],
): Promise<Finding[]> {
  const probeFile = join(folder, 'loop.jsonl')
  writeFileSync(probeFile, '')
  await using simulator = await launchSimulator(['--data', data], {
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'loop-probe.mjs')}`,
    LOOP_PROBE_FILE: probeFile,
  })
  const { url, pid } = simulator
  for (const body of fleets) await control(url, controlAddFleet, { body })
  const consoles = await watchMaps(url)
  const findings: Finding[] = []
  for (const pace of RATES) {
    await control(url, controlSetClock, { body: { action: 'speed', rate: pace } })
    await delay(SETTLE_MS)
    await loopDelays(pid, probeFile)
    consoles.take()
    const [cpu, at] = [cpuSeconds(pid), performance.now()]
    await delay(MEASURED_MS)
    const seconds = (performance.now() - at) / 1000
    const cores = (cpuSeconds(pid) - cpu) / seconds
    const { fixes, frames } = consoles.take()
    const loop = await loopDelays(pid, probeFile)
    const framesEach = frames / seconds / CONSOLES
    findings.push({
      name: `${name} at ×${pace}, ten consoles`,
      value: `${cores.toFixed(3)} of a core, ${framesEach.toFixed(1)} frames/s and ${rate(fixes / seconds / CONSOLES)} positions/s to each; event loop held up p99 ${loop.p99.toFixed(1)}, at most ${loop.max.toFixed(1)} ms`,
      goal: `≤ ${FRAMES_MOST.toFixed(0)} frames/s`,
      holds: framesEach <= FRAMES_MOST,
    })
  }
  await control(url, controlSetClock, { body: { action: 'speed', rate: 1 } })
  await control(url, controlSetClock, { body: { action: 'jump', toMs: MORNING_MS } })
  await delay(SETTLE_MS)
  let toMs = MORNING_MS
  for (const by of JUMPS) {
    toMs += by
    await loopDelays(pid, probeFile)
    const at = performance.now()
    await control(url, controlSetClock, { body: { action: 'jump', toMs } })
    const answeredMs = performance.now() - at
    await delay(SETTLE_MS)
    const loop = await loopDelays(pid, probeFile)
    findings.push({
      name: `${name}: a jump by ${by / HOUR_MS} h`,
      value: `answered in ${answeredMs.toFixed(0)} ms, event loop held up ${loop.max.toFixed(0)} ms at most`,
      goal: '< 50 ms',
      holds: loop.max < 50,
    })
  }
  consoles.close()
  return findings
}
