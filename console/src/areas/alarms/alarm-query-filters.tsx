import { Button, DatePicker, Segmented, Select, TreeSelect } from 'antd'
import dayjs from 'dayjs'
import { useText } from '../../language/language.ts'
import type { AlarmTypes } from '../../parts/alarms/alarm-types.ts'
import { useGroupTree } from '../../parts/device-tree/use-group-tree.ts'
import { FilterField } from '../../parts/filter-field.tsx'
import { SearchField } from '../../parts/table-screen/search-field.tsx'
import { platformZoneMinutes } from '../../platform/clock.ts'
import { fromPickerDate, toPickerDate } from '../../platform/picker-date.ts'
import { QUICK_RANGE_TEXT, QUICK_RANGES, type QuickRange } from './alarm-query-range.ts'
import type { AlarmQuery, Condition } from './use-alarm-query.ts'

/** Every condition of the alarm query, with the stated rules for its time range. */
export function AlarmQueryFilters({ query, types }: { query: AlarmQuery; types: AlarmTypes }) {
  const t = useText('alarms')
  const groups = useGroupTree()
  const { conditions, setCondition } = query
  const zone = platformZoneMinutes()
  const { startTime, endTime } = query.range()
  const subTypes = conditions.type === undefined ? [] : types.subTypesOf(conditions.type)

  const choice = (name: Condition, label: string, options: [string, string][]) => (
    <FilterField label={label}>
      <Select
        style={{ width: 118 }}
        aria-label={label}
        value={conditions[name] ?? ''}
        onChange={(value) => setCondition(name, value)}
        options={[['', t('query.any')], ...options].map(([value, text]) => ({ value, label: text }))}
      />
    </FilterField>
  )

  return (
    <search className="filter-bar" aria-label={t('query.title')}>
      <Segmented<QuickRange>
        aria-label={t('query.time')}
        value={query.quick ?? ('' as QuickRange)}
        onChange={query.setQuick}
        options={QUICK_RANGES.map((value) => ({ value, label: t(QUICK_RANGE_TEXT[value]) }))}
      />
      <DatePicker.RangePicker
        showTime
        style={{ width: 350 }}
        allowEmpty
        order={false}
        status={query.fault ? 'error' : ''}
        format="YYYY-MM-DD HH:mm:ss"
        aria-label={t('query.time')}
        value={
          [startTime, endTime].map((s) =>
            s === undefined ? null : dayjs(toPickerDate(s * 1000, zone)),
          ) as never
        }
        onChange={(picked) => {
          const [start, end] = (picked ?? []).map(
            (date) => date && Math.floor(fromPickerDate(date.toDate(), zone) / 1000),
          )
          query.setRange({ startTime: start ?? undefined, endTime: end ?? undefined })
        }}
      />
      <FilterField label={t('query.device')}>
        <SearchField
          label={t('query.device')}
          placeholder={t('query.devicePlaceholder')}
          value={conditions.devName}
          onChange={(value) => setCondition('devName', value)}
        />
      </FilterField>
      <FilterField label={t('query.group')}>
        <TreeSelect
          allowClear
          showSearch={{ treeNodeFilterProp: 'title' }}
          style={{ width: 170 }}
          aria-label={t('query.group')}
          placeholder={t('query.anyGroup')}
          value={conditions.nodeId === undefined ? undefined : Number(conditions.nodeId)}
          treeData={groups}
          onChange={(value: number | undefined) => setCondition('nodeId', value)}
        />
      </FilterField>
      <FilterField label={t('field.type')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          style={{ width: 160 }}
          aria-label={t('field.type')}
          placeholder={t('query.anyType')}
          value={conditions.type}
          onChange={(value) => setCondition('type', value)}
          options={types.tops.map((node) => ({ value: node.type, label: types.nameOf(node.type) }))}
        />
        {subTypes.length > 0 && (
          <Select
            allowClear
            style={{ width: 130 }}
            aria-label={t('field.subType')}
            placeholder={t('query.anySubType')}
            value={conditions.subType}
            onChange={(value) => setCondition('subType', value)}
            options={subTypes.map((node) => ({
              value: node.type,
              label: types.nameOf(node.parentType, node.type).split(' · ').at(-1),
            }))}
          />
        )}
      </FilterField>
      {choice('processed', t('query.processed'), [
        ['0', t('query.open')],
        ['1', t('query.done')],
      ])}
      {choice('isRead', t('query.read'), [
        ['0', t('read.no')],
        ['1', t('read.yes')],
      ])}
      {choice('alarmSource', t('query.source'), [
        ['1', t('source.device')],
        ['0', t('source.server')],
      ])}
      <Button type="link" onClick={query.clear}>
        {t('query.reset')}
      </Button>
      {query.fault && (
        <p className="filter-error" role="alert">
          {t(`query.${query.fault}`)}
        </p>
      )}
    </search>
  )
}
