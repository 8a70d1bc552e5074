import { changeReadState, listAlarms, shieldList } from '@backlot/contract/alarms/calls'
import type { Alarm, AlarmResource } from '@backlot/contract/alarms/entities'
import { LIMITS } from '@backlot/contract/limits'
import { create } from 'zustand'
import { type Arrival, changeAlarms, foldArrivals, type LiveAlarms } from '../../parts/alarms/live-alarms.ts'
import { isShielded, parseShieldList, type ShieldList } from '../../parts/alarms/shield-list.ts'
import { deviceBySn, deviceStore } from '../../parts/device-tree/device-store.ts'
import { channel } from '../../platform/channel.ts'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { isOrdinary } from './alarm-rules.ts'
import { createGapPager } from './gap-pager.ts'

type AlarmState = LiveAlarms & {
  /** New alarms are counted only while this is on; on at start (stated). */
  counting: boolean
  shield: ShieldList
}

/** Alarms as they come. One write per animation frame, however many arrive. */
export const useAlarms = create<AlarmState>(() => ({
  list: [],
  newCount: 0,
  counting: true,
  shield: new Set(),
}))

type AlarmRefs = readonly Pick<Alarm, 'sn' | 'alarmSeq'>[]
type FreshListener = (fresh: readonly Alarm[]) => void

const freshListeners = new Set<FreshListener>()
let arrivals: Arrival[] = []
let skipped = 0
let frameAsked = false

/** Hears alarms that are news (not updates, not those from before the sign-in), at most once per frame. */
export function onFreshAlarms(listener: FreshListener): () => void {
  freshListeners.add(listener)
  return () => freshListeners.delete(listener)
}

/** Takes alarms from the channel or a page. Files, heads and shielded types are left out. */
export function receiveAlarms(list: readonly Alarm[], kind: { updateOnly: boolean; counted: boolean }): void {
  const { shield } = useAlarms.getState()
  const wanted = list.filter((alarm) => isOrdinary(alarm) && !isShielded(alarm, shield))
  if (wanted.length === 0) return
  arrivals.push({ list: wanted, ...kind })
  askFrame()
}

function askFrame(): void {
  if (frameAsked) return
  frameAsked = true
  if (document.visibilityState === 'visible') requestAnimationFrame(applyArrivals)
  else setTimeout(applyArrivals, 500)
}

function applyArrivals(): void {
  frameAsked = false
  const taken = arrivals
  arrivals = []
  const state = useAlarms.getState()
  const folded = foldArrivals(state, taken)
  const newCount = state.counting ? folded.newCount + skipped : state.newCount
  skipped = 0
  useAlarms.setState({ list: folded.list, newCount })
  if (folded.fresh.length > 0) for (const listener of freshListeners) listener(folded.fresh)
}

const pager = createGapPager({
  fetchAfter: (after, pageSize) => request(listAlarms, { query: { after, pageSize } }),
  deliver: (list) => receiveAlarms(list, { updateOnly: false, counted: false }),
  onFailure: (error) => noteProblem('alarms.gap', String(error)),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

let stopListening: (() => void) | undefined

/** Starts the live list: the shield list, the recent alarms, then what the channel brings. */
export async function startAlarms(): Promise<void> {
  stopListening ??= listen()
  await loadShieldList()
  await loadRecent()
}

/** Forgets everything (signed out). */
export function stopAlarms(): void {
  stopListening?.()
  stopListening = undefined
  pager.stop()
  arrivals = []
  skipped = 0
  useAlarms.setState({ list: [], newCount: 0, counting: true, shield: new Set() })
}

function listen(): () => void {
  const stops = [
    channel.subscribe({
      id: 'alarms',
      topics: ['alarm'],
      scope: { kind: 'subtree', groupId: 0 },
      snapshot: false,
    }),
    channel.on('alarm', ({ list, updateOnly }) => receiveAlarms(list, { updateOnly, counted: !updateOnly })),
    channel.on('alarmGap', (gap) => {
      skipped += gap.skipped
      askFrame()
      pager.add(gap)
    }),
    channel.on('resource', ({ sn, alarmSeq, resource }) => addResources(sn, alarmSeq, resource)),
    channel.on('resync', ({ reason }) => {
      if (reason === 'epoch') useAlarms.setState({ list: [] })
      loadRecent().catch((error: unknown) => noteProblem('alarms.recent', String(error)))
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Asks for the own shield list; what it names leaves the live list. */
export async function loadShieldList(): Promise<void> {
  const shield = parseShieldList((await request(shieldList)).shieldList)
  useAlarms.setState(({ list }) => ({ shield, list: list.filter((alarm) => !isShielded(alarm, shield)) }))
}

/** Asks for the recent alarms again: their names, in another language. */
export async function reloadRecentAlarms(): Promise<void> {
  if (stopListening) await loadRecent()
}

async function loadRecent(): Promise<void> {
  const endTime = Math.ceil(platformNow() / 1000)
  const startTime = endTime - LIMITS.queryRangeMs / 1000
  const { list } = await request(listAlarms, {
    query: { startTime, endTime, currentPage: 1, pageSize: LIMITS.alarmListPageSize },
  })
  receiveAlarms(list, { updateOnly: false, counted: false })
}

function addResources(sn: string, alarmSeq: string, resource: AlarmResource[]): void {
  const alarm = useAlarms.getState().list.find((one) => one.sn === sn && one.alarmSeq === alarmSeq)
  if (!alarm) return
  const known = new Set(alarm.resource.map((one) => one.url))
  const more = resource.filter((one) => !known.has(one.url))
  receiveAlarms([{ ...alarm, resource: [...alarm.resource, ...more] }], { updateOnly: true, counted: false })
}

const names = (refs: AlarmRefs) => {
  const wanted = new Set(refs.map((ref) => `${ref.sn}|${ref.alarmSeq}`))
  return (alarm: Alarm) => wanted.has(`${alarm.sn}|${alarm.alarmSeq}`)
}

/** Changes what the live list holds of these alarms; undefined fields change nothing (stated). */
export function changeLive(refs: AlarmRefs, change: Partial<Alarm>): void {
  useAlarms.setState(({ list }) => ({ list: changeAlarms(list, names(refs), change) }))
}

/** Marks alarms as read, on the platform and in the list. */
export async function markRead(refs: AlarmRefs): Promise<void> {
  for (let from = 0; from < refs.length; from += LIMITS.liveAlarmCap) {
    const list = refs.slice(from, from + LIMITS.liveAlarmCap).map(({ sn, alarmSeq }) => ({ sn, alarmSeq }))
    await request(changeReadState, { body: { list } })
  }
  changeLive(refs, { isRead: 1 })
}

/** The operator has looked at the list: nothing is new any more. */
export function resetNewCount(): void {
  useAlarms.setState({ newCount: 0 })
}

/** Empties the list; device flags and the counter go back to 0 (stated). The platform keeps its alarms. */
export function clearAlarms(): void {
  const flagged = new Set(useAlarms.getState().list.map((alarm) => alarm.sn))
  const list = [...flagged].filter((sn) => (deviceBySn(sn)?.alarmFlg ?? 0) !== 0)
  deviceStore.receiveStatus({ type: 'status', list: list.map((sn) => ({ sn, alarmFlg: 0 })) })
  useAlarms.setState({ list: [], newCount: 0 })
}
