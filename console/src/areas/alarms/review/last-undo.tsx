import type { Alarm } from '@backlot/contract/alarms/entities'
import { type TextKey, useText } from '../../../language/language.ts'
import { useClock } from '../../../platform/clock.ts'
import { processingName } from '../alarm-rules.ts'
import { offers, secondsLeft, useUndo } from '../processing-undo.ts'
import { DialogUndoButton } from '../undo-button.tsx'

/** In the detail of the next alarm: what was processed before it, and the button that undoes it and goes back. */
export function LastUndo({ alarm }: { alarm: Alarm }) {
  const t = useText('alarms')
  const offered = useUndo((undo) => undo.offered)
  const { nowMs } = useClock()
  const isOwn: boolean = offers(offered, alarm)
  if (!offered || isOwn || secondsLeft(offered, nowMs) === 0) return null
  const result = t(`processing.${processingName(offered.type)}` as TextKey<'alarms'>)
  return (
    <div className="alarm-processing-last">
      <span role="status">{t('undo.processed', { count: offered.alarms.length, result })}</span>
      <DialogUndoButton onUndone={() => undefined} />
    </div>
  )
}
