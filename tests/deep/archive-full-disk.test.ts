import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeReadState, listAlarms } from '@backlot/contract/alarms/calls'
import { controlStorm } from '@backlot/contract/control/calls'
import { afterAll, describe, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { caughtUp, expectEqual, launch, PATIENTLY, stateOf, troublesOf } from '../servers/archive-rig.ts'
import { POSTGRES_BIN, startPostgres } from '../servers/postgres-server.ts'

const BYTES = 192 * 1024 * 1024
/** Left while the disk is nearly full: below five percent, and enough to write on for a while. */
const SPARE = 8 * 1024 * 1024

const folder = mkdtempSync(join(tmpdir(), 'backlot-disk-'))
/** A disk of its own that a test fills; only root can make one. */
const disk = mounted()
afterAll(() => {
  if (disk) execFileSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(POSTGRES_BIN === undefined || !disk)(
  'a disk of the core that fills while the archive is away',
  () => {
    it('is told before it is full, refuses writes when it is, and loses nothing', async () => {
      const data = join(folder, 'data')
      await using postgres = await startPostgres()
      await using simulator = await launch(data, ['--archive', postgres.url, '--past-days', '1'])
      await caughtUp(simulator)
      await postgres.kill()
      await expect.poll(async () => (await stateOf(simulator)).state, PATIENTLY).toBe('away')
      const operator = await Operator.signIn(simulator.url)
      const { list } = await operator.call(listAlarms, { query: { pageSize: 1000 } })
      const refs = list.map(({ id, sn, alarmSeq }) => ({ id, sn, alarmSeq }))

      const ballast = join(folder, 'ballast')
      writeFileSync(ballast, Buffer.alloc(free() - SPARE))
      await expect.poll(() => troublesOf(simulator), PATIENTLY).toContain('archiveBehind')
      expect((await fetch(`${simulator.url}/healthz`)).status).toBe(200)

      const rest = join(folder, 'rest')
      const markRead = () => operator.ask(changeReadState, { body: { list: refs } })
      const fill = () => writeFileSync(rest, Buffer.alloc(Math.max(0, free() - 4096)), { flag: 'a' })
      await expect
        .poll(async () => {
          fill()
          return markRead()
        }, PATIENTLY)
        .toMatchObject({ status: 507, code: 507 })
      // Who reads goes on, and the archive may come back: what it reads needs no room.
      expect((await operator.ask(listAlarms, { query: { pageSize: 20 } })).code).toBe(0)
      await postgres.start()
      await expect.poll(async () => (await stateOf(simulator)).waiting, PATIENTLY).toBe(0)
      await postgres.kill()

      for (const file of [ballast, rest]) rmSync(file)
      await expect.poll(async () => (await markRead()).code, PATIENTLY).toBe(0)
      await control(simulator.url, controlStorm, { body: { ratePerSecond: 100, forMs: 2000 } })
      await expect.poll(async () => (await stateOf(simulator)).waiting, PATIENTLY).toBeGreaterThan(100)
      await postgres.start()
      await caughtUp(simulator)
      await expect.poll(() => troublesOf(simulator), PATIENTLY).toEqual([])
      await simulator.stop()
      await expectEqual(data, postgres.url)
    }, 480_000)
  },
)

function mounted(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${BYTES}`, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function free(): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
