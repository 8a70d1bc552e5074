import { HOUR_MS } from '@backlot/contract/time'
import dayjs from 'dayjs'
import { DatePicker } from '../../components/date-picker.ts'
import { useText } from '../../language/language.ts'
import { platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import { fromPickerDate, toPickerDate } from '../../platform/picker-date.ts'

const HOURS_AHEAD = [4, 8, 24, 72] as const

/** A moment by which something is to be done, in seconds; null for none. */
export function DeadlineChoice(props: {
  value?: number | null
  onChange?: (seconds: number | null) => void
  id?: string
}) {
  const { value = null, onChange, id } = props
  const t = useText('workOrders')
  const zone = platformZoneMinutes()
  const shownAs = (seconds: number) => dayjs(toPickerDate(seconds * 1000, zone))
  const inHours = (hours: number) => Math.floor((platformNow() + hours * HOUR_MS) / 60_000) * 60
  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      style={{ width: '100%' }}
      aria-label={t('field.deadline')}
      placeholder={t('noDeadline')}
      value={value === null ? null : shownAs(value)}
      minDate={shownAs(Math.floor(platformNow() / 1000))}
      presets={HOURS_AHEAD.map((hours) => ({
        label: t('inHours', { hours }),
        value: () => shownAs(inHours(hours)),
      }))}
      onChange={(date) => onChange?.(date ? Math.floor(fromPickerDate(date.toDate(), zone) / 1000) : null)}
    />
  )
}
