import type { RecordFile } from '@backlot/contract/recordings/entities'
import { expect, test } from 'vitest'
import { fileAt, withChannel } from './replay-channel.ts'

const of = (...names: string[]) => names.map((sn) => ({ sn, chnId: 1 }))

test("a channel joins until there are four, then it takes the selected one's place", () => {
  expect(withChannel(of('a'), { sn: 'b', chnId: 1 }, 0)).toEqual({ channels: of('a', 'b'), selected: 1 })
  const full = withChannel(of('a', 'b', 'c', 'd'), { sn: 'e', chnId: 1 }, 2)
  expect(full).toEqual({ channels: of('a', 'b', 'e', 'd'), selected: 2 })
})

test('a channel that is there is selected', () => {
  expect(withChannel(of('a', 'b'), { sn: 'a', chnId: 1 }, 1).selected).toBe(0)
})

test('a moment belongs to the file that holds it, a gap to the next one', () => {
  const file = (startTime: number, endTime: number) => ({ startTime, endTime }) as RecordFile
  const files = [file(100, 200), file(300, 400)]
  expect(fileAt(files, 150_000)?.startTime).toBe(100)
  expect(fileAt(files, 250_000)?.startTime).toBe(300)
  expect(fileAt(files, 400_000)).toBeUndefined()
})
