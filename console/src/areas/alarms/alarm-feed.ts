import { listAlarms } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { LIMITS } from '@backlot/contract/limits'
import { forgetShieldList, loadShieldList, useShield } from '../../features/alarms/shield-store.ts'
import { deviceStore } from '../../features/device-tree/device-store.ts'
import { channel } from '../../platform/channel.ts'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { noteGap } from './alarm-diagnostics.ts'
import {
  beginCount,
  dropShielded,
  emptyList,
  receiveAlarms,
  receiveResources,
  receiveSkipped,
  setCounting,
  useAlarms,
} from './alarm-store.ts'
import { attachToOpened } from './alarm-view-store.ts'
import { createGapPager } from './gap-pager.ts'
import { forgetCount, keepCount, newestIdOf, readCount, resumeCount } from './persisted-count.ts'
import { dropDrafts } from './processing-drafts.ts'
import { withdrawUndo } from './processing-undo.ts'

/** Alarms up to this id were cleared away: loads and pages do not bring them back. */
let clearedUpTo = 0
let stopListening: (() => void) | undefined

const afterClear = (list: readonly Alarm[]) => list.filter(({ id }) => id > clearedUpTo)

const pager = createGapPager({
  fetchAfter: (after, pageSize) => request(listAlarms, { query: { after, pageSize } }),
  deliver: (list) => receiveAlarms(afterClear(list), { updateOnly: false, counted: false }),
  onFailure: (error) => noteProblem('alarms.gap', String(error)),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

/** Starts the live list: the shield list, the recent alarms, then those from the channel. */
export async function startAlarms(): Promise<void> {
  stopListening ??= listen()
  await loadShieldList()
  await loadRecent(true)
}

/** Forgets everything (signed out). */
export function stopAlarms(): void {
  stopListening?.()
  stopListening = undefined
  pager.stop()
  clearedUpTo = 0
  emptyList()
  dropDrafts()
  withdrawUndo()
  setCounting(true)
  forgetShieldList()
  forgetCount(sessionStorage)
}

function listen(): () => void {
  const loadAgain = () =>
    loadRecent(false).catch((error: unknown) => noteProblem('alarms.recent', String(error)))
  const stops = [
    channel.subscribe({
      id: 'alarms',
      topics: ['alarm'],
      scope: { kind: 'subtree', groupId: 0 },
      snapshot: false,
    }),
    channel.on('alarm', ({ list, updateOnly }) => {
      // A change moves an alarm out of the gap in which it would be fetched: alarms that are not in the list yet come
      // with it.
      if (updateOnly && pager.isBusy()) receiveAlarms(afterClear(list), { updateOnly: false, counted: false })
      else receiveAlarms(list, { updateOnly, counted: !updateOnly })
    }),
    channel.on('alarmGap', (gap) => {
      noteGap(gap)
      receiveSkipped(gap.byType)
      if (gap.skipped > 0) pager.add(gap)
    }),
    channel.on('resource', ({ sn, alarmSeq, resource }) => {
      receiveResources({ sn, alarmSeq, resource })
      attachToOpened({ sn, alarmSeq, resource })
    }),
    channel.on('resync', ({ reason }) => {
      if (reason === 'epoch') {
        clearedUpTo = 0
        pager.stop()
        emptyList()
      }
      void loadAgain()
    }),
    useShield.subscribe(({ shield }, before) => {
      dropShielded()
      // Alarms of a type that is no longer shielded were never in the list.
      if ([...before.shield].some((one) => !shield.has(one))) void loadAgain()
    }),
    keepCountOnLeaving(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Reloads the recent alarms: their names, in another language. */
export async function reloadRecentAlarms(): Promise<void> {
  if (stopListening) await loadRecent(false)
}

/** The counter is kept for this tab alone, until the sign-out. */
function keepCountOnLeaving(): () => void {
  const keep = () => {
    const { newCount, list } = useAlarms.getState()
    keepCount(sessionStorage, { count: newCount, newestId: newestIdOf(list) })
  }
  addEventListener('pagehide', keep)
  return () => removeEventListener('pagehide', keep)
}

async function loadRecent(first: boolean): Promise<void> {
  const endTime = Math.ceil(platformNow() / 1000)
  const startTime = endTime - LIMITS.queryRangeMs / 1000
  const { list } = await request(listAlarms, {
    query: { startTime, endTime, currentPage: 1, pageSize: LIMITS.alarmListPageSize },
  })
  if (!first) {
    receiveAlarms(afterClear(list), { updateOnly: false, counted: false })
    return
  }
  const { count, known, missed } = resumeCount(readCount(sessionStorage), list)
  forgetCount(sessionStorage)
  beginCount(count)
  receiveAlarms(known, { updateOnly: false, counted: false, first })
  receiveAlarms(missed, { updateOnly: false, counted: true, first })
}

/**
 * Empties the list; the flags of all devices and the counter go back to 0 (stated). The platform keeps its alarms;
 * cleared ones do not come back here.
 */
export function clearAlarms(): void {
  pager.stop()
  for (const { id } of useAlarms.getState().list) clearedUpTo = Math.max(clearedUpTo, id)
  const index = deviceStore.index()
  const flagged = [...index.deviceRows()].flatMap((row) => {
    const { sn, alarmFlg = 0 } = index.entry[row]!
    return sn !== undefined && alarmFlg !== 0 ? [{ sn, alarmFlg: 0 }] : []
  })
  deviceStore.receiveStatus({ type: 'status', list: flagged })
  emptyList()
}
