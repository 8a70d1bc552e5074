import { LIMITS } from '@backlot/contract/limits'
import { dayStart } from '@backlot/contract/time'
import dayjs, { type Dayjs } from 'dayjs'
import { DatePicker } from '../../components/date-picker.ts'
import { useText } from '../../language/language.ts'
import { platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import { fromPickerDate, toPickerDate } from '../../platform/picker-date.ts'
import type { ChosenSpan } from './track-span.ts'

type MomentFieldProps = {
  which: 'fromMs' | 'toMs'
  span: ChosenSpan
  faulty: boolean
  onSpan(span: ChosenSpan): void
}

/** One end of the span. No date of the future and none that is older than 180 days can be chosen (stated). */
export function MomentField({ which, span, faulty, onSpan }: MomentFieldProps) {
  const t = useText('tracks')
  const zone = platformZoneMinutes()
  const today = dayStart(platformNow(), zone)
  const label = which === 'fromMs' ? t('query.from') : t('query.to')
  const value = span[which]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would not lay out its parts in a row.
    <div className="track-field" role="group" aria-label={label}>
      <span aria-hidden>{label}</span>
      <DatePicker
        size="small"
        showTime={{ defaultOpenValue: dayjs('00:00:00', 'HH:mm:ss') }}
        showNow={false}
        aria-label={label}
        placeholder={label}
        format="YYYY-MM-DD HH:mm:ss"
        status={faulty ? 'error' : ''}
        disabledDate={(date: Dayjs) => {
          const day = dayStart(fromPickerDate(date.toDate(), zone), zone)
          return day > today || day < today - LIMITS.historyWindowMs
        }}
        value={value === undefined ? null : dayjs(toPickerDate(value, zone))}
        onChange={(date: Dayjs | null) => {
          const { [which]: _before, ...rest } = span
          onSpan(date ? { ...rest, [which]: fromPickerDate(date.toDate(), zone) } : rest)
        }}
      />
    </div>
  )
}
