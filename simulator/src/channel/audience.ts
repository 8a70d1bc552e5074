import { ACCESS } from '@backlot/contract/access'
import { CHANNEL_ALARMS_PER_SECOND, type Topic } from '@backlot/contract/channel/frames'
import type { Directory, Interval } from '../fleet/directory.ts'
import { checkGrant, isGranted } from '../http/access-check.ts'
import { PlatformError } from '../http/platform-error.ts'
import type { Caller } from '../http/route.ts'
import { AlarmAllowance } from './alarm-allowance.ts'
import { AlarmGap, alarmMessages, chooseSent, listMessages } from './alarm-messages.ts'
import { encodeList } from './frame-codec.ts'
import { type Matcher, matcherOf, type Subscription } from './subscription.ts'
import type { AlarmEvent } from './tick-events.ts'
import type { TickRows } from './tick-rows.ts'

/** Gaps are told that often at most, so that a storm is one a second and not one a tick. */
const GAP_EVERY_MS = 1000

/** Consoles that hear the same: one permission scope, one set of subscriptions. Their frames are written once. */
export class Audience {
  readonly key: string
  readonly permitted: readonly Interval[]
  readonly everything: boolean
  /** Its consoles may see work orders. */
  readonly seesOrders: boolean
  readonly #gps: Matcher | undefined
  readonly #status: Matcher | undefined
  readonly #alarm: Matcher | undefined
  readonly #allowance: AlarmAllowance
  /** Alarms past the allowance that are still to be told of. */
  #gap = new AlarmGap()
  #gapToldMs = Number.NEGATIVE_INFINITY
  /** Cursor of the newest alarm that was sent. */
  #newestSent = 0
  /** Alarms that became part of a gap. */
  skippedAlarms = 0
  /** Cursor up to which this audience was sent, or told of, every alarm. */
  sentUpTo = 0

  constructor(
    directory: Directory,
    key: string,
    caller: Caller,
    subscriptions: readonly Subscription[],
    hostMs: number,
  ) {
    this.key = key
    this.permitted = directory.scopeOf(caller.scope.rootGroupIds)
    this.everything = caller.scope.rootGroupIds.includes(0)
    this.seesOrders = isGranted(ACCESS.seeOrders, caller)
    const allowed = subscriptions.map((subscription) => ({
      ...subscription,
      topics: subscription.topics.filter((topic) => mayHear(caller, topic)),
    }))
    const matcher = (topic: Topic) => matcherOf(directory, this.permitted, this.everything, allowed, topic)
    this.#gps = matcher('gps')
    this.#status = matcher('status')
    this.#alarm = matcher('alarm')
    this.#allowance = new AlarmAllowance(hostMs)
  }

  get hearsAlarms(): boolean {
    return this.#alarm !== undefined
  }

  /** Whether a change below a group (0: at the top) is seen. */
  seesGroup(directory: Directory, groupId: number): boolean {
    return this.everything || directory.isGroupInScope(this.permitted, groupId)
  }

  wantsAlarm(slot: number): boolean {
    return this.#alarm?.(slot) ?? false
  }

  /** Messages of a tick for this audience, as JSON: written once for all its consoles. */
  messages(rows: TickRows, hostMs: number): string[] {
    return [...this.commonMessages(rows), ...this.#alarmMessages(rows, hostMs)]
  }

  /** All but the alarms. */
  commonMessages(rows: TickRows): string[] {
    const messages: string[] = []
    const list = (type: 'gps' | 'status', matches: Matcher | undefined) => {
      if (!matches) return
      const wanted = rows[type].filter(({ slot }) => slot >= 0 && matches(slot)).map(({ json }) => json())
      if (wanted.length > 0) messages.push(encodeList(type, wanted))
    }
    list('gps', this.#gps)
    list('status', this.#status)
    for (const { slot, json } of rows.deviceMessages) if (this.#maySee(slot)) messages.push(json())
    return messages
  }

  /** The alarms of a tick for a console that has some of them already: those past its cursor. */
  alarmsAfter(rows: TickRows, cursor: number): string[] {
    const events = this.#wanted(rows).filter(({ alarm }) => (alarm.cursor ?? 0) > cursor)
    return alarmMessages(events, CHANNEL_ALARMS_PER_SECOND, rows.alarmJson)
  }

  #maySee(slot: number): boolean {
    return this.#status?.(slot) || this.#alarm?.(slot) || false
  }

  #wanted(rows: TickRows): AlarmEvent[] {
    const wants = this.#alarm
    return wants ? rows.alarms.filter(({ slot }) => wants(slot)).map(({ event }) => event) : []
  }

  /**
   * The newest alarms of a tick, as many as the allowance grants, calls for help before all others; the rest is told of
   * as a gap. While a gap waits to be told alarms carry the cursor before it, so that a console that leaves meanwhile resumes there.
   */
  #alarmMessages(rows: TickRows, hostMs: number): string[] {
    if (!this.#alarm) return []
    const events = this.#wanted(rows)
    const granted = this.#allowance.take(events.length, hostMs)
    const { sent, skipped } = chooseSent(events, granted)
    this.#gap.add(skipped)
    this.skippedAlarms += skipped.length
    const isDue = skipped.length === 0 || hostMs - this.#gapToldMs >= GAP_EVERY_MS
    const messages: string[] = []
    if (this.#gap.skipped > 0 && isDue) {
      messages.push(this.#gap.message(this.#newestSent))
      this.#gap = new AlarmGap()
      this.#gapToldMs = hostMs
    }
    const knownUpTo = this.#gap.skipped > 0 ? this.#gap.firstCursor - 1 : rows.publishedCursor
    messages.push(...listMessages(sent, rows.alarmJson, knownUpTo))
    if (granted > 0) this.#newestSent = events[events.length - 1]?.alarm.cursor ?? 0
    this.sentUpTo = Math.max(this.sentUpTo, knownUpTo)
    return messages
  }
}

/** Alarms are for who may see alarms; positions and states for everybody, of the devices in the own scope. */
export function mayHear(caller: Caller, topic: Topic): boolean {
  if (topic !== 'alarm') return true
  try {
    checkGrant(ACCESS.seeAlarms, caller)
    return true
  } catch (error) {
    if (error instanceof PlatformError) return false
    throw error
  }
}

/** Equal for consoles that hear the same, at one version of the tree. */
export function audienceKey(caller: Caller, subscriptions: readonly Subscription[]): string {
  const scope = [...caller.scope.rootGroupIds].sort((a, b) => a - b).join(',')
  const wanted = subscriptions.map(({ topics, scope }) => JSON.stringify([[...topics].sort(), scope])).sort()
  const granted = [mayHear(caller, 'alarm') && 'alarms', isGranted(ACCESS.seeOrders, caller) && 'orders']
  return `${scope}|${granted.filter(Boolean).join(',')}|${wanted.join('|')}`
}
