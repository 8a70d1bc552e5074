import { ACCESS } from '@backlot/contract/access'
import type { Topic } from '@backlot/contract/channel/frames'
import { checkGrant, isGranted } from '../calls/access-check.ts'
import type { Caller } from '../calls/route.ts'
import type { Directory, Interval } from '../fleet/directory.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import { AlarmAllowance } from './alarm-allowance.ts'
import { alarmGap, alarmLists, chooseSent, isSos } from './alarm-messages.ts'
import { encodeList } from './frame-codec.ts'
import { type Matcher, matcherOf, type Subscription } from './subscription.ts'
import type { AlarmEvent } from './tick-events.ts'
import type { TickRows } from './tick-rows.ts'

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
  /** Messages chosen from the newest tick: once, however many consoles ask. */
  #last: { rows: TickRows; chosen: Chosen } | undefined

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

  /** All messages of a tick but the alarms, as JSON. */
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

  /**
   * The alarms of a tick past a cursor, as JSON: the newest of them, as many as the allowance grants, SOS before all
   * others. The rest is announced as a gap in the same frame, so that a console that leaves after it misses nothing and
   * gets nothing twice. `isBehind`: for consoles with unread frames; they only get the SOS within the allowance.
   */
  alarmMessages(rows: TickRows, { after, isBehind }: { after: number; isBehind: boolean }): string[] {
    const chosen = this.#chosen(rows)
    const isSent = isBehind ? isSos : () => true
    const isLater = ({ alarm }: AlarmEvent) => (alarm.cursor ?? 0) > after
    const sent = chosen.sent.filter((event) => isSent(event) && isLater(event))
    const left = isBehind ? chosen.sent.filter((event) => !isSent(event)) : []
    const skipped = [...chosen.skipped, ...left].filter(isLater)
    const lists = alarmLists(sent, rows.alarmJson, rows.publishedCursor)
    if (skipped.length === 0) return lists
    const cursors = skipped.map(({ alarm }) => alarm.cursor ?? 0)
    const range = { fromCursor: Math.min(...cursors) - 1, toCursor: Math.max(...cursors) }
    return [
      alarmGap(
        range,
        skipped.map(({ alarm: { type }, updateOnly }) => ({ type, updateOnly })),
      ),
      ...lists,
    ]
  }

  /** Alarms of the tick that its consoles are not sent. */
  skippedOf(rows: TickRows): number {
    return this.#chosen(rows).skipped.length
  }

  #maySee(slot: number): boolean {
    return this.#status?.(slot) || this.#alarm?.(slot) || false
  }

  #chosen(rows: TickRows): Chosen {
    if (this.#last?.rows === rows) return this.#last.chosen
    const wants = this.#alarm
    const events = wants ? rows.alarms.filter(({ slot }) => wants(slot)).map(({ event }) => event) : []
    const chosen = chooseSent(events, this.#allowance.take(events.length, rows.atMs, rows.pace))
    this.#last = { rows, chosen }
    return chosen
  }
}

type Chosen = { sent: readonly AlarmEvent[]; skipped: readonly AlarmEvent[] }

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
