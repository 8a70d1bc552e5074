import { expect, it } from 'vitest'
import { launchSimulator } from '../../../testing/launch-simulator.ts'
import { start, startWorker } from '../../servers/cluster-programs.ts'
import { REDIS_SERVER, startRedis } from '../../servers/redis-server.ts'

it.skipIf(REDIS_SERVER === undefined)(
  'operators work on workers; one that is lost is told, and fails the run unless losses are tolerated',
  async () => {
    await using redis = await startRedis()
    await using platform = await launchSimulator()
    await using one = await startWorker(redis.url, 'one', '--slots', '2')
    await using _other = await startWorker(redis.url, 'other', '--slots', '2')
    const load = (...args: string[]) =>
      start(
        redis.url,
        'load',
        '--control',
        platform.url,
        '--operators',
        '60',
        '--profile',
        'tree=1',
        '--json',
        ...args,
      )

    await using whole = load('--for', '6s', '--assert', 'http.errors==0', '--assert', 'operators==60')
    const code = await whole.ended
    const report = JSON.parse(whole.lines.find((line) => line.startsWith('{')) ?? '{}') as {
      series: Record<string, { count: number }>
      timeline: { operators: number; requests: number }[]
    }
    expect(report).toMatchObject({ passed: true, losses: [], operators: 60 })
    expect(code).toBe(0)
    const requests = report.timeline.reduce((sum, second) => sum + second.requests, 0)
    expect(requests).toBe(report.series['http']!.count)
    expect(Math.max(...report.timeline.map(({ operators }) => operators))).toBe(60)

    const taken = () => one.lines.filter((line) => line.includes('"taken"')).length
    const before = taken()
    await using broken = load('--for', '20s')
    await expect.poll(taken, { timeout: 30_000 }).toBeGreaterThan(before)
    // It has told something, so what it measured is kept.
    await expect.poll(broken.errorOutput, { timeout: 30_000 }).toMatch(/\d/)
    one.signal('SIGKILL')
    expect(await broken.ended).toBe(1)
    const lost = JSON.parse(broken.lines.find((line) => line.startsWith('{')) ?? '{}') as {
      losses: { worker: string }[]
    }
    expect(lost).toMatchObject({ passed: false })
    expect(new Set(lost.losses.map(({ worker }) => worker))).toEqual(new Set(['one']))
  },
)
