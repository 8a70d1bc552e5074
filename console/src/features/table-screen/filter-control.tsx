import { Select, TreeSelect } from 'antd'
import type { ReactElement, ReactNode } from 'react'
import { useText } from '../../language/language.ts'
import type { FilterOption, SpanFilter, TableFilter } from './filter-types.ts'
import { SearchField } from './search-field.tsx'
import { fieldWidth } from './text-width.ts'

const CHOICE_PX = { least: 118, most: 190 }
const LIST_PX = 180

type Props = {
  filter: Exclude<TableFilter, SpanFilter>
  value: string | undefined
  set: (value: string | number | undefined) => void
  /** Nothing more is chosen here; undefined: any value. */
  onDone?: (value: string | number | undefined) => void
}

/** The field of a described filter. One that opens by itself has the focus, and its list open. */
export function FilterControl({ filter, value, set, onDone }: Props): ReactElement | null {
  const t = useText('shell')
  const { label } = filter
  const opening = onDone ? { autoFocus: true, defaultOpen: true } : {}
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
          {...(onDone && { onDone })}
        />
      )
    case 'choice':
      return (
        <Select
          {...opening}
          style={{
            width:
              filter.width ??
              fieldWidth(
                filter.options.map((option) => option.label),
                CHOICE_PX.least,
                CHOICE_PX.most,
              ),
          }}
          aria-label={label}
          value={value ?? ''}
          onChange={(next: string) => {
            set(next)
            onDone?.(next || undefined)
          }}
          options={[{ value: '', label: t('table.any') }, ...texts(filter.options)]}
        />
      )
    case 'many':
      return (
        <Select
          {...opening}
          mode="multiple"
          allowClear
          // Tags that have no room would be a number: the names are in one, as far as they fit.
          maxTagCount={value?.includes(',') ? 0 : 1}
          maxTagPlaceholder={namesOf}
          showSearch={{ optionFilterProp: 'label' }}
          style={{ width: filter.width ?? LIST_PX }}
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
          {...opening}
          allowClear
          showSearch={{ treeNodeFilterProp: 'title' }}
          style={{ width: filter.width ?? LIST_PX }}
          aria-label={label}
          placeholder={filter.placeholder}
          value={value === undefined ? undefined : Number(value)}
          treeData={filter.nodes}
          onChange={(chosen: number | undefined) => {
            set(chosen)
            onDone?.(chosen)
          }}
        />
      )
    case 'custom':
      return filter.control?.(value, set) ?? null
  }
}

/** Options by their texts in the URL. */
const texts = (options: readonly FilterOption[]) =>
  options.map(({ value, label }) => ({ value: String(value), label }))

function namesOf(chosen: readonly { label?: ReactNode; value?: string | number }[]): ReactElement {
  const names = chosen.map(({ label, value }) => (typeof label === 'string' ? label : value)).join(', ')
  return <span title={names}>{names}</span>
}
