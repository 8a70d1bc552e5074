import { Segmented, Select } from 'antd'
import dayjs from 'dayjs'
import { RangeField } from '../../components/range-field.tsx'
import { useText } from '../../language/language.ts'
import { platformZoneMinutes } from '../../platform/clock.ts'
import { fromPickerDate, toPickerDate } from '../../platform/picker-date.ts'
import type { SpanFilter } from './filter-types.ts'
import type { QuickRange } from './time-range.ts'
import type { TimeChoice } from './use-table-filters.ts'

const PICKER_PX = 350
const MORE_PX = 124

/** A span of time: quick ranges, and any other one to the second. */
export function TimeFilter(props: { filter: SpanFilter; time: TimeChoice }) {
  const { filter, time } = props
  const { label, quick, more = [] } = filter
  const t = useText('shell')
  const zone = platformZoneMinutes()
  const { startTime, endTime } = time.range()
  const named = (range: QuickRange) => ({ value: range, label: t(`range.${range}`) })
  const inMore = time.quick !== undefined && more.includes(time.quick)
  return (
    <div className="time-filter">
      <Segmented<QuickRange>
        aria-label={label}
        value={time.quick && !inMore ? time.quick : ('' as QuickRange)}
        onChange={time.setQuick}
        options={quick.map(named)}
      />
      {more.length > 0 && (
        <Select<QuickRange>
          style={{ width: MORE_PX }}
          aria-label={t('range.more')}
          placeholder={t('range.more')}
          value={(inMore ? time.quick : null) as QuickRange}
          onChange={time.setQuick}
          options={more.map(named)}
        />
      )}
      <RangeField
        showTime
        style={{ width: PICKER_PX }}
        allowEmpty
        order={false}
        status={time.fault ? 'error' : ''}
        format="YYYY-MM-DD HH:mm:ss"
        label={label}
        value={[pickerDate(startTime, zone), pickerDate(endTime, zone)]}
        onChange={(picked) => {
          const [start, end] = (picked ?? []).map(
            (date) => date && Math.floor(fromPickerDate(date.toDate(), zone) / 1000),
          )
          time.setRange({
            ...(start == null ? {} : { startTime: start }),
            ...(end == null ? {} : { endTime: end }),
          })
        }}
      />
    </div>
  )
}

function pickerDate(seconds: number | undefined, zoneMinutes: number) {
  return seconds === undefined ? null : dayjs(toPickerDate(seconds * 1000, zoneMinutes))
}
