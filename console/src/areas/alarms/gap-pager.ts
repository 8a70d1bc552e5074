import type { Alarm } from '@backlot/contract/alarms/entities'
import type { CursorRange } from '@backlot/contract/channel/cursor-ranges'
import { LIMITS } from '@backlot/contract/limits'
import { rowsSent } from '../../platform/read-rows.ts'

/** `skipped`: how many alarms between the cursors were left out. */
export type Gap = CursorRange & { skipped: number }
type Page = { list: readonly Alarm[] }

/** A page is read in one go: this many do not hold the page's other work up. */
const PAGE_SIZE = 500
/** Gaps are announced once a second during a storm: without any for this long it is over, or pauses. */
const SETTLE_MS = 1500
/** A storm that never ends is paged all the same, so that the list is no sample for long. */
const ROUNDS_WAITED_MAX = 6

/** One gap that covers both. */
export function joinGaps(a: Gap | undefined, b: Gap): Gap {
  if (!a) return b
  return {
    fromCursor: Math.min(a.fromCursor, b.fromCursor),
    toCursor: Math.max(a.toCursor, b.toCursor),
    skipped: a.skipped + b.skipped,
  }
}

/**
 * Where paging starts: nothing older than the list could hold is worth fetching. Where this console may see few of the
 * alarms, those that fill the list lie further apart.
 */
export function firstCursor({ fromCursor, toCursor, skipped }: Gap): number {
  const perAlarm = (toCursor - fromCursor) / Math.max(1, skipped)
  return Math.max(fromCursor, toCursor - Math.ceil(LIMITS.liveAlarmCap * Math.max(1, perAlarm)))
}

/**
 * Fetches alarms that the channel skipped, once gaps cease to come: those fetched in a storm are pushed out of the list
 * by the next second. Gaps that come meanwhile are joined; after a failure the round is tried again.
 */
export function createGapPager(environment: {
  fetchAfter(cursor: number, pageSize: number): Promise<Page>
  deliver(alarms: readonly Alarm[]): void
  onFailure(error: unknown): void
  pause(ms: number): Promise<void>
}) {
  let waiting: Gap | undefined
  let running = false
  /** Older alarms are not worth fetching any more: newer ones have filled the list. */
  let floor = 0
  /** Grows when pending results are no longer wanted. */
  let turn = 0

  async function fetchGap(gap: Gap): Promise<void> {
    const mine = turn
    const first = Math.max(floor, firstCursor(gap))
    if (first > gap.fromCursor) floor = first
    for (let cursor = first; cursor < gap.toCursor; ) {
      const { list } = await environment.fetchAfter(cursor, PAGE_SIZE)
      if (mine !== turn) return
      const wanted = list.filter((alarm) => (alarm.cursor ?? 0) <= gap.toCursor)
      if (wanted.length > 0) environment.deliver(wanted)
      const last = Math.max(cursor, ...list.map((alarm) => alarm.cursor ?? 0))
      if (last === cursor || rowsSent(list) < PAGE_SIZE) return
      cursor = last
    }
  }

  /** Waits until no gap came for a while, or for long enough. */
  async function settle(): Promise<void> {
    for (let rounds = 0; rounds < ROUNDS_WAITED_MAX; rounds++) {
      const before = waiting?.toCursor
      await environment.pause(SETTLE_MS)
      if (waiting?.toCursor === before) return
    }
  }

  async function run(): Promise<void> {
    running = true
    while (waiting) {
      await settle()
      const gap: Gap | undefined = waiting
      waiting = undefined
      if (!gap) break
      try {
        await fetchGap(gap)
      } catch (error) {
        environment.onFailure(error)
        waiting = joinGaps(waiting, gap)
      }
    }
    running = false
  }

  return {
    add(gap: Gap): void {
      if (gap.toCursor <= floor) return
      waiting = joinGaps(waiting, gap)
      if (!running) void run()
    },
    /** Gives up waiting and pending requests (cleared, signed out). */
    stop(): void {
      waiting = undefined
      floor = 0
      turn++
    },
    /** Whether something is still to be fetched. */
    isBusy: () => running || waiting !== undefined,
  }
}
