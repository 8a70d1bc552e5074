import { describe, expect, it } from 'vitest'
import { StartQueue } from './start-queue.ts'

describe('start queue', () => {
  it('lets at most four lack a first frame and serves in order', () => {
    const queue = new StartQueue()
    const begun: number[] = []
    const leave = Array.from({ length: 6 }, (_, n) => queue.enter(() => begun.push(n)))
    expect(begun).toEqual([0, 1, 2, 3])
    leave[2]!()
    expect(begun).toEqual([0, 1, 2, 3, 4])
    leave[0]!()
    expect(begun).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('gives a place back only once, and skips who left while waiting', () => {
    const queue = new StartQueue(1)
    const begun: string[] = []
    const leaveA = queue.enter(() => begun.push('a'))
    const leaveB = queue.enter(() => begun.push('b'))
    queue.enter(() => begun.push('c'))
    queue.enter(() => begun.push('d'))
    leaveB()
    leaveA()
    leaveA()
    expect(begun).toEqual(['a', 'c'])
  })
})
