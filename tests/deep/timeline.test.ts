import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { DataOut } from '@backlot/contract/call'
import { controlClock, controlStatus } from '@backlot/contract/control/calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'

type Timeline = NonNullable<DataOut<typeof controlStatus>['timeline']>

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-timeline-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const PLAYED = `name: played
extends: demo
seed: 7
clock: { start: '2026-11-20 09:00:00', speed: 60 }
at:
  0s:
    - alarm: { device: camera 1, type: AiAlarm, subType: Fire }
    - expect: devices > 280
    - expect: channel lag p99 < 1ms
  6m:
    - alarm: { device: camera 2, type: AiAlarm, subType: Fire }
    - expect: { alarm: { type: AiAlarm, subType: Fire, device: camera 1, since: start, count: '= 1' } }
    - expect: online > 0.999
`

/** Asks until the timeline is so; the test's own limit ends it. */
async function timelineOf(url: string, is: (timeline: Timeline) => boolean): Promise<Timeline> {
  for (;;) {
    const { timeline } = await control(url, controlStatus)
    if (timeline && is(timeline)) return timeline
    await delay(50)
  }
}

it('a platform that is started with a scenario plays it, and after a power cut goes on without doing anything twice', async () => {
  const file = join(folder, 'played.yaml')
  await writeFile(file, PLAYED)
  const args = ['--scenario', file, '--data', join(folder, 'data'), '--no-rtmp', '--log-level', 'info']
  {
    await using simulator = await launchSimulator(args)
    const { nowMs, rate } = await control(simulator.url, controlClock)
    expect(new Date(nowMs).toISOString()).toMatch(/^2026-11-20T01:0/)
    expect(rate).toBe(60)
    const begun = await timelineOf(simulator.url, ({ begun, passedMs }) => begun === 3 && passedMs > 60_000)
    expect(begun).toMatchObject({ scenario: 'played', state: 'playing', entries: 6, held: 1, skipped: 1 })
    await simulator.kill()
  }
  await using again = await launchSimulator(args)
  const { nowMs } = await control(again.url, controlClock)
  expect(new Date(nowMs).toISOString()).toMatch(/^2026-11-20T01:0/)
  const over = await timelineOf(again.url, ({ state }) => state === 'over')
  expect(over).toMatchObject({ begun: 6, entries: 6, held: 2, failed: 1, skipped: 1, open: 0 })
  expect(over.verdicts.map(({ outcome, line }) => [line, outcome])).toEqual([
    [8, 'held'],
    [9, 'skipped'],
    [12, 'held'],
    [13, 'failed'],
  ])
  expect(again.errorOutput() + again.otherOutput()).toContain('a scenario expectation failed')
})

it('a timeline is left alone when it is not wanted', async () => {
  await using still = await launchSimulator(['--scenario', 'demo', '--no-timeline', '--no-rtmp'])
  expect((await control(still.url, controlStatus)).timeline).toBeNull()
})
