import { PlatformError } from '@backlot/simulator/kernel/platform-error'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Visitor } from './platform-visits.ts'
import { VisitorWatch } from './visitor-watch.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

// Nothing here reads what a visitor is.
const VISITOR = {} as Visitor

function openWatch() {
  const asked: boolean[] = []
  const ended: (Error | undefined)[] = []
  const platform: { word: Visitor | undefined | Error; refusal?: Error } = { word: VISITOR }
  const watch = new VisitorWatch({
    async visitor(isFresh) {
      asked.push(isFresh)
      if (platform.word instanceof Error) throw platform.word
      return platform.word
    },
    check() {
      if (platform.refusal) throw platform.refusal
    },
    end: (refusal) => ended.push(refusal),
  })
  const used = async (afterMs = 0) => {
    vi.advanceTimersByTime(afterMs)
    watch.used()
    await vi.waitFor(() => Promise.resolve())
  }
  return { watch, platform, asked, ended, used }
}

it('asks the platform while a socket is used, at most every ten seconds', async () => {
  const { asked, used } = openWatch()
  await used()
  await used(9000)
  expect(asked).toEqual([])
  await used(1000)
  await used()
  await used(9000)
  expect(asked).toEqual([false])
  await used(1000)
  expect(asked).toEqual([false, false])
})

it('ends a socket whose session is over, and one that the platform refuses with what it says', async () => {
  const { platform, ended, used } = openWatch()
  platform.word = undefined
  await used(10_000)
  expect(ended).toEqual([undefined])
  platform.word = VISITOR
  platform.refusal = new PlatformError('notPermitted', 'No.')
  await used(10_000)
  expect(ended).toEqual([undefined, platform.refusal])
})

it('goes on while the platform does not answer', async () => {
  const { platform, asked, ended, used } = openWatch()
  platform.word = new PlatformError('unavailable', 'Down.')
  await used(10_000)
  expect([asked, ended]).toEqual([[false], []])
})

it('asks at once when the platform says that the account has changed', async () => {
  const { watch, asked } = openWatch()
  watch.changed()
  expect(asked).toEqual([true])
})
