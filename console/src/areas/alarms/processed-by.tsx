import type { Alarm } from '@backlot/contract/alarms/entities'
import { formatTime } from '../../platform/clock.ts'
import { ProcessingTag } from './alarm-tags.tsx'

/** How an alarm was processed, by whom and when. */
export function ProcessedBy({ alarm }: { alarm: Alarm }) {
  return (
    <p className="alarm-processing-note">
      <ProcessingTag alarm={alarm} /> {alarm.processingName}
      {alarm.processingTime ? ` · ${formatTime(alarm.processingTime)}` : ''}
    </p>
  )
}
