import { CHANNEL_ALARMS_PER_SECOND } from '@backlot/contract/channel/frames'
import type { AlarmFeed } from './alarm-feed.ts'
import { AlarmGap, alarmMessages } from './alarm-messages.ts'
import type { AlarmEvent } from './tick-events.ts'

const PAGE = 1000

export type Resumed = { messages: string[]; cursor: number }

/**
 * What a console missed since a cursor, a page of the store at each step. Answers at the end: all of it, or the newest
 * with a gap before them, and the cursor up to which nothing is missing. No more than what is sent is held in memory.
 * `wants` asks for a device's serial.
 */
export function* resumeAlarms(
  feed: AlarmFeed,
  from: number,
  wants: (sn: string) => boolean,
): Generator<void, Resumed> {
  let cursor = from
  const missed: AlarmEvent[] = []
  const gap = new AlarmGap()
  for (;;) {
    const page = feed.after(cursor, PAGE)
    for (const event of page) {
      cursor = Math.max(cursor, event.alarm.cursor ?? 0)
      if (wants(event.alarm.sn)) missed.push(event)
    }
    if (missed.length > CHANNEL_ALARMS_PER_SECOND) {
      gap.add(missed.splice(0, missed.length - CHANNEL_ALARMS_PER_SECOND))
    }
    if (page.length < PAGE) break
    yield
  }
  const messages = alarmMessages(missed, CHANNEL_ALARMS_PER_SECOND, (alarm) => JSON.stringify(alarm), gap)
  return { messages, cursor }
}
