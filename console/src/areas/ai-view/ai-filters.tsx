import { SearchOutlined } from '@ant-design/icons'
import { Input, Select } from 'antd'
import { useText } from '../../language/language.ts'
import type { AlarmTypes } from '../../parts/alarms/alarm-types.ts'
import { AI_TYPES, type AiFilter } from './ai-alarms.ts'

type AiFiltersProps = { filter: AiFilter; types: AlarmTypes; onChange(filter: AiFilter): void }

/** Which alarms the wall shows: a type with or without its sub-type, and a device. */
export function AiFilters({ filter, types, onChange }: AiFiltersProps) {
  const t = useText('ai')
  const options = AI_TYPES.flatMap((type) => [
    { value: type as string, label: types.nameOf(type) },
    ...types.subTypesOf(type).map((sub) => ({ value: sub.key, label: types.nameOf(type, sub.type) })),
  ])
  return (
    <div className="ai-filters">
      <Select
        value={filter.type}
        aria-label={t('type')}
        popupMatchSelectWidth={false}
        onChange={(type: string) => onChange({ ...filter, type })}
        options={[{ value: '', label: t('allTypes') }, ...options]}
      />
      <Input
        allowClear
        type="search"
        prefix={<SearchOutlined />}
        value={filter.device}
        maxLength={64}
        placeholder={t('device')}
        aria-label={t('device')}
        onChange={(event) => onChange({ ...filter, device: event.target.value })}
      />
    </div>
  )
}
