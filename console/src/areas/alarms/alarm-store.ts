import { changeReadState } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { LIMITS } from '@backlot/contract/limits'
import { create } from 'zustand'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import { isAwaited } from '../../features/alarms/awaited-alarms.ts'
import {
  type Arrival,
  changeAlarms,
  foldArrivals,
  type LiveAlarms,
} from '../../features/alarms/live-alarms.ts'
import { isShielded } from '../../features/alarms/shield-list.ts'
import { useShield } from '../../features/alarms/shield-store.ts'
import { NO_STORM, type Storm, StormMeter } from '../../features/alarms/storm-meter.ts'
import { request } from '../../platform/client.ts'
import { noteArrivals } from './alarm-diagnostics.ts'
import { isOrdinary } from './alarm-rules.ts'
import { createArrivalPace } from './arrival-pace.ts'

type AlarmState = Required<LiveAlarms> & {
  /** New alarms are counted only while this is on; on at start (stated). Off while the operator sees them come. */
  counting: boolean
  /** How many of each type there were since the list began: in a storm more than it holds. */
  raised: Readonly<Record<string, number>>
  storm: Storm
}

/** Before the list has begun. */
export const NOTHING_RAISED: AlarmState['raised'] = {}

const EMPTY: AlarmState = {
  list: [],
  newCount: 0,
  silent: new Set(),
  counting: true,
  raised: NOTHING_RAISED,
  storm: NO_STORM,
}

/** Alarms as they come. One write for many, however many arrive. */
export const useAlarms = create<AlarmState>(() => EMPTY)

type AlarmRefs = readonly Pick<Alarm, 'sn' | 'alarmSeq'>[]
/** New alarms, and how many more of each type the channel skipped. */
export type News = { fresh: readonly Alarm[]; skipped: Readonly<Record<string, number>> }
type NewsListener = (news: News) => void

const STORM_LOOK_MS = 1000

const newsListeners = new Set<NewsListener>()
const meter = new StormMeter()
let arrivals: Arrival[] = []
let skipped: Record<string, number> = {}
let seeding = false
/** Keys of alarms that came while the page was away: they are counted, but not announced. */
const missed = new Set<string>()
let stormTimer: ReturnType<typeof setTimeout> | undefined

/** Calls back with new alarms (not updates, not those from before the sign-in), a few times a second at most. */
export function onNews(listener: NewsListener): () => void {
  newsListeners.add(listener)
  return () => newsListeners.delete(listener)
}

const askToTakeIn = createArrivalPace(
  {
    nowMs: () => performance.now(),
    isVisible: () => document.visibilityState === 'visible',
    nextFrame: (run) => requestAnimationFrame(run),
    later: (run, ms) => setTimeout(run, ms),
  },
  takeIn,
)

const isWanted = (alarm: Alarm) => isOrdinary(alarm) && !isShielded(alarm, useShield.getState().shield)

/** Takes alarms from the channel or a page. Files, heads and shielded types are left out. */
export function receiveAlarms(
  list: readonly Alarm[],
  kind: { updateOnly: boolean; counted: boolean /** The list begins with these. */; first?: boolean },
): void {
  const wanted = list.filter(isWanted)
  if (kind.first) seeding = true
  if (kind.first && kind.counted) for (const alarm of wanted) missed.add(alarmKey(alarm))
  if (wanted.length === 0) return
  arrivals.push({ list: wanted, updateOnly: kind.updateOnly, counted: kind.counted })
  askToTakeIn()
}

/** Takes pictures and clips that came after their alarm. */
export function receiveResources(arrival: Extract<Arrival, { resource: unknown }>): void {
  arrivals.push(arrival)
  askToTakeIn()
}

/** Takes notice of alarms that the channel left out: they count, the list gets the newest of them later. */
export function receiveSkipped(byType: Readonly<Record<string, number>>): void {
  const { shield } = useShield.getState()
  for (const [type, count] of Object.entries(byType)) {
    if (!isOrdinary({ type }) || shield.has(type)) continue
    skipped[type] = (skipped[type] ?? 0) + count
  }
  askToTakeIn()
}

