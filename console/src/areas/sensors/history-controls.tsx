import {
  HISTORY_INTERVALS,
  HISTORY_STATIONS_MAX,
  type HistoryInterval,
} from '@backlot/contract/sensors/entities'
import { Segmented, Select } from 'antd'
import dayjs from 'dayjs'
import { RangeField } from '../../components/range-field.tsx'
import type { QuickRange } from '../../features/table-screen/time-range.ts'
import { useText } from '../../language/language.ts'
import { platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import { fromPickerDate, toPickerDate } from '../../platform/picker-date.ts'
import { type HistoryQuery, hasQuantities, INTERVAL_RANGES, longestDays } from './history-query.ts'

type Choice = { value: string; label: string }

/** Which time, how fine, which quantities, and with which other stations. */
export function HistoryControls(props: {
  query: HistoryQuery
  quantities: readonly Choice[]
  chosen: readonly string[]
  stations: readonly Choice[]
}) {
  const { query, quantities, chosen, stations } = props
  const t = useText('sensors')
  const shell = useText('shell')
  const zone = platformZoneMinutes()
  const { startTime, endTime } = query.range()
  const picked = (seconds: number) => dayjs(toPickerDate(seconds * 1000, zone))
  return (
    <search className="filter-bar history-bar" aria-label={t('history.filters')}>
      <Segmented<HistoryInterval>
        aria-label={t('history.interval')}
        value={query.interval}
        onChange={(by) => query.set({ by, range: undefined, from: undefined, to: undefined })}
        options={HISTORY_INTERVALS.map((value) => ({ value, label: t(`history.by.${value}`) }))}
      />
      <Segmented<QuickRange>
        aria-label={t('history.time')}
        value={query.quick ?? ('' as QuickRange)}
        onChange={(range) => query.set({ range, from: undefined, to: undefined })}
        options={INTERVAL_RANGES[query.interval].map((value) => ({
          value,
          label: shell(`range.${value}`),
        }))}
      />
      <RangeField
        showTime={query.interval !== 'day'}
        style={{ width: query.interval === 'day' ? 232 : 340 }}
        allowClear={false}
        order={false}
        status={query.fault ? 'error' : ''}
        format={query.interval === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm:ss'}
        label={t('history.time')}
        value={[picked(startTime), picked(endTime)]}
        disabledDate={(date) => fromPickerDate(date.startOf('day').toDate(), zone) > platformNow()}
        onChange={(dates) => {
          const [from, to] = (dates ?? []).map(
            (date) => date && Math.floor(fromPickerDate(date.toDate(), zone) / 1000),
          )
          if (from && to) query.set({ range: undefined, from: String(from), to: String(to) })
        }}
      />
      {hasQuantities(query.view) && (
        <Select
          mode="multiple"
          className="history-quantities"
          aria-label={t('history.quantities')}
          placeholder={t('history.quantities')}
          maxTagCount="responsive"
          optionFilterProp="label"
          value={[...chosen]}
          options={[...quantities]}
          onChange={(codes: string[]) => query.set({ codes: codes.join(',') })}
        />
      )}
      <Select
        mode="multiple"
        className="history-others"
        aria-label={t('history.compare')}
        placeholder={t('history.compare')}
        maxCount={HISTORY_STATIONS_MAX - 1}
        maxTagCount="responsive"
        optionFilterProp="label"
        value={query.others}
        options={[...stations]}
        onChange={(others: string[]) => query.set({ with: others.join(',') })}
      />
      {query.fault && (
        <p className="filter-error" role="alert">
          {t(`history.fault.${query.fault}`, { days: longestDays(query.interval) })}
        </p>
      )}
    </search>
  )
}
