import { SearchOutlined } from '@ant-design/icons'
import { Input, Segmented, Select } from 'antd'
import { memo } from 'react'
import type { Grouping } from '../../features/alarms/alarm-groups.ts'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { useText } from '../../language/language.ts'
import type { AlarmFilter } from './alarm-filter.ts'

type Props = {
  filter: AlarmFilter
  onFilter: (filter: AlarmFilter) => void
  grouping: Grouping
  onGrouping: (grouping: Grouping) => void
  types: AlarmTypes
}

/** Grouping and filter of the live list. */
export const AlarmDrawerFilter = memo(function AlarmDrawerFilter(props: Props) {
  const { filter, onFilter, grouping, onGrouping, types } = props
  const t = useText('liveAlarms')
  const alarms = useText('alarms')
  return (
    <div className="alarm-drawer-filter">
      <Segmented<Grouping>
        block
        aria-label={t('drawer.grouping')}
        value={grouping}
        onChange={onGrouping}
        options={[
          { value: 'none', label: t('drawer.each') },
          { value: 'cause', label: t('drawer.byCause') },
          { value: 'type', label: t('drawer.byType') },
          { value: 'device', label: t('drawer.byDevice') },
        ]}
      />
      <Select
        aria-label={t('drawer.which')}
        value={filter.which}
        onChange={(which) => onFilter({ ...filter, which })}
        options={[
          { value: 'all', label: t('drawer.every') },
          { value: 'ongoing', label: alarms('state.start') },
          { value: 'ended', label: alarms('state.stop') },
          { value: 'unread', label: t('drawer.unread') },
          { value: 'notProcessed', label: t('drawer.notProcessed') },
        ]}
      />
      <Select
        allowClear
        placeholder={t('drawer.anyLevel')}
        aria-label={t('drawer.level')}
        value={filter.level}
        onChange={(level: AlarmFilter['level']) => onFilter({ ...filter, level })}
        options={[
          { value: 1, label: alarms('level.grave') },
          { value: 2, label: alarms('level.important') },
          { value: 3, label: alarms('level.ordinary') },
          { value: 4, label: alarms('level.notice') },
        ]}
      />
      <Select
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('drawer.anyType')}
        aria-label={alarms('field.type')}
        value={filter.type}
        onChange={(type: string | undefined) => onFilter({ ...filter, type })}
        options={types.tops.map(({ type }) => ({ value: type, label: types.nameOf(type) }))}
      />
      <Input
        allowClear
        prefix={<SearchOutlined />}
        placeholder={t('drawer.devicePlaceholder')}
        aria-label={t('drawer.device')}
        value={filter.device}
        onChange={(event) => onFilter({ ...filter, device: event.target.value })}
      />
    </div>
  )
})
