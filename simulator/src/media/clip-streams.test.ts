import { expect, test } from 'vitest'
import { createManualClock } from '../timeline/manual-clock.ts'
import { openClipStreams } from './clip-streams.ts'

test('a clip that ended when nobody watched starts again for the next viewer', async () => {
  const clock = createManualClock(0)
  const streams = await openClipStreams(clock)
  const watch = () => {
    const stream = streams.open(4)
    const tags: string[] = []
    stream.touch()
    const sink = { sendTag: (_tag: object, kind: string) => void tags.push(kind), bufferedBytes: () => 0 }
    return { tags, stream, seat: stream.fanout.join({ ...sink, close: () => undefined }, 'viewer') }
  }
  const first = watch()
  expect(streams.open(1)).toBe(first.stream)
  clock.advance(5000)
  expect(first.tags).toContain('key')
  first.seat.leave()
  clock.advance(60_000)
  expect(first.stream.state()).toBe('stopped')
  const second = watch()
  clock.advance(5000)
  expect(second.tags).toContain('key')
  await streams.close()
  expect(second.stream.state()).toBe('stopped')
})
