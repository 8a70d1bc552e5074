import { describe, expect, it } from 'vitest'
import { start, startWorker } from '../../servers/cluster-programs.ts'
import { isTwice, openBroker, overlaps } from '../../servers/mqtt-broker.ts'
import { REDIS_SERVER, startRedis } from '../../servers/redis-server.ts'

describe.skipIf(REDIS_SERVER === undefined)('a fleet that workers carry', () => {
  const FLEET = [
    '--count',
    '60',
    '--shard',
    '10',
    '--rate',
    '100',
    '--interval',
    '1s',
    '--seed',
    '7',
    '--for',
    '5m',
    '--json',
  ]

  it('goes on without its dead worker: every device speaks again, and no report comes twice', async () => {
    await using redis = await startRedis()
    await using broker = await openBroker()
    await using one = await startWorker(redis.url, 'one', '--slots', '6')
    await using other = await startWorker(redis.url, 'other', '--slots', '6')
    await using fleet = start(redis.url, 'devices', '--to', `mqtt://127.0.0.1:${broker.port}`, ...FLEET)
    await expect.poll(() => broker.speakingSince(0), { timeout: 60_000 }).toBe(60)
    const carried = () => one.lines.filter((line) => line.includes('"taken"')).length
    // Both carry their fair share.
    expect(carried()).toBe(3)
    const killedMs = Date.now()
    one.signal('SIGKILL')
    await one.ended
    await expect.poll(() => broker.speakingSince(killedMs + 1500), { timeout: 30_000 }).toBe(60)
    fleet.signal('SIGINT')
    expect(await fleet.ended).toBe(0)
    const summary = JSON.parse(fleet.lines.find((line) => line.startsWith('{')) ?? '{}') as {
      passed: boolean
      takeOvers: { from: string; to: string }[]
    }
    expect(summary).toMatchObject({ passed: true, devices: 60, online: 60, shards: 6, lost: 0 })
    expect(summary.takeOvers.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'one other',
      'one other',
      'one other',
    ])
    expect([...broker.reports.values()].filter(isTwice)).toEqual([])
    expect([...broker.reports.values()].filter(overlaps)).toEqual([])
    other.signal('SIGTERM')
    expect(await other.ended).toBe(0)
  })

  it('is handed on by a worker that is told to end', async () => {
    await using redis = await startRedis()
    await using broker = await openBroker()
    await using one = await startWorker(redis.url, 'one')
    await using fleet = start(redis.url, 'devices', '--to', `mqtt://127.0.0.1:${broker.port}`, ...FLEET)
    await expect.poll(() => broker.speakingSince(0), { timeout: 60_000 }).toBe(60)
    await using _other = await startWorker(redis.url, 'other')
    one.signal('SIGTERM')
    expect(await one.ended).toBe(0)
    expect(one.lines.filter((line) => line.includes('"handedBack"'))).toHaveLength(6)
    const leftMs = Date.now()
    await expect.poll(() => broker.speakingSince(leftMs + 1500), { timeout: 30_000 }).toBe(60)
    fleet.signal('SIGINT')
    expect(await fleet.ended).toBe(0)
    expect([...broker.reports.values()].filter(isTwice)).toEqual([])
    expect([...broker.reports.values()].filter(overlaps)).toEqual([])
  })

  it('needs workers, and targets that they may load', async () => {
    await using redis = await startRedis()
    await using nobody = start(redis.url, 'devices', '--to', 'mqtt://127.0.0.1:9')
    expect(await nobody.ended).toBe(2)
    expect(nobody.errorOutput()).toContain('No worker of redis://127.0.0.1')
    await using _worker = await startWorker(redis.url, 'one')
    await using far = start(redis.url, 'devices', '--to', 'mqtt://192.0.2.1:1883', '--i-own-this-target')
    expect(await far.ended).toBe(2)
    expect(far.errorOutput()).toContain(
      'A worker refuses: one: 192.0.2.1 is not this machine: start the worker with --i-own-this-target',
    )
  })
})
