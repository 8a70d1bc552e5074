import type { Alarm } from '@backlot/contract/alarms/entities'
import { FactList } from '../../components/fact-list.tsx'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { ProcessingTag } from './alarm-tags.tsx'

/** How an alarm was processed, by whom, when, and with which remark; of one that waits, that it does. */
export function ProcessedBy({ alarm }: { alarm: Alarm }) {
  const t = useText('alarms')
  return (
    <FactList
      facts={[
        [t('processing.type'), <ProcessingTag key="result" alarm={alarm} />],
        [t('field.processedBy'), alarm.processingName],
        [t('field.processedAt'), alarm.processingTime ? formatTime(alarm.processingTime) : undefined],
        [t('processing.content'), alarm.processingContent],
      ]}
    />
  )
}
