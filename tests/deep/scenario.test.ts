import { execFile } from 'node:child_process'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controlClock, controlSetClock, controlStatus } from '@backlot/contract/control/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SweepSummary } from '../../cli/src/scenario/sweep-summary.ts'
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
  expect(failed.out).toContain("no device matches 'camera 999'")
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

/** Many events of a platform in few seconds. */
const EVENTFUL = `name: eventful
extends: demo
at:
  10s:
    - fault: { name: device-flap, devices: { kind: camera, share: 0.3 }, for: 3m, probability: 0.5 }
  1m:
    - storm: { rate: 5, for: 20s }
  4m:
    - expect: online > 0.999
`

it('a failed run says what it takes to see it again: its faults, and a command that does the same, to the byte', async () => {
  const [file, first, second] = ['again.yaml', 'first.jsonl', 'second.jsonl'].map((name) =>
    join(folder, name),
  )
  await writeFile(file!, EVENTFUL)
  const junit = join(folder, 'again.xml')
  const failed = await backlot('run', file!, '--virtual', '--seed', '11', '--log', first!, '--junit', junit)
  expect(failed.code).toBe(1)
  expect(failed.out).toContain('failed at 2026-11-20 08:04:00')
  expect(failed.out).toMatch(/fault device-flap-1 .*probability 0\.5.* \d+ impacts/)
  expect(failed.out).toContain('first at 2026-11-20 08:00:10')
  const again = /again: npx backlot (.*)/.exec(failed.out)![1]!
  const xml = await readFile(junit, 'utf8')
  expect(xml).toContain(`<property name="again" value="npx backlot ${again}"/>`)
  expect(xml).toContain('fault device-flap-1')
  const words = [...again.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)
  const repeated = await backlot(...words, '--json', '--log', second!)
  expect(repeated.code).toBe(1)
  const { verdicts, faults } = JSON.parse(repeated.out) as {
    verdicts: { outcome: string; platformTime: string; seen: string }[]
    faults: { fault: string; struck: number; strikes: object[] }[]
  }
  const [verdict] = verdicts
  expect(verdict).toMatchObject({ outcome: 'failed', platformTime: '2026-11-20 08:04:00' })
  expect(failed.out).toContain(verdict!.seen)
  expect(faults).toMatchObject([{ fault: 'device-flap' }])
  expect(faults[0]!.strikes.length).toBeGreaterThan(0)
  expect(await readFile(second!, 'utf8')).toBe(await readFile(first!, 'utf8'))
  const same = await backlot('run', '--bisect', first!, second!)
  expect([same.code, same.out]).toEqual([0, expect.stringMatching(/^no difference in \d+ lines\n$/)])

  // Somebody leaves in the middle: that is the first event at which the logs part.
  await writeFile(file!, `${EVENTFUL}  2m:\n    - offline: { device: vehicle 3 }\n`)
  await backlot('run', file!, '--virtual', '--seed', '11', '--log', second!)
  const parted = await backlot('run', '--bisect', first!, second!, '--json')
  expect(parted.code).toBe(1)
  const { parting } = JSON.parse(parted.out) as {
    parting: { at: string; sn: string; own: { log: string; lines: number }; b: string[] }
  }
  expect(parting).toMatchObject({ at: '2026-11-20 08:02:00.000', own: { log: 'b' } })
  const [shown, ...rest] = parting.b.map((text) => JSON.parse(text) as object)
  expect(shown).toMatchObject({ event: 'status', sn: parting.sn })
  const order = { event: 'command', sn: parting.sn, kind: 'connectivity', forced: 'offline' }
  expect(rest).toContainEqual(expect.objectContaining(order))
})

it('logs are compared a piece at a time, whatever their length', async () => {
  const paths = await Promise.all(
    ['left', 'right'].map(async (name) => {
      const path = join(folder, name)
      await using out = await open(path, 'w')
      await out.write('{"at":"2026-11-20 08:00:00.000","event":"start"}\n')
      const block = `${JSON.stringify({ at: '2026-11-20 08:00:01.000', event: 'x', text: 'x'.repeat(900) })}\n`
      for (let i = 0; i < 60; i++) await out.write(block.repeat(2000))
      await out.write(`{"at":"2026-11-20 08:00:02.000","event":"${name}"}\n`)
      return path
    }),
  )
  // Two hundred megabytes, in a program that has room for less than one of them.
  const options = { env: { ...process.env, NODE_OPTIONS: '--max-old-space-size=96' } }
  const { code, out } = await new Promise<{ code: number; out: string }>((resolve) => {
    execFile(process.execPath, [PROGRAM, 'run', '--bisect', ...paths], options, (error, text) =>
      resolve({ code: error ? Number(error.code) : 0, out: text }),
    )
  })
  expect([code, out.split('\n')[0]]).toEqual([1, 'the logs differ from line 120002: 2026-11-20 08:00:02.000'])
})

it('runs with many seeds: how many passed, and one command that repeats a failure', async () => {
  const file = join(folder, 'windy.yaml')
  const junit = join(folder, 'windy.xml')
  await writeFile(file, 'name: windy\nextends: demo\nat:\n  0s:\n    - expect: sky windSpeedMs > 3\n')
  const sweep = ['run', file, '--virtual', '--seeds', '1..3', '--jobs', '2']
  const { code, out } = await backlot(...sweep, '--json', '--junit', junit)
  const { runs, passed, failed, rate } = JSON.parse(out) as SweepSummary
  expect([code, runs, passed, failed.map(({ seed }) => seed)]).toEqual([1, 3, 2, [2]])
  expect(rate).toMatchObject({ share: 2 / 3 })
  expect(await readFile(junit, 'utf8')).toContain('tests="3" failures="1" errors="0"')
  const again = failed[0]!.again.replace(/^npx backlot /, '').replace(/ '([^']+)'$/, ' $1')
  const [rest, start] = again.split(' --start ') as [string, string]
  expect((await backlot(...rest.split(' '), '--start', start)).code).toBe(1)
  expect((await backlot('run', file, '--virtual', '--seeds', '1,3')).code).toBe(0)
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
