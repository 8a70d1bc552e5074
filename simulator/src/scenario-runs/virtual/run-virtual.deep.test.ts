import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadScenario } from '../../scenario/read-scenario.ts'
import { runVirtual } from './run-virtual.ts'

const SHIPPED = fileURLToPath(new URL('../../../../fixtures/scenarios', import.meta.url))
const SCENARIOS = readdirSync(SHIPPED)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.slice(0, -'.yaml'.length))

test.each(SCENARIOS)('%s: everything that it expects comes true', async (name) => {
  const { verdicts, held } = await runVirtual(loadScenario(name))
  expect(verdicts.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  expect(held).toBeGreaterThan(3)
})

test('a night that begins at noon is no quiet night', async () => {
  const { verdicts } = await runVirtual(loadScenario('quiet-night'), { start: '2026-11-20 12:00:00' })
  const failed = verdicts.filter(({ outcome }) => outcome === 'failed').map(({ text }) => text)
  expect(failed).toContain('sky {sunElevationDeg: < -10}')
  expect(failed).toContain('sky {illuminationLux: < 5}')
})

/** Everything that could make two runs differ: faults, storms, fleets, a pause, jumps, a cut. */
const BUSY = `name: busy
extends: demo
clock: { start: '2026-11-20 09:00:00', speed: 3 }
at:
  0s:
    - fault: { name: device-flap, devices: vehicle, for: 10m }
    - weather: { rainMmPerHour: 20, for: 1h }
  1m:
    - addFleet: { name: more, kind: hj212Station, count: 30, group: airQuality, placement: parks }
    - addFleet: { name: cars, kind: vehicle, count: 50, group: taxis, placement: traffic }
  3m:
    - leak: { at: gasDetector 2, severity: 0.9, for: 30m }
    - offline: { device: { kind: vehicle, share: 0.4 } }
    - clock: { pause: 3s }
  5m:
    - storm: { what: offline, rate: 5, for: 2m }
    - storm: { what: gps, rate: 50, for: 20s }
  7m:
    - clock: { jump: -4m, cut: true }
    - expect: state vehicle 1 online within 1m
  9m:
    - removeFleet: more
    - clock: { jump: +2h }
    - clock: { speed: 60 }
  14m:
    - clock: realtime
    - expect: devices > 300
`

const PROGRAM = fileURLToPath(new URL('./log-virtual.test-support.ts', import.meta.url))

/** The event log of a run in a process of its own. */
async function logOf(file: string, zone: string, workers: number, seed: number): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--conditions=source', PROGRAM, file, String(workers), String(seed)],
    { env: { ...process.env, TZ: zone }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let log = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(0)
  return log
}

test('one seed gives one event log, byte by byte, in any zone and with any number of workers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-log-'))
  try {
    const file = join(folder, 'busy.yaml')
    writeFileSync(file, BUSY)
    const [first, second] = await Promise.all([
      logOf(file, 'Asia/Shanghai', 0, 11),
      logOf(file, 'America/New_York', 2, 11),
    ])
    expect(first.split('\n').length).toBeGreaterThan(2000)
    for (const event of ['act', 'alarm', 'clock', 'command', 'end', 'position', 'readings', 'status']) {
      expect(first).toContain(`"event":"${event}"`)
    }
    expect(second === first).toBe(true)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)

test('every line of the log is JSON and begins with platform time', async () => {
  let log = ''
  await runVirtual(loadScenario('demo'), { seed: 3, reportsEveryMs: 30_000, log: (text) => (log += text) })
  const lines = log.trimEnd().split('\n')
  for (const line of lines) {
    expect(line).toMatch(/^\{"at":"2026-11-20 08:0\d:\d\d\.\d{3}","event":"\w+"/)
    JSON.parse(line)
  }
  expect(lines.at(-1)).toContain('"event":"end"')
})
