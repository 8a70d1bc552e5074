import { expect, it } from 'vitest'
import { launchSimulator } from '../../../testing/launch-simulator.ts'
import { start, startWorker } from '../../servers/cluster-programs.ts'
import { REDIS_SERVER, startRedis } from '../../servers/redis-server.ts'

const PATIENT = { timeout: 60_000 }

/** Rows of the live table whose column `frames` is not 0. */
const secondsWithFrames = (table: string): number => {
  const [head = [], ...rows] = table.split('\n').map((line) => line.trim().split(/ {2,}/))
  const frames = head.indexOf('frames')
  return rows.filter((row) => Number(row[frames]) > 0).length
}

it.skipIf(REDIS_SERVER === undefined)(
  'operators work on workers; one that is lost is told, and fails the run unless losses are tolerated',
  async () => {
    await using redis = await startRedis()
    const starting = launchSimulator()
    const worker = (name: string) => startWorker(redis.url, name, '--take', 'load', '--slots', '4')
    await using one = await worker('one')
    await using platform = await starting
    const operators = ['--operators', '60', '--profile', 'tree=1', '--json']
    const load = (...args: string[]) =>
      start(redis.url, 'load', '--control', platform.url, ...operators, ...args)

    await using broken = load('--for', '12s')
    await using tolerant = load('--for', '12s', '--tolerate-loss')
    const taken = () => one.lines.filter((line) => line.includes('"taken"')).length
    await expect.poll(taken, PATIENT).toBe(4)
    // It comes too late for these, until the leases of the first have ended.
    const coming = worker('other')
    // Two seconds with frames have been told: that somebody signed in is kept.
    for (const run of [broken, tolerant]) {
      await expect.poll(() => secondsWithFrames(run.errorOutput()), PATIENT).toBeGreaterThan(1)
    }
    one.signal('SIGKILL')
    await using _other = await coming
    const codes = await Promise.all([broken.ended, tolerant.ended])
    for (const [i, run] of [broken, tolerant].entries()) {
      const lost = JSON.parse(run.lines[0] ?? '{}') as { losses: { worker: string; operators: number }[] }
      expect(lost).toMatchObject({ passed: i === 1 })
      expect(lost.losses.map(({ worker, operators }) => `${worker} ${operators}`)).toEqual([
        'one 50',
        'one 10',
      ])
    }
    expect(codes).toEqual([1, 0])

    await using whole = load(
      '--for',
      '4s',
      '--ramp',
      '1s',
      '--assert',
      'http.errors==0',
      '--assert',
      'operators==60',
    )
    const code = await whole.ended
    const report = JSON.parse(whole.lines[0] ?? '{}') as {
      series: Record<string, { count: number }>
      timeline: { operators: number; requests: number }[]
    }
    expect(report).toMatchObject({ passed: true, losses: [], operators: 60 })
    expect(code).toBe(0)
    const requests = report.timeline.reduce((sum, second) => sum + second.requests, 0)
    expect(requests).toBe(report.series['http']!.count)
    expect(Math.max(...report.timeline.map(({ operators }) => operators))).toBe(60)
  },
)
