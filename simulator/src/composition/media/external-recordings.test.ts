import { expect, it } from 'vitest'
import { createExternalRecordings, type DeviceFile } from './external-recordings.ts'

const HOUR = 3_600_000

function rig() {
  let nowMs = 0
  const asked: string[] = []
  let answer: readonly DeviceFile[] | Error = []
  const recordings = createExternalRecordings({ now: () => nowMs })
  recordings.add({
    has: (sn) => sn === 'X',
    async list(_sn, chnId, fromMs, toMs) {
      asked.push(`${chnId} ${fromMs / HOUR}-${toMs / HOUR}`)
      if (answer instanceof Error) throw answer
      return answer
    },
    play: () => () => {
      throw new Error('nothing is played here')
    },
  })
  return {
    recordings,
    asked,
    pass: (ms: number) => {
      nowMs += ms
    },
    answers: (next: readonly DeviceFile[] | Error) => {
      answer = next
    },
  }
}
const file = (startH: number, endH: number): DeviceFile => ({
  startMs: startH * HOUR,
  endMs: endH * HOUR,
  sizeBytes: 1000,
})

it('a device is asked once for a span, and its files are known by name', async () => {
  const { recordings, asked, answers, pass } = rig()
  answers([file(1, 2), file(2, 3)])
  await recordings.look('X', 1, 0, 4 * HOUR)
  const [, second] = recordings.recordingsOf('X', 1, 0, 4 * HOUR)!
  expect(second).toMatchObject({ fid: `X-1-${(7200).toString(36)}.d`, startMs: 2 * HOUR, source: 'device' })
  // Within what was asked just now nothing more is asked.
  await recordings.look('X', 1, 2 * HOUR, 2 * HOUR + 2000)
  expect(asked).toEqual(['1 0-4'])
  expect(recordings.recordingsOf('X', 1, 2 * HOUR, 2 * HOUR + 2000)).toEqual([second])
  pass(30_000)
  answers([file(2, 3)])
  await recordings.look('X', 1, 0, 4 * HOUR)
  expect(recordings.recordingsOf('X', 1, 0, 4 * HOUR)).toEqual([second])
  // One that does not answer has what it said before.
  pass(30_000)
  answers(new Error('gone'))
  await recordings.look('X', 1, 0, 4 * HOUR)
  expect(recordings.recordingsOf('X', 1, 0, 4 * HOUR)).toEqual([second])
  expect(asked).toHaveLength(3)
})

it('devices of nobody here are not asked, and are not known', async () => {
  const { recordings, asked } = rig()
  await recordings.look('Y', 1, 0, HOUR)
  expect(asked).toEqual([])
  expect(recordings.recordingsOf('Y', 1, 0, HOUR)).toBeUndefined()
  expect(recordings.playbackOf({ sn: 'Y', chnId: 1, toMs: HOUR, recorded: () => [] })).toBeUndefined()
})
