import dayjs from 'dayjs'
import { DatePicker } from '../../components/date-picker.ts'
import { useText } from '../../language/language.ts'
import { platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import { fromPickerDate, toPickerDate } from '../../platform/picker-date.ts'

/** A moment that has been, in seconds. */
export function InstallTimeField(props: {
  value?: number
  onChange?: (seconds: number) => void
  id?: string
}) {
  const { value = 0, onChange, id } = props
  const t = useText('installation')
  const zone = platformZoneMinutes()
  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      style={{ width: '100%' }}
      aria-label={t('info.time')}
      allowClear={false}
      maxDate={dayjs(toPickerDate(platformNow(), zone))}
      value={dayjs(toPickerDate(value * 1000, zone))}
      onChange={(date) => date && onChange?.(Math.floor(fromPickerDate(date.toDate(), zone) / 1000))}
    />
  )
}
