import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { controlStatus, controlStorm, controlStormStatus } from '@backlot/contract/control/calls'
import { controlAddFaults, controlRemoveFaults } from '@backlot/contract/control/fault-calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator, PROGRAM } from '../../testing/launch-simulator.ts'
import type { LoadReport as Measured } from '../../testing/load/load-report.ts'

type LoadReport = Measured & { failure?: { seed?: number; faults: object[]; again: string } }

const run = promisify(execFile)
/** Time that a busy machine may take; nothing here asserts how long anything took. */
const WITHIN_MS = 90_000

let simulator: LaunchedSimulator
let folder: string
beforeAll(async () => {
  simulator = await launchSimulator(['--no-rtmp'])
  folder = mkdtempSync(join(tmpdir(), 'backlot-load-'))
})
afterAll(async () => {
  await simulator.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function load(...args: string[]): Promise<{ code: number; report: LoadReport }> {
  const command = [PROGRAM, 'load', '--control', simulator.url, '--json', ...args]
  try {
    const { stdout } = await run(process.execPath, command, { timeout: WITHIN_MS, maxBuffer: 2 ** 26 })
    return { code: 0, report: JSON.parse(stdout) as LoadReport }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    if (!stdout) throw new Error(`load ended with ${code}: ${stderr}`)
    return { code, report: JSON.parse(stdout) as LoadReport }
  }
}

it('virtual operators sign in, look, ask and leave, during a storm, without an error', async () => {
  const html = join(folder, 'load.html')
  const { stormId } = await control(simulator.url, controlStorm, {
    body: { ratePerSecond: 200, forMs: 5000 },
  })
  const { code, report } = await load(
    '--operators',
    '6',
    '--for',
    '8s',
    '--ramp',
    '1s',
    '--profile',
    'tree=2,map=2,alarms=3,history=2,signIn=1,pause=100',
    '--report',
    html,
    '--assert',
    'operators==6',
    '--assert',
    'http.errors==0',
    '--assert',
    'contract.errors==0',
    '--assert',
    'channel.cuts==0',
    '--assert',
    'http.count>=30',
    '--assert',
    'channel.frames>0',
  )
  expect(report.failures).toEqual([])
  expect(report.verdicts.filter(({ holds }) => !holds)).toEqual([])
  expect(code).toBe(0)
  expect(report.series['http']?.count).toBeGreaterThan(30)
  expect(readFileSync(html, 'utf8')).toContain('</html>')
  let status = await control(simulator.url, controlStormStatus, { params: { id: stormId } })
  while (!status.done) status = await control(simulator.url, controlStormStatus, { params: { id: stormId } })
  expect(status).toMatchObject({ stored: 1000, stopped: false })
})

it('a broken threshold ends with 1, and the report says which, and what it takes to ask for the same', async () => {
  const fault = { fault: 'http-latency', parameters: { delayMs: 5 }, probability: 0.5 }
  await control(simulator.url, controlAddFaults, { body: { faults: [fault] } as never })
  const { code, report } = await load(
    '--operators',
    '2',
    '--for',
    '2s',
    '--ramp',
    '0s',
    '--profile',
    'alarms',
    '--assert',
    'http.errors>5',
    '--assert',
    'operators==2',
  )
  expect(code).toBe(1)
  expect(report.passed).toBe(false)
  expect(report.verdicts.map(({ threshold, holds }) => [threshold, holds])).toEqual([
    ['http.errors>5', false],
    ['operators==2', true],
  ])
  await control(simulator.url, controlRemoveFaults, { body: {} })
  const { seed } = await control(simulator.url, controlStatus)
  expect(report.failure).toMatchObject({
    seed,
    faults: [{ id: 'http-latency-1', struck: expect.any(Number) }],
  })
  expect(report.failure?.again).toBe(
    `npx backlot fault add http-latency delayMs=5 jitterMs=0 --probability 0.5 --fault-seed ${seed} --control ${simulator.url} && npx backlot load --operators 2 --for 2s --ramp 0s --profile alarms --assert 'http.errors>5' --assert operators==2 --load-seed 1 --control ${simulator.url}`,
  )
})
