import { expect, test } from 'vitest'
import { createReplayMarks } from './replay-marks.ts'

const SPANS = [
  { fromMs: 1000, toMs: 1100 },
  { fromMs: 5000, toMs: 5100 },
]
/** J: a jump, E: an end. */
const read = ({ isJump, isEnd }: { isJump: boolean; isEnd: boolean }) =>
  `${isJump ? 'J' : ''}${isEnd ? 'E' : ''}`

test('the first and the last picture of each part are marked, on each track', () => {
  const marks = createReplayMarks(SPANS)
  const told = (track: 'video' | 'audio', moments: readonly number[]) =>
    moments.map((atMs) => read(marks.of(track, atMs)))
  expect(told('video', [1000, 1040, 1080, 5000, 5040, 5080])).toEqual(['J', '', 'E', 'J', '', 'E'])
  expect(told('audio', [1000, 1064, 5000, 5064])).toEqual(['J', 'E', 'J', 'E'])
})

test('what is sought follows nothing, and at a speed pictures stand further apart', () => {
  const marks = createReplayMarks(SPANS)
  marks.of('video', 1000)
  marks.restart()
  expect([1010, 1050].map((atMs) => read(marks.of('video', atMs)))).toEqual(['J', ''])
  marks.restart()
  expect([5000, 5080].map((atMs) => read(marks.of('video', atMs)))).toEqual(['J', 'E'])
})
