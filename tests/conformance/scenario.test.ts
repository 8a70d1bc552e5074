import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controlClock, controlSetClock, controlStatus } from '@backlot/contract/control/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { launchSimulator, PROGRAM } from '../../testing/launch-simulator.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-scenario-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the program to its end. */
function backlot(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { timeout: 100_000 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

const SHORT = `name: short
extends: demo
seed: 7
clock: { start: '2026-11-20 09:00:00', speed: 10 }
at:
  0s:
    - expect: devices > 280
    - leak: { at: gasDetector 1, severity: 0.9, for: 10m }
    - expect: alarm {type=GasAlarm, device=gasDetector 1} within 3m
  20s:
    - sos: { device: bodyCamera 1 }
    - expect: alarm {type=IoAlarm, subType=SOS, device=bodyCamera 1} within 30s
    - offline: { device: vehicle 1, for: 30s }
    - expect: state vehicle 1 offline within 20s
  1m:
    - expect: channel lag p99 < 2s
    - expect: state vehicle 1 online within 1m
`

it('a scenario holds for real, over HTTP and the channel, on a simulator of its own', async () => {
  const file = join(folder, 'short.yaml')
  const junit = join(folder, 'short.xml')
  await writeFile(file, SHORT)
  const { code, out, err } = await backlot('run', file, '--json', '--junit', junit)
  expect(err).toBe('')
  const result = JSON.parse(out) as {
    verdicts: { outcome: string; text: string }[]
    seed: number
    start: string
  }
  expect(result.verdicts.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 6 }, () => 'held'))
  expect([result.seed, result.start]).toEqual([7, '2026-11-20 09:00:00'])
  expect(code).toBe(0)
  expect(await readFile(junit, 'utf8')).toContain('<testsuite name="short" tests="6" failures="0"')
})

it('one that fails says what it saw and how to see it again, and ends with 1; a mistake ends with 2', async () => {
  const file = join(folder, 'fails.yaml')
  await writeFile(
    file,
    'name: fails\nextends: demo\nat:\n  5s:\n    - expect: online > 0.999\n    - sos: { device: camera 999 }\n',
  )
  const failed = await backlot('run', file, '--virtual', '--seed', '9')
  expect(failed.code).toBe(1)
  expect(failed.out).toMatch(/✗ +5s {2}online > 0\.999 — \d+ of \d+ \(0\.\d+\) {2}\(.*fails\.yaml:5\)/)
  expect(failed.out).toContain("'camera 999' names no device that is there")
  expect(failed.out).toMatch(
    /again: npx backlot run \S+fails\.yaml --virtual --seed 9 --start '2026-11-20 08:00:00'/,
  )

  await writeFile(file, 'name: fails\nextends: demo\nat:\n  5s:\n    - sso: { device: camera 1 }\n')
  const wrong = await backlot('run', file, '--virtual')
  expect([wrong.code, wrong.out]).toEqual([2, ''])
  expect(wrong.err).toContain("fails.yaml:5: at.5s.0.sso: there is no 'sso' here. Did you mean 'sos'?")
  expect((await backlot('run', file, '--virtul')).code).toBe(2)
  expect((await backlot('check-scenario', file)).code).toBe(2)
  expect((await backlot('check-scenario', 'demo', 'ten-thousand')).code).toBe(0)
})

it('runs against a simulator that is up, which starts from a scenario with a timeline', async () => {
  const file = join(folder, 'against.yaml')
  await writeFile(
    file,
    'name: against\nextends: demo\nseed: 7\nat:\n  1s:\n    - online: { device: bodyCamera 2 }\n    - sos: { device: bodyCamera 2 }\n    - expect: alarm {type=IoAlarm, device=bodyCamera 2} within 5s\n',
  )
  await using simulator = await launchSimulator(['--scenario', file, '--no-timeline'])
  const { alarms } = await control(simulator.url, controlStatus)
  const { code, out } = await backlot('run', file, '--against', simulator.url)
  expect(out).toContain('against: 1 held, 0 failed')
  expect(code).toBe(0)
  expect((await control(simulator.url, controlStatus)).alarms.cursor).toBeGreaterThan(alarms.cursor)
})

it('the clock steps while it is paused and cuts when asked', async () => {
  await using simulator = await launchSimulator()
  const set = (body: Parameters<typeof control<typeof controlSetClock>>[2]) =>
    control(simulator.url, controlSetClock, body)
  await expect(set({ body: { action: 'step', byMs: 1000 } })).rejects.toThrow('pause the clock first')
  const paused = await set({ body: { action: 'pause' } })
  const stepped = await set({ body: { action: 'step', byMs: 60_000 } })
  expect([stepped.nowMs - paused.nowMs, stepped.epoch]).toEqual([60_000, paused.epoch])
  const before = await control(simulator.url, controlClock)
  const back = await set({ body: { action: 'jump', toMs: before.nowMs - 30_000, cut: true } })
  expect([back.nowMs, back.epoch]).toEqual([before.nowMs - 30_000, before.epoch + 1])
})
