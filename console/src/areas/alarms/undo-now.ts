import { undoProcessing } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { CODES } from '@backlot/contract/codes'
import { notify } from '../../components/notifications/notify.ts'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import { errorText } from '../../language/error-text.ts'
import { loadTexts, textOf } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'
import { queryClient } from '../../platform/query-client.ts'
import { changeLive } from './alarm-store.ts'
import { changeSequence, goTo, useAlarmView } from './alarm-view-store.ts'
import { changeDraft } from './processing-drafts.ts'
import { secondsLeft, type Undoable, useUndo, withdrawUndo } from './processing-undo.ts'

/** Most alarms of a call (contract). */
const CALL_MAX = 1000

/** Undoes the last processing. Failures are shown; the typed remark comes back as a draft. */
export async function undoNow(): Promise<void> {
  const { offered, busy } = useUndo.getState()
  if (!offered || busy || secondsLeft(offered, platformNow()) === 0) return
  useUndo.setState({ busy: true })
  await loadTexts(['alarms'])
  const t = textOf('alarms')
  try {
    const { undone, why } = await undoAll(offered)
    const left = offered.alarms.length - undone.length
    if (left === 0) notify.success(t('undo.done', { count: undone.length }))
    else notify.warning(t('undo.some', { done: undone.length, left, why }))
    withdrawUndo()
    const [only] = undone
    if (only && undone.length === 1) backTo(only)
  } catch (error) {
    // The offer stays: the network may be back in time.
    notify.error(t('undo.failed', { why: errorText(error) }))
  } finally {
    useUndo.setState({ busy: false })
    void queryClient.invalidateQueries({ queryKey: ['alarms'] })
  }
}

/** The detail that went on to the next alarm goes back to the one that is open again. */
function backTo(alarm: Alarm): void {
  const { opened } = useAlarmView.getState()
  const key = alarmKey(alarm)
  const there = opened?.sequence.find((one) => alarmKey(one) === key)
  if (opened && there && alarmKey(opened.alarm) !== key) goTo(there)
}

async function undoAll({ alarms, content }: Undoable): Promise<{ undone: readonly Alarm[]; why: string }> {
  const undone: Alarm[] = []
  let why = ''
  for (let from = 0; from < alarms.length; from += CALL_MAX) {
    const part = alarms.slice(from, from + CALL_MAX)
    const list = part.map(({ id, sn, alarmSeq }) => ({ id, sn, alarmSeq }))
    const { results } = await request(undoProcessing, { body: { list, each: true } })
    for (const [place, alarm] of part.entries()) {
      const result = results?.[place]
      if (result && result.code !== CODES.ok) why ||= result.msg
      else undone.push(alarm)
    }
  }
  for (const alarm of undone) {
    changeLive([alarm], alarm)
    if (content !== alarm.processingContent) changeDraft(alarmKey(alarm), { content })
  }
  changeSequence(undone, (one) => undone.find((alarm) => alarmKey(alarm) === alarmKey(one)) ?? one)
  return { undone, why }
}
