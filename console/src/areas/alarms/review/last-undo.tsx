import type { Alarm } from '@backlot/contract/alarms/entities'
import { useClock } from '../../../platform/clock.ts'
import { offers, secondsLeft, useUndo } from '../processing-undo.ts'
import { DialogUndoButton } from '../undo-button.tsx'
import { useUndoText } from '../undo-text.ts'

/** In the detail of the next alarm: what was processed before it, and the button that undoes it and goes back. */
export function LastUndo({ alarm }: { alarm: Alarm }) {
  const textOf = useUndoText()
  const offered = useUndo((undo) => undo.offered)
  const { nowMs } = useClock()
  const isOwn: boolean = offers(offered, alarm)
  if (!offered || isOwn || secondsLeft(offered, nowMs) === 0) return null
  return (
    <div className="alarm-processing-last">
      <span role="status">{textOf(offered)}</span>
      <DialogUndoButton onUndone={() => undefined} />
    </div>
  )
}
