import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { createLiveFeed, LISTENERS_MOST, type LiveFeedDeps } from './live-feed.ts'

/** A listener that reads nothing: whatever is written waits. */
class DeafListener extends EventEmitter {
  writableLength = 0
  hasEnded = false
  write(text: string) {
    this.writableLength += text.length
  }
  end() {
    this.hasEnded = true
    this.emit('close')
  }
}

const STATE = { text: 'x'.repeat(100_000) }
const host = createManualClock(0)
const deps = { host, wireTap: { listen: () => () => {} }, state: () => STATE } as unknown as LiveFeedDeps

function listen(feed: ReturnType<typeof createLiveFeed>): DeafListener {
  const listener = new DeafListener()
  feed.open({ state: '1' }).begin(listener as unknown as ServerResponse)
  return listener
}

it('sends a listener that does not read no more than a megabyte', () => {
  using feed = createLiveFeed(deps)
  const listener = listen(feed)
  host.advance(3_600_000)
  expect(listener.writableLength).toBeGreaterThan(900_000)
  expect(listener.writableLength).toBeLessThan(1_200_000)
})

it('has so many listeners; the oldest makes room for one more', () => {
  using feed = createLiveFeed(deps)
  const listeners = Array.from({ length: LISTENERS_MOST + 3 }, () => listen(feed))
  expect(feed.listeners()).toBe(LISTENERS_MOST)
  expect(listeners.map(({ hasEnded }) => hasEnded).slice(0, 5)).toEqual([true, true, true, false, false])
})
