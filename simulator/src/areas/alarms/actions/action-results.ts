import type { AlarmResult } from '@backlot/contract/alarms/entities'
import { CODES, type CodeName } from '@backlot/contract/codes'
import { formatDateTime } from '@backlot/contract/time'
import type { Language } from '../../../kernel/language.ts'
import type { MessageKey } from '../../../kernel/messages.ts'
import { type Refusal, refusal } from '../../../kernel/refusal.ts'
import type { AlarmRow } from '../alarm-row.ts'
import type { Hindered, Hindrance } from './each-or-none.ts'
import type { AlarmRef } from './find-refs.ts'

/** A reference of a bulk call with the alarms that it names and the caller may see; `fault`: why there are none. */
export type Named = { ref: AlarmRef; rows: readonly AlarmRow[]; fault?: Refusal }

const WORDS: Readonly<Record<Hindrance, { code: CodeName; text: MessageKey }>> = {
  gone: { code: 'notFound', text: 'alarmNotFound' },
  snapshot: { code: 'alarmNotEditable', text: 'snapshotNotEditable' },
  processed: { code: 'alarmAlreadyProcessed', text: 'alarmProcessed' },
  ordered: { code: 'alarmAlreadyProcessed', text: 'alarmHasOrder' },
  changed: { code: 'alarmChanged', text: 'alarmChanged' },
  notSure: { code: 'conflict', text: 'workOrderNeedsSure' },
  unprocessed: { code: 'alarmNotAuditable', text: 'auditNeedsProcessing' },
  taken: { code: 'alarmTaken', text: 'alarmTaken' },
  own: { code: 'alarmNotAuditable', text: 'auditOwn' },
  notUndoable: { code: 'alarmNotUndoable', text: 'undoNothing' },
  undoLate: { code: 'alarmNotUndoable', text: 'undoLate' },
  undoChanged: { code: 'alarmNotUndoable', text: 'undoChanged' },
  undoOrder: { code: 'alarmNotUndoable', text: 'undoOrder' },
}

/** Why an alarm was left as it is: who has it and since when, when that is why. */
export function hindranceError(hindered: Hindered, zoneMinutes: number): Refusal {
  const { code, text } = WORDS[hindered.why]
  const { name, atMs } = hindered
  const time = atMs === null ? '' : formatDateTime(atMs, zoneMinutes)
  return refusal(code, text, { name, time }, 'list')
}

/** Result for every reference: success when all alarms it names succeeded. */
export function resultsOf(
  named: readonly Named[],
  errors: ReadonlyMap<number, Refusal>,
  language: Language,
): AlarmResult[] {
  return named.map(({ ref: { id, sn, alarmSeq }, rows, fault }) => {
    const error = fault ?? rows.map((row) => errors.get(row.id)).find(Boolean)
    return {
      ...(id === undefined ? {} : { id }),
      sn,
      alarmSeq,
      code: error?.code ?? CODES.ok,
      msg: error?.inLanguage(language).message ?? '',
    }
  })
}
