import { expect, it } from 'vitest'
import { start, startWorker } from '../../servers/cluster-programs.ts'
import { REDIS_SERVER, startRedis } from '../../servers/redis-server.ts'

it.skipIf(REDIS_SERVER === undefined)(
  'a sweep over workers has every seed once, also those of a worker that died',
  async () => {
    await using redis = await startRedis()
    await using one = await startWorker(redis.url, 'one', '--slots', '1')
    await using _other = await startWorker(redis.url, 'other', '--slots', '1')
    await using sweep = start(redis.url, 'run', 'gas-leak', '--virtual', '--seeds', '7,8,9', '--json')
    await expect
      .poll(() => one.lines.some((line) => line.includes('"taken"')), { timeout: 60_000 })
      .toBe(true)
    one.signal('SIGKILL')
    expect(await sweep.ended).toBe(0)
    const summary = JSON.parse(sweep.lines.find((line) => line.startsWith('{')) ?? '{}') as object
    expect(summary).toMatchObject({ scenario: 'gas-leak', runs: 3, passed: 3, failed: [], broken: [] })
  },
)
