import { SearchOutlined, UserOutlined } from '@ant-design/icons'
import { Input, Select } from 'antd'
import type { ReactNode } from 'react'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { useText } from '../../language/language.ts'
import { AI_TYPES, type AiFilter } from './ai-alarms.ts'

type AiFiltersProps = { filter: AiFilter; types: AlarmTypes; onChange(filter: AiFilter): void }

/** Which alarms the wall shows: a type with or without its sub-type, a device, and whom it is about. */
export function AiFilters({ filter, types, onChange }: AiFiltersProps) {
  const t = useText('aiView')
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
      <TextFilter
        icon={<SearchOutlined />}
        label={t('device')}
        value={filter.device}
        onChange={(device) => onChange({ ...filter, device })}
      />
      <TextFilter
        icon={<UserOutlined />}
        label={t('person')}
        value={filter.person}
        onChange={(person) => onChange({ ...filter, person })}
      />
    </div>
  )
}

type TextFilterProps = { icon: ReactNode; label: string; value: string; onChange(text: string): void }

function TextFilter({ icon, label, value, onChange }: TextFilterProps) {
  return (
    <Input
      allowClear
      type="search"
      prefix={icon}
      value={value}
      placeholder={label}
      aria-label={label}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
