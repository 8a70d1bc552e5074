import { LIMITS } from '@backlot/contract/limits'
import { onlineDevices } from '@backlot/contract/statistics/calls'
import { Segmented } from 'antd'
import dayjs from 'dayjs'
import { FilterField } from '../../components/filter-field.tsx'
import { RangeField } from '../../components/range-field.tsx'
import { useGroupTree } from '../../features/device-tree/use-group-tree.ts'
import { rulesOf } from '../../features/table-screen/field-rules.ts'
import { GroupFilter } from '../../features/table-screen/group-filter.tsx'
import { SearchField } from '../../features/table-screen/search-field.tsx'
import { useText } from '../../language/language.ts'
import { platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import { dateOf, STAT_RANGES, type StatRangeName } from './stat-range.ts'
import { STAT_VIEWS, type StatQuery, type StatView } from './use-stat-query.ts'

/** Days, devices, and grouping. */
export function StatFilters({ query }: { query: StatQuery }) {
  const t = useText('statistics')
  const groups = useGroupTree()
  const zone = platformZoneMinutes()
  const today = dateOf(platformNow(), zone)
  const oldest = dateOf(platformNow() - LIMITS.historyWindowMs, zone)
  const { from, to } = query.days
  return (
    <search className="filter-bar" aria-label={t('filters')}>
      <Segmented<StatRangeName>
        aria-label={t('range.label')}
        value={query.range ?? ('' as StatRangeName)}
        onChange={query.setRange}
        options={STAT_RANGES.map((value) => ({ value, label: t(`range.${value}`) }))}
      />
      <RangeField
        style={{ width: 232 }}
        allowClear={false}
        status={query.fault ? 'error' : ''}
        format="YYYY-MM-DD"
        label={t('range.dates')}
        value={[dayjs(from), dayjs(to)]}
        disabledDate={(date) => {
          const day = date.format('YYYY-MM-DD')
          return day > today || day < oldest
        }}
        onChange={(picked) => {
          const [first, last] = (picked ?? []).map((date) => date?.format('YYYY-MM-DD'))
          if (first && last) query.setDays({ from: first, to: last })
        }}
      />
      <GroupFilter
        label={t('field.group')}
        placeholder={t('anyGroup')}
        value={query.nodeId}
        groups={groups}
        onChange={query.setNode}
      />
      <FilterField label={t('field.device')}>
        <SearchField
          label={t('field.device')}
          placeholder={t('devicePlaceholder')}
          value={query.name}
          onChange={query.setName}
          width={180}
          maxLength={rulesOf(onlineDevices.query.shape.name).maxLength}
        />
      </FilterField>
      <Segmented<StatView>
        className="stat-views"
        aria-label={t('view.label')}
        value={query.view}
        onChange={query.setView}
        options={STAT_VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
      />
      {query.fault && (
        <p className="filter-error" role="alert">
          {t(`fault.${query.fault}`)}
        </p>
      )}
    </search>
  )
}
