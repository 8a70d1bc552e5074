import { undoProcessing } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { CODES } from '@backlot/contract/codes'
import { withdrawWorkOrder } from '@backlot/contract/work-orders/calls'
import { notify } from '../../components/notifications/notify.ts'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import { errorText } from '../../language/error-text.ts'
import { loadTexts, textOf } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'
import { isUnanswered, PlatformReplyError } from '../../platform/platform-reply-error.ts'
import { queryClient } from '../../platform/query-client.ts'
import { changeLive } from './alarm-store.ts'
import { changeSequence, goTo, useAlarmView } from './alarm-view-store.ts'
import { changeDraft } from './processing-drafts.ts'
import { secondsLeft, type Undoable, useUndo, withdrawUndo } from './processing-undo.ts'

/** Most alarms of a call (contract). */
const CALL_MAX = 1000

/** Undoes the last processing or work order. Failures are shown; the typed remark comes back as a draft. */
export async function undoNow(): Promise<void> {
  const { offered, busy } = useUndo.getState()
  if (!offered || busy || secondsLeft(offered, platformNow()) === 0) return
  useUndo.setState({ busy: true })
  await loadTexts(['alarms'])
  const t = textOf('alarms')
  try {
    const { undone, why } = offered.order
      ? await withdrawOrder(offered, offered.order)
      : await undoAll(offered)
    const left = offered.alarms.length - undone.length
    const number = offered.order?.number
    if (number !== undefined) notify.success(t('undo.withdrawn', { number, count: undone.length }))
    else if (left === 0) notify.success(t('undo.done', { count: undone.length }))
    else notify.warning(t('undo.some', { done: undone.length, left, why }))
    withdrawUndo()
    const [only] = undone
    if (only && undone.length === 1) backTo(only)
  } catch (error) {
    notify.error(t('undo.failed', { why: errorText(error) }))
    // Without an answer the offer stays: the network may be back in time.
    if (error instanceof PlatformReplyError && !isUnanswered(error)) withdrawUndo()
  } finally {
    useUndo.setState({ busy: false })
    void queryClient.invalidateQueries({ queryKey: ['alarms'] })
    if (offered.order) void queryClient.invalidateQueries({ queryKey: ['workOrders'] })
  }
}

/** The detail that went on to the next alarm goes back to the one that is open again. */
function backTo(alarm: Alarm): void {
  const { opened } = useAlarmView.getState()
  const key = alarmKey(alarm)
  const there = opened?.sequence.find((one) => alarmKey(one) === key)
  if (opened && there && alarmKey(opened.alarm) !== key) goTo(there)
}

type Undone = { undone: readonly Alarm[]; why: string }

/** The order goes, and its alarms are as they were before: all of them, or the platform refuses. */
async function withdrawOrder(
  { alarms }: Undoable,
  { id, confirmed }: NonNullable<Undoable['order']>,
): Promise<Undone> {
  await request(withdrawWorkOrder, { body: { id, alarms: confirmed.map(refOf) } })
  showAsBefore(alarms)
  return { undone: alarms, why: '' }
}

async function undoAll({ alarms, content }: Undoable): Promise<Undone> {
  const undone: Alarm[] = []
  let why = ''
  for (let from = 0; from < alarms.length; from += CALL_MAX) {
    const part = alarms.slice(from, from + CALL_MAX)
    const { results } = await request(undoProcessing, { body: { list: part.map(refOf), each: true } })
    for (const [place, alarm] of part.entries()) {
      const result = results?.[place]
      if (result && result.code !== CODES.ok) why ||= result.msg
      else undone.push(alarm)
    }
  }
  for (const alarm of undone)
    if (content !== alarm.processingContent) changeDraft(alarmKey(alarm), { content })
  showAsBefore(undone)
  return { undone, why }
}

const refOf = ({ id, sn, alarmSeq }: Alarm) => ({ id, sn, alarmSeq })

function showAsBefore(alarms: readonly Alarm[]): void {
  for (const alarm of alarms) changeLive([alarm], alarm)
  changeSequence(alarms, (one) => alarms.find((alarm) => alarmKey(alarm) === alarmKey(one)) ?? one)
}
