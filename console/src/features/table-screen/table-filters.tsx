import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Select, TreeSelect } from 'antd'
import { type ReactElement, type ReactNode, useState } from 'react'
import { FilterField } from '../../components/filter-field.tsx'
import { useIsPhone } from '../../components/use-media-query.ts'
import { useText } from '../../language/language.ts'
import type { FilterOption, SpanFilter, TableFilter } from './filter-types.ts'
import { SearchField } from './search-field.tsx'
import { fieldWidth } from './text-width.ts'
import { TimeFilter } from './time-filter.tsx'
import type { TableFilters } from './use-table-filters.ts'

const CHOICE_PX = { least: 118, most: 190 }

/** The bar of described filters above a table. `children` are at its end. */
export function TableFilterBar(props: {
  label: string
  filters: readonly TableFilter[]
  state: TableFilters
  children?: ReactNode
}) {
  const { label, filters, state, children } = props
  const t = useText('shell')
  const time = filters.find((filter) => filter.kind === 'time')
  const fault = state.time?.fault
  const [opened, setOpened] = useState(false)
  const isPhone = useIsPhone()
  const hidden = filters.filter(({ rare, key }) => (rare || isPhone) && state.values[key] === undefined)
  const shown = opened ? filters : filters.filter((filter) => !hidden.includes(filter))
  return (
    <search className="filter-bar" aria-label={label}>
      {shown.map((filter) => (
        <FilterControl key={filter.key} filter={filter} state={state} />
      ))}
      <span className="filter-buttons">
        {hidden.length > 0 && (
          <Button
            icon={opened ? <UpOutlined /> : <DownOutlined />}
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            {t(opened ? 'table.fewerFilters' : 'table.moreFilters')}
          </Button>
        )}
        <Button type="link" disabled={!state.isSet} onClick={state.clear}>
          {t('table.resetFilters')}
        </Button>
      </span>
      {children}
      {fault && (
        <p className="filter-error" role="alert">
          {(fault === 'tooLong' && time?.tooLong) || t(`range.${fault}`)}
        </p>
      )}
    </search>
  )
}

function FilterControl({ filter, state }: { filter: TableFilter; state: TableFilters }) {
  if (filter.kind === 'time') return state.time ? <TimeFilter filter={filter} time={state.time} /> : null
  return <FilterField label={filter.label}>{controlOf(filter, state)}</FilterField>
}

function controlOf(filter: Exclude<TableFilter, SpanFilter>, state: TableFilters): ReactElement {
  const { key, label } = filter
  const value = state.values[key]
  const set = (next: string | number | undefined) => state.set(key, next)
  switch (filter.kind) {
    case 'text':
      return (
        <SearchField
          label={label}
          placeholder={filter.placeholder}
          value={value}
          onChange={set}
          {...(filter.width !== undefined && { width: filter.width })}
          maxLength={filter.maxLength}
        />
      )
    case 'choice':
      return <ChoiceFilter filter={filter} value={value} set={set} />
    case 'many':
      return (
        <Select
          mode="multiple"
          allowClear
          // Tags that have no room would be a number: the names are in one, as far as they fit.
          maxTagCount={value?.includes(',') ? 0 : 1}
          maxTagPlaceholder={namesOf}
          showSearch={{ optionFilterProp: 'label' }}
          style={{ width: filter.width ?? 180 }}
          aria-label={label}
          placeholder={filter.placeholder}
          value={value?.split(',') ?? []}
          onChange={(chosen: string[]) => set(chosen.length === 0 ? undefined : chosen.join(','))}
          options={texts(filter.options)}
        />
      )
    case 'tree':
      return (
        <TreeSelect
          allowClear
          showSearch={{ treeNodeFilterProp: 'title' }}
          style={{ width: filter.width ?? 180 }}
          aria-label={label}
          placeholder={filter.placeholder}
          value={value === undefined ? undefined : Number(value)}
          treeData={filter.nodes}
          onChange={(chosen: number | undefined) => set(chosen)}
        />
      )
    case 'custom':
      return filter.control(value, set)
  }
}

/** Options by their texts in the URL. */
const texts = (options: readonly FilterOption[]) =>
  options.map(({ value, label }) => ({ value: String(value), label }))

function namesOf(chosen: readonly { label?: ReactNode; value?: string | number }[]): ReactElement {
  const names = chosen.map(({ label, value }) => (typeof label === 'string' ? label : value)).join(', ')
  return <span title={names}>{names}</span>
}

function ChoiceFilter(props: {
  filter: Extract<TableFilter, { kind: 'choice' }>
  value: string | undefined
  set: (value: string) => void
}) {
  const { filter, value = '', set } = props
  const t = useText('shell')
  const labels = filter.options.map(({ label }) => label)
  return (
    <Select
      style={{ width: filter.width ?? fieldWidth(labels, CHOICE_PX.least, CHOICE_PX.most) }}
      aria-label={filter.label}
      value={value}
      onChange={set}
      options={[{ value: '', label: t('table.any') }, ...texts(filter.options)]}
    />
  )
}
