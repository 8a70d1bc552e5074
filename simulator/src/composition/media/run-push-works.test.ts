import type { PushWork } from '@backlot/contract/device-config/entities'
import { expect, test } from 'vitest'
import type { DeviceCommand } from '../../devices/commands.ts'
import type { Directory } from '../../fleet/directory.ts'
import { createDisposal } from '../../kernel/disposal.ts'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { runPushWorks } from './run-push-works.ts'

/** 2026-11-20 10:00 UTC+8, a Friday. */
const START_MS = 1_795_140_000_000
const MINUTE = 60_000
const PLAN = { id: 2, name: 'Morning', weekdays: [5], fromMinute: 605, toMinute: 610 }
const work = (id: number, planId: number, stream = 'x'): PushWork => ({
  id,
  chnId: 1,
  streamType: 'sub',
  url: `rtmp://127.0.0.1/live/${stream}`,
  planId,
})

function rig(first: PushWork[], zoneMinutes = 480) {
  const host = createManualClock(START_MS)
  const log: DeviceCommand[] = []
  const listeners = new Set<(command: DeviceCommand) => void>()
  const changed = new Set<(change: never) => void>()
  const set = (section: 'pushWork' | 'pushPlan', list: object[]) => {
    const command: DeviceCommand = {
      kind: 'configSet',
      section,
      config: { list },
      atMs: host.now(),
      seq: log.length,
      sn: 'CAM',
    }
    log.push(command)
    for (const listener of listeners) listener(command)
  }
  set('pushPlan', [PLAN])
  set('pushWork', first)
  let isThere = true
  const made: string[] = []
  const disposal = createDisposal()
  const works = runPushWorks(
    {
      media: {
        push({ sn, chnId, streamType }) {
          const name = `${sn} ${chnId} ${streamType}`
          made.push(`begin ${name}`)
          return {
            progress: () => ({ state: 'pushing', sinceTime: 0, failures: 0, sentBytes: 1 }),
            retryNow: () => made.push(`retry ${name}`),
            async stop() {
              made.push(`end ${name}`)
            },
          }
        },
      },
      directory: {
        slotLimit: () => 1,
        device: () => ({ sn: 'CAM' }) as ReturnType<Directory['device']>,
        slotOf: () => (isThere ? 0 : undefined),
        isOnline: () => true,
        onChange(listener) {
          changed.add(listener)
          return () => changed.delete(listener)
        },
      },
      commands: {
        commandsOf: () => log,
        onCommand(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        onCut: () => () => {},
      },
      clock: { now: host.now, zoneMinutes },
      host,
      targets: { target: async () => 'unreachable' },
    },
    disposal,
  )
  return {
    works,
    host,
    set,
    disposal,
    calls: () => made.splice(0),
    change: (kind: 'status' | 'deviceRemoved') => {
      if (kind === 'deviceRemoved') isThere = false
      for (const listener of changed) listener({ kind, sn: 'CAM', slot: 0, device: { sn: 'CAM' } } as never)
    },
  }
}

test('a work of before the start begins with it, one of a plan with the hours of its plan', () => {
  const { works, host, calls } = rig([work(1, 0), work(2, 2)])
  expect(calls()).toEqual(['begin CAM 1 sub'])
  expect(works.progress('CAM', 1)?.state).toBe('pushing')
  expect(works.progress('CAM', 2)).toBeUndefined()
  host.advance(5 * MINUTE)
  expect(calls()).toEqual(['begin CAM 1 sub'])
  expect(works.progress('CAM', 2)?.state).toBe('pushing')
  host.advance(5 * MINUTE)
  expect(calls()).toEqual(['end CAM 1 sub'])
  expect(works.progress('CAM', 2)).toBeUndefined()
})

test("the hours of a plan are those of the platform's zone", () => {
  const { host, calls } = rig([work(2, 2)], 0)
  // 10:05 of UTC+8 is 02:05 of UTC: it begins eight hours later.
  host.advance(5 * MINUTE)
  expect(calls()).toEqual([])
  host.advance(8 * 60 * MINUTE)
  expect(calls()).toEqual(['begin CAM 1 sub'])
})

test('a work that is added begins at once, one that is removed or whose device is removed ends', () => {
  const { set, calls, change } = rig([])
  set('pushWork', [work(1, 0), work(3, 0)])
  expect(calls()).toEqual(['begin CAM 1 sub', 'begin CAM 1 sub'])
  set('pushWork', [work(3, 0)])
  expect(calls()).toEqual(['end CAM 1 sub'])
  // Under its number something else is pushed.
  set('pushWork', [work(3, 0, 'y')])
  expect(calls()).toEqual(['end CAM 1 sub', 'begin CAM 1 sub'])
  change('status')
  expect(calls()).toEqual(['retry CAM 1 sub'])
  change('deviceRemoved')
  expect(calls()).toEqual(['end CAM 1 sub'])
})

test('nothing is begun after the platform has stopped', async () => {
  const { set, calls, disposal, host } = rig([])
  await disposal.end()
  set('pushWork', [work(1, 0)])
  host.advance(MINUTE)
  expect(calls()).toEqual([])
})