function takeIn(): void {
  const taken = arrivals
  const left = skipped
  arrivals = []
  skipped = {}
  const state = useAlarms.getState()
  const { list, newCount, silent, fresh } = foldArrivals(state, taken)
  noteArrivals(taken)
  const isFirst = seeding
  const raised: Record<string, number> = isFirst ? {} : { ...state.raised }
  for (const { type } of isFirst ? list : fresh) raised[type] = (raised[type] ?? 0) + 1
  seeding = false
  let leftCount = 0
  for (const [type, count] of Object.entries(left)) {
    raised[type] = (raised[type] ?? 0) + count
    leftCount += count
  }
  const came = fresh.filter((alarm) => !missed.has(alarmKey(alarm)))
  missed.clear()
  meter.note(came.length + leftCount, performance.now())
  useAlarms.setState({
    list,
    silent,
    newCount: state.counting ? newCount + leftCount : state.newCount,
    raised,
    storm: look(state.storm),
  })
  const news = came.filter((alarm) => !isAwaited(alarm))
  if (news.length + leftCount === 0) return
  for (const listener of newsListeners) listener({ fresh: news, skipped: left })
}

/** The storm as it is now. While one rages it is looked at every second, so that its end is seen too. */
function look(before: Storm): Storm {
  const storm = meter.look(performance.now())
  if (storm.raging) {
    stormTimer ??= setTimeout(() => {
      stormTimer = undefined
      useAlarms.setState(({ storm: last }) => ({ storm: look(last) }))
    }, STORM_LOOK_MS)
  }
  const same = storm.raging === before.raging && storm.perSecond === before.perSecond
  return same || (!storm.raging && !before.raging) ? before : storm
}

/** Removes alarms of a new shield list. */
export function dropShielded(): void {
  useAlarms.setState(({ list }) => {
    const left = list.filter(isWanted)
    return left.length === list.length ? {} : { list: left }
  })
}

/** Empties the list and the counter, and discards alarms that have arrived but are not in the list yet. */
export function emptyList(): void {
  arrivals = []
  skipped = {}
  seeding = false
  meter.reset()
  clearTimeout(stormTimer)
  stormTimer = undefined
  useAlarms.setState(({ counting }) => ({ ...EMPTY, counting }))
}

const names = (refs: AlarmRefs) => {
  const wanted = new Set(refs.map((ref) => `${ref.sn}|${ref.alarmSeq}`))
  return (alarm: Alarm) => wanted.has(`${alarm.sn}|${alarm.alarmSeq}`)
}

/** Changes these alarms in the live list; undefined fields change nothing (stated). */
export function changeLive(refs: AlarmRefs, change: Partial<Alarm>): void {
  useAlarms.setState(({ list }) => ({ list: changeAlarms(list, names(refs), change) }))
}

/** Marks alarms as read, on the platform and in the list. Those that the platform no longer has are left out. */
export async function markRead(refs: AlarmRefs): Promise<void> {
  for (let from = 0; from < refs.length; from += LIMITS.liveAlarmCap) {
    const list = refs.slice(from, from + LIMITS.liveAlarmCap).map(({ sn, alarmSeq }) => ({ sn, alarmSeq }))
    await request(changeReadState, { body: { list, each: list.length > 1 } })
  }
  changeLive(refs, { isRead: 1 })
}

/** The operator has looked at the list: nothing is new any more. */
export function resetNewCount(): void {
  useAlarms.setState({ newCount: 0 })
}

/** The counter continues from its value before the page was reloaded. */
export function beginCount(count: number): void {
  useAlarms.setState(({ newCount }) => ({ newCount: newCount + count }))
}

/** Whether new alarms are counted: not while the operator sees them come. */
export function setCounting(counting: boolean): void {
  useAlarms.setState({ counting })
}
