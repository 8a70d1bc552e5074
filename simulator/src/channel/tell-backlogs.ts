import type { CursorRange } from '@backlot/contract/channel/cursor-ranges'
import type { AlarmFeed, MissedAlarm, StoredAlarm } from './alarm-feed.ts'
import { alarmGap, alarmLists } from './alarm-messages.ts'
import type { Backlog } from './backlog.ts'
import { batchFrame } from './batch-frame.ts'
import type { Pace } from './channel-pace.ts'
import type { ConsoleSession } from './console-session.ts'
import type { HubContext } from './hub-context.ts'
import type { TickEvents } from './tick-events.ts'

/** Alarms that are read at once to be counted, and while there are consoles that are sent them in full: 80 kB a frame. */
const PAGE = 1000
const PAGE_IN_FULL = 100
/**
 * Work of one turn, for all consoles together: an alarm that is read, or looked at for an audience, counts 1. At some
 * 2 µs each that is a tenth of a tick. At a slow pace it is less, but at least a quarter.
 */
const WORK_A_TURN = 6000
const LEAST_SHARE = 1 / 4
/** An alarm that is sent in full is read whole and written as JSON: some 20 µs. */
const WORK_IN_FULL = 10
/** A frame that is written to a console: some 10 µs. */
const WORK_TO_SEND = 5
/** With more changed alarms than this in a page, consoles share a frame only if they missed the same. */
const CHANGED_MAX = 32

/** Work of a turn, for tests and metrics. */
export type BacklogTurn = { rowsRead: number; work: number }

/**
 * Sends consoles their missed alarms, a bounded part in each turn, less at a slower pace: the newest first, each page
 * is read once for all that missed it, and again in the next turn for those that this turn had no time for. Of each page
 * a console gets the newest in full, within its allowance, and the rest as a gap with counts; both in one frame, so that
 * a read frame is complete.
 */
export function tellBacklogs(
  context: HubContext,
  sessions: Iterable<ConsoleSession>,
  { share, most }: Pace,
): BacklogTurn {
  const turn: BacklogTurn = { rowsRead: 0, work: 0 }
  let open = [...sessions].filter(isReady)
  const mostWork = WORK_A_TURN * Math.max(share, LEAST_SHARE)
  while (open.length > 0 && turn.work < mostWork) {
    const top = Math.max(...open.map(({ backlog }) => backlog.newest.toCursor))
    const first = open.filter(({ backlog }) => backlog.newest.toCursor === top)
    const bottom = Math.min(...first.map(({ backlog }) => backlog.newest.fromCursor))
    const limit = first.some(({ backlog }) => backlog.fullLeft(most) > 0) ? PAGE_IN_FULL : PAGE
    const { list: alarms, newestCursor } = context.alarms.missed({ fromCursor: bottom, toCursor: top }, limit)
    const from = alarms.length < limit ? bottom : alarms.at(-1)!.cursor - 1
    turn.rowsRead += alarms.length
    turn.work += alarms.length + 1
    const page = new BacklogPage(context, alarms, newestCursor, most)
    for (const session of open) {
      for (const range of session.backlog.openIn({ fromCursor: from, toCursor: top }))
        page.tell(session, range)
      // A page that was begun may take as much again: otherwise it is read again for the others.
      if (turn.work + page.work >= 2 * mostWork) break
    }
    turn.work += page.work
    open = open.filter(isReady)
  }
  return turn
}

const isReady = ({ backlog, link, hearsAlarms }: ConsoleSession) =>
  backlog.isOpen && link.isOpen && link.isEasy && hearsAlarms

/** A page of missed alarms, newest first, and the frames that were made of it. */
class BacklogPage {
  readonly #context: HubContext
  readonly #alarms: readonly MissedAlarm[]
  readonly #newestCursor: number
  readonly #most: number
  /** An alarm that has not changed since it came is new to all that missed it. */
  readonly #changed: readonly MissedAlarm[]
  readonly #frames = new Map<string, { frame: Buffer; inFull: number }>()
  work = 0

  constructor(context: HubContext, alarms: readonly MissedAlarm[], newestCursor: number, most: number) {
    this.#context = context
    this.#alarms = alarms
    this.#changed = alarms.filter(({ cursor, raisedCursor }) => cursor !== raisedCursor)
    this.#newestCursor = newestCursor
    this.#most = most
  }

