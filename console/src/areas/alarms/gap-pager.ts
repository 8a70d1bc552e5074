import type { Alarm } from '@backlot/contract/alarms/entities'
import { LIMITS } from '@backlot/contract/limits'

export type Gap = { fromCursor: number; toCursor: number }
type Page = { list: readonly Alarm[] }

const PAGE_SIZE = 1000
/** Between rounds, so that a storm that never ends costs a page or two a second at most. */
const ROUND_PAUSE_MS = 1000

/** One gap that covers both. */
export function joinGaps(a: Gap | undefined, b: Gap): Gap {
  if (!a) return b
  return { fromCursor: Math.min(a.fromCursor, b.fromCursor), toCursor: Math.max(a.toCursor, b.toCursor) }
}

/** Where paging starts: nothing older than the list could hold is worth fetching. */
export function firstCursor(gap: Gap): number {
  return Math.max(gap.fromCursor, gap.toCursor - LIMITS.liveAlarmCap)
}

/**
 * Fetches what the channel skipped. Gaps that come while a round runs are joined for the next one; after a failure the
 * rest of the round is tried again with the next.
 */
export function createGapPager(edge: {
  fetchAfter(cursor: number, pageSize: number): Promise<Page>
  deliver(alarms: readonly Alarm[]): void
  onFailure(error: unknown): void
  pause(ms: number): Promise<void>
}) {
  let waiting: Gap | undefined
  let running = false

  async function fetchGap(gap: Gap): Promise<void> {
    for (let cursor = firstCursor(gap); cursor < gap.toCursor; ) {
      const { list } = await edge.fetchAfter(cursor, PAGE_SIZE)
      const wanted = list.filter((alarm) => (alarm.cursor ?? 0) <= gap.toCursor)
      if (wanted.length > 0) edge.deliver(wanted)
      const last = Math.max(cursor, ...list.map((alarm) => alarm.cursor ?? 0))
      if (last === cursor || list.length < PAGE_SIZE) return
      cursor = last
    }
  }

  async function run(): Promise<void> {
    running = true
    while (waiting) {
      const gap = waiting
      waiting = undefined
      try {
        await fetchGap(gap)
      } catch (error) {
        edge.onFailure(error)
        waiting = joinGaps(waiting, gap)
      }
      await edge.pause(ROUND_PAUSE_MS)
    }
    running = false
  }

  return {
    add(gap: Gap): void {
      waiting = joinGaps(waiting, gap)
      if (!running) void run()
    },
    /** Gives up what is waiting (signed out). */
    stop(): void {
      waiting = undefined
    },
  }
}
