import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROGRAM } from '../../../testing/launch-simulator.ts'
import { start, startWorker } from '../../servers/cluster-programs.ts'
import { REDIS_SERVER, startRedis } from '../../servers/redis-server.ts'

/** In the city of seed 9 alone, the third vehicle is off line at the beginning. */
const SCENARIO = `name: third-vehicle
extends: demo
at:
  0s:
    - expect: devices > 100
    - expect: state vehicle 3 online within 1s
`

it.skipIf(REDIS_SERVER === undefined)(
  'a sweep over workers has every seed once, also those of a worker that died and left nobody, and repeats one that failed',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backlot-sweep-'))
    try {
      const file = join(folder, 'third-vehicle.yaml')
      writeFileSync(file, SCENARIO)
      await using redis = await startRedis()
      const slot = ['--take', 'sweep', '--slots', '1']
      await using one = await startWorker(redis.url, 'one', ...slot)
      await using sweep = start(redis.url, 'run', file, '--virtual', '--seeds', '8,9', '--bisect', '--json')
      await expect
        .poll(() => one.lines.some((line) => line.includes('"taken"')), { timeout: 60_000 })
        .toBe(true)
      one.signal('SIGKILL')
      await expect.poll(() => sweep.errorOutput(), { timeout: 60_000 }).toContain('takes sweep now')
      const other = startWorker(redis.url, 'other', ...slot)
      // The command that will be printed, but for the program that npx would find; while the lease runs out.
      const again = `npx backlot run ${file} --virtual --seed 9 --start '2026-11-20 08:00:00'`
      const command = again.replace('npx backlot', `'${process.execPath}' '${PROGRAM}'`)
      const repeated = new Promise<{ code: unknown; output: string }>((resolve) => {
        execFile('sh', ['-c', command], (error, out) => resolve({ code: error?.code, output: out }))
      })
      await using _other = await other
      expect(await sweep.ended, sweep.errorOutput()).toBe(1)
      const summary = JSON.parse(sweep.lines[0] ?? '{}') as { failed: { again: string }[] }
      expect(summary).toMatchObject({
        ...{ scenario: 'third-vehicle', runs: 2, passed: 1, broken: [], rate: { share: 0.5 } },
        failed: [{ seed: 9, first: { line: 6, seen: '0 of 1 online' }, again }],
        verdicts: [
          { line: 5, held: 2, failed: 0, skipped: 0 },
          { line: 6, held: 1, failed: 1, skipped: 0 },
        ],
        repeat: { seed: 9, isAsInSweep: true, bisection: { made: [] } },
      })
      expect(summary).not.toHaveProperty('repeat.bisection.parting')
      const { code, output } = await repeated
      expect(code).toBe(1)
      expect(output).toContain('vehicle 3, is: online} within 1s — 0 of 1 online')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