  tell(session: ConsoleSession, range: CursorRange): void {
    const { backlog } = session
    const { fromCursor, toCursor } = range
    const fullLeft = backlog.fullLeft(this.#most)
    const sent = fullLeft > 0 ? `${fullLeft}, ${session.alarmCursor}` : ''
    const key = `${fromCursor}-${toCursor}|${sent}|${this.#knownBy(backlog)}|${session.audience().key}`
    const known = this.#frames.get(key) ?? this.#make(session, range)
    this.#frames.set(key, known)
    this.work += WORK_TO_SEND
    if (session.link.sendFrame(known.frame)) backlog.told(range, known.inFull, this.#newestCursor)
  }

  /** Equal for consoles that knew the same of the page's alarms. */
  #knownBy(backlog: Backlog): string {
    if (this.#changed.length > CHANGED_MAX) return backlog.key
    return this.#changed.map(({ raisedCursor }) => (backlog.isNew(raisedCursor) ? 1 : 0)).join('')
  }

  #make(session: ConsoleSession, range: CursorRange): { frame: Buffer; inFull: number } {
    const { directory, alarms } = this.#context
    const { backlog } = session
    const audience = session.audience()
    const missed = this.#alarms.filter(({ cursor }) => cursor > range.fromCursor && cursor <= range.toCursor)
    const wanted = missed
      .filter(({ sn }) => audience.wantsAlarm(directory.slotOf(sn) ?? -1))
      .map((alarm) => ({ ...alarm, updateOnly: !backlog.isNew(alarm.raisedCursor) }))
    const fullLeft = backlog.fullLeft(this.#most)
    const chosen = new Map(wanted.slice(0, fullLeft).map((alarm) => [alarm.cursor, alarm]))
    const events = alarms.withCursors([...chosen.keys()]).map((alarm) => {
      const { updateOnly } = chosen.get(alarm.cursor ?? 0)!
      chosen.delete(alarm.cursor ?? 0)
      return { alarm, updateOnly }
    })
    // Alarms changed since the page was read are only counted here; their change arrives live.
    const skipped = [...chosen.values(), ...wanted.slice(fullLeft)]
    const inFull = events.length
    const messages = [
      alarmGap(range, skipped),
      ...alarmLists(events, (alarm) => JSON.stringify(alarm), session.alarmCursor),
    ]
    this.work += missed.length + WORK_IN_FULL * inFull
    return { frame: batchFrame(this.#context, this.#context.head(), messages), inFull }
  }
}

/**
 * Sends consoles at once the missed alarms that were changed before they could be sent: the change moves them to a
 * later place in the order of commits, where the backlog does not look.
 */
export function tellMoved(context: HubContext, sessions: Iterable<ConsoleSession>, events: TickEvents): void {
  const concerned = [...sessions].filter(({ backlog, hearsAlarms }) => backlog.isMovable && hearsAlarms)
  if (concerned.length === 0) return
  const moved = movedAlarms(context.alarms, events)
  for (const session of moved.length > 0 ? concerned : []) {
    const audience = session.audience()
    const { backlog } = session
    const missed = moved
      .filter(({ raisedCursor, alarm }) => backlog.isMoved(raisedCursor, alarm.cursor ?? 0))
      .filter(({ alarm }) => audience.wantsAlarm(context.directory.slotOf(alarm.sn) ?? -1))
    // Its former place is settled in the same frame: else a console that is cut now would count it there again.
    const places = missed.map(({ raisedCursor }) => ({
      fromCursor: raisedCursor - 1,
      toCursor: raisedCursor,
    }))
    const rows = missed.map(({ alarm }) => ({ alarm, updateOnly: false }))
    session.sendBatch([
      ...places.map((place) => alarmGap(place, [])),
      ...alarmLists(rows, (alarm) => JSON.stringify(alarm), session.alarmCursor),
    ])
  }
}

/** Alarms whose changes a tick sends, late pictures among them. */
function movedAlarms(feed: AlarmFeed, { alarms, resources }: TickEvents): StoredAlarm[] {
  const changed = alarms.filter(({ updateOnly }) => updateOnly).map(({ alarm }) => alarm)
  const raised = changed.length > 0 ? feed.raisedCursors(changed.map(({ id }) => id)) : undefined
  return [
    ...changed.flatMap((alarm) => {
      const raisedCursor = raised?.get(alarm.id)
      return raisedCursor === undefined ? [] : [{ alarm, raisedCursor }]
    }),
    ...resources.flatMap(({ sn, alarmSeq }) => feed.named(sn, alarmSeq) ?? []),
  ]
}
