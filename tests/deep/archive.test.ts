import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAlarms } from '@backlot/contract/alarms/calls'
import { controlSetClock, controlStatus, controlStorm } from '@backlot/contract/control/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { compareArchive } from '../servers/compare-archive.ts'
import { POSTGRES_BIN, type PostgresServer, startPostgres } from '../servers/postgres-server.ts'

const PATIENTLY = { timeout: 120_000 }
const stateOf = async (simulator: LaunchedSimulator) =>
  (await control(simulator.url, controlStatus)).archive ?? expect.fail('there is no archive')
const caughtUp = (simulator: LaunchedSimulator) =>
  expect.poll(() => stateOf(simulator), PATIENTLY).toMatchObject({ state: 'connected', waiting: 0 })
const storm = (simulator: LaunchedSimulator, forMs: number) =>
  control(simulator.url, controlStorm, { body: { ratePerSecond: 500, forMs } })
const stored = async (simulator: LaunchedSimulator) =>
  (await control(simulator.url, controlStatus)).alarms.stored

async function expectEqual(data: string, address: string): Promise<number> {
  const compared = await compareArchive(data, address)
  for (const [table, { differing, extra, twice }] of Object.entries(compared))
    expect({ table, differing, extra, twice }).toEqual({ table, differing: [], extra: [], twice: 0 })
  return compared.alarms.archive
}

describe.skipIf(POSTGRES_BIN === undefined)('the archive, while everything breaks', () => {
  let postgres: PostgresServer
  let data: string
  beforeAll(async () => {
    postgres = await startPostgres()
    data = mkdtempSync(join(tmpdir(), 'backlot-archive-'))
  })
  afterAll(async () => {
    await postgres?.[Symbol.asyncDispose]()
    rmSync(data, { recursive: true, force: true })
  })
  const launch = () => launchSimulator(['--no-rtmp', '--data', data, '--archive', postgres.url])

  it('has each alarm of storms once: frozen in one, killed in another, with a core that is killed too', async () => {
    const first = await launch()
    await caughtUp(first)
    const operator = await Operator.signIn(first.url)
    await storm(first, 12_000)
    await expect.poll(async () => (await stateOf(first)).rows, PATIENTLY).toBeGreaterThan(500)
    postgres.freeze(true)
    const before = await stored(first)
    await expect.poll(() => stored(first), PATIENTLY).toBeGreaterThan(before + 2000)
    // A core whose archive hangs answers as before.
    expect((await operator.ask(listAlarms, { query: { pageSize: 20 } })).code).toBe(0)
    postgres.freeze(false)
    await expect.poll(async () => (await stateOf(first)).waiting, PATIENTLY).toBeLessThan(2000)
    await first.kill()

    const second = await launch()
    await caughtUp(second)
    await storm(second, 10_000)
    const already = await stored(second)
    await expect.poll(() => stored(second), PATIENTLY).toBeGreaterThan(already + 1000)
    await postgres.kill()
    await expect.poll(() => stored(second), PATIENTLY).toBeGreaterThan(already + 3000)
    await second.kill()
    // It starts without the archive, too.
    const third = await launch()
    await expect.poll(async () => (await stateOf(third)).state, PATIENTLY).toBe('away')
    await postgres.start()
    await caughtUp(third)
    // What is cut on the core is cut in the archive; what happens again is there once.
    const { nowMs } = (await control(third.url, controlStatus)).clock
    await control(third.url, controlSetClock, { body: { action: 'jump', toMs: nowMs - 5000, cut: true } })
    await caughtUp(third)
    await third.stop()
    expect(await expectEqual(data, postgres.url)).toBeGreaterThan(5000)
  }, 540_000)
})
