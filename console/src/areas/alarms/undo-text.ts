import { type TextKey, useText } from '../../language/language.ts'
import { processingName } from './alarm-rules.ts'
import type { Undoable } from './processing-undo.ts'

/** What was done, beside the button that undoes it. */
export function useUndoText(): (offered: Undoable) => string {
  const t = useText('alarms')
  return ({ alarms, type, order }) => {
    if (order) return t('undo.assigned', { number: order.number, name: order.assignee })
    const result = t(`processing.${processingName(type)}` as TextKey<'alarms'>)
    return t('undo.processed', { count: alarms.length, result })
  }
}
