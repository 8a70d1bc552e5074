import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { controlDevices } from '@backlot/contract/control/calls'
import { controlTerminals } from '@backlot/contract/wires/jt808/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator, PROGRAM } from '../../testing/launch-simulator.ts'
import { DEMO_PASSWORD } from '../../testing/operator.ts'

let simulator: LaunchedSimulator
beforeAll(async () => {
  simulator = await launchSimulator(['--no-rtmp'])
})
afterAll(() => simulator.stop())

const devices = (...args: string[]) => backlot('devices', ...args)

/** Runs `backlot …`; answers its exit code and its output. */
async function backlot(...args: string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const [code] = (await once(child, 'close')) as [number]
  return { code, output, errors }
}

it.each(['2013', '2019'])('a fleet of vehicles of edition %s is taken in and answered', async (edition) => {
  const { code, output, errors } = await devices(
    ...['--to', `jt808://${simulator.jt808}`, '--count', '40', '--rate', '100', '--for', '4s'],
    ...['--interval', '1s', '--edition', edition, '--seed', edition, '--json'],
  )
  const summary = JSON.parse(output) as Record<string, number>
  expect(summary).toMatchObject({
    devices: 40,
    reached: 40,
    online: 40,
    lost: 0,
    unanswered: 0,
    passed: true,
  })
  expect(summary['acked']).toBeGreaterThan(40)
  expect(summary['latency']).toMatchObject({ count: summary['acked'] })
  expect(errors).toMatch(/started +online +sent/)
  expect(code).toBe(0)
  // Each answered report is counted: a position, a late one, or one without a fix (a vehicle in a tunnel).
  await expect
    .poll(async () => {
      const { counters } = await control(simulator.url, controlTerminals)
      const { positions = 0, latePositions = 0, withoutFix = 0 } = counters
      return positions + latePositions + withoutFix
    })
    .toBeGreaterThanOrEqual(summary['acked'] ?? 0)
})

it('a fleet of stations is taken in and answered, its wire cut into pieces', async () => {
  const { code, output } = await devices(
    ...['--to', `hj212://${simulator.hj212}`, '--count', '20', '--rate', '100', '--for', '5s'],
    ...['--interval', '1s', '--fault', 'split:0.5,pieces=3,gapMs=5', '--json'],
  )
  const summary = JSON.parse(output) as { faults: { fault: string; struck: number }[] }
  expect(summary).toMatchObject({ devices: 20, reached: 20, lost: 0, unanswered: 0 })
  expect(summary.faults).toEqual([{ fault: 'split', struck: expect.any(Number) }])
  expect(summary.faults[0]?.struck).toBeGreaterThan(20)
  expect(code).toBe(0)
})

it('vehicles of GB/T 28181 tell positions and alarms, their messages cut into pieces', async () => {
  const before = await gbEvents()
  const to = `gb28181://${simulator.gb28181}?password=${DEMO_PASSWORD}&kind=vehicle&transport=tcp`
  const { code, output } = await devices(
    ...['--to', to, '--count', '10', '--for', '6s', '--interval', '2s', '--alarms', '2s'],
    ...['--fault', 'split:0.5,pieces=3,gapMs=5', '--json'],
  )
  const summary = JSON.parse(output) as { acked: number; faults: { fault: string; struck: number }[] }
  expect(summary).toMatchObject({
    devices: 10,
    reached: 10,
    online: 10,
    lost: 0,
    unanswered: 0,
    passed: true,
  })
  expect(summary.faults[0]?.struck).toBeGreaterThan(20)
  expect(output).not.toContain(DEMO_PASSWORD)
  expect(code).toBe(0)
  const after = await gbEvents()
  const moreOf = (event: string) => after[event]! - before[event]!
  expect(moreOf('positions')).toBeGreaterThan(0)
  expect(moreOf('alarms')).toBeGreaterThan(0)
  expect(moreOf('badMessages')).toBe(0)
  expect(moreOf('messages')).toBeGreaterThanOrEqual(summary.acked)
})

/** What the gateway of GB/T 28181 has counted. */
async function gbEvents(): Promise<Record<string, number>> {
  const page = await (await fetch(`${simulator.url}/metrics`)).text()
  const found = page.matchAll(/^backlot_gb28181_events_total\{event="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...found].map(([, event, count]) => [event, Number(count)]))
}

it('an option that the protocol has not ends with 2', async () => {
  const gb = `gb28181://${simulator.gb28181}`
  for (const [args, says] of [
    [['--to', `jt808://${simulator.jt808}`, '--channels', '4'], '--channels is for gb28181 or onvif'],
    [['--to', gb, '--fault', 'split'], 'transport=tcp'],
    [['--to', `${gb}?transport=tcp`, '--fault', 'bad-crc'], 'have no check'],
    [['--to', gb, '--alarms', '500ms'], '--alarms 500ms: from 1s to 24h, or off'],
  ] as const) {
    const { code, errors } = await devices(...args, '--count', '1', '--for', '1s')
    expect([code, errors]).toEqual([2, expect.stringContaining(says)])
  }
})

it('a device that was discovered is removed by hand, once it is known and when it is not ours', async () => {
  const { list } = await control(simulator.url, controlDevices, {
    query: { kind: 'hj212Station', limit: 1000 },
  })
  const ours = list[0]?.sn ?? ''
  const discovered = list.at(-1)?.sn ?? ''
  const at = ['--control', simulator.url]
  expect(await backlot('device', 'rm', discovered, ...at)).toMatchObject({
    code: 0,
    output: `${discovered}: removed.\n`,
  })
  expect((await backlot('device', 'remove', discovered, ...at)).errors).toContain('there is no device')
  expect((await backlot('device', 'rm', ours, ...at)).errors).toContain('is removed with its fleet')
  const { list: left } = await control(simulator.url, controlDevices, { query: { sn: discovered, limit: 1 } })
  expect(left).toEqual([])
})

it('a target that is not there ends with 2, one that is not ours with 1 before anything is sent', async () => {
  const nobody = await devices('--to', 'jt808://127.0.0.1:1', '--count', '2', '--for', '1s', '--json')
  expect(nobody.code).toBe(1)
  expect(JSON.parse(nobody.output)).toMatchObject({ reached: 0, passed: false })
  const stranger = await devices('--to', 'hj212://192.0.2.1:8212', '--count', '2', '--for', '1s')
  expect(stranger.code).toBe(2)
  expect(stranger.errors).toContain('--i-own-this-target')
  const flood = await devices('--to', 'jt808://127.0.0.1:1', '--fault', 'flood')
  expect([flood.code, flood.errors]).toEqual([stranger.code, expect.stringContaining('There are: bad-crc')])
  const nonsense = await devices('--to', 'http://127.0.0.1')
  expect(nonsense.code).toBe(2)
})
