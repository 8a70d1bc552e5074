import { PlusOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FilterField } from '../../components/filter-field.tsx'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { FilterChip } from './filter-chip.tsx'
import { FilterControl } from './filter-control.tsx'
import { filterText } from './filter-text.ts'
import type { SpanFilter, TableFilter } from './filter-types.ts'
import { TimeFilter } from './time-filter.tsx'
import { useFirstLine } from './use-first-line.ts'
import type { TableFilters, TimeChoice } from './use-table-filters.ts'

type ValueFilter = Exclude<TableFilter, SpanFilter>

/**
 * The filters above a table in one line: those that are used first as fields, each other one that is set as a chip, the
 * rest in a list. `children` are at its end.
 */
export function TableFilterBar(props: {
  label: string
  filters: readonly TableFilter[]
  state: TableFilters
  children?: ReactNode
}) {
  const { label, filters, state, children } = props
  const t = useText('shell')
  const [editing, setEditing] = useState<string>()
  /** A filter that has no value yet. */
  const [draft, setDraft] = useState<string>()
  const drafted = draft !== undefined && state.values[draft] !== undefined
  useEffect(() => {
    if (drafted) setDraft(undefined)
  }, [drafted])
  const [isUnfolded, setUnfolded] = useState(false)
  const [chips, firstLine] = useFirstLine<HTMLUListElement>()
  const adder = useRef<HTMLButtonElement>(null)
  const time = filters.find((filter) => filter.kind === 'time')
  const fault = state.time?.fault
  const others = filters.filter((filter): filter is ValueFilter => filter.kind !== 'time')
  const open = others.filter((filter) => filter.open ?? filter.kind === 'text')
  const closed = others.filter((filter) => !open.includes(filter))
  const shown = closed.filter(({ key }) => state.values[key] !== undefined || key === draft)
  const offered = closed.filter((filter) => !shown.includes(filter) && isEditable(filter))
  const edited = shown.findIndex(({ key }) => key === editing) + (time ? 1 : 0)
  const unfolds = isUnfolded || (editing !== undefined && edited >= firstLine)
  const total = shown.length + (time ? 1 : 0)
  const folded = unfolds ? 0 : Math.max(0, total - firstLine)
  const isFolded = (place: number) => !unfolds && place >= firstLine

  const put = (key: string) => (isOpen: boolean) => {
    setEditing((now) => (isOpen ? key : now === key ? undefined : now))
    if (!isOpen && key === draft) leave()
  }
  const leave = () => {
    setEditing(undefined)
    setDraft(undefined)
    adder.current?.focus()
  }
  return (
    <search className="filter-bar" aria-label={label}>
      <div className="filter-line">
        {open.map((filter) => (
          <FilterField key={filter.key} label={filter.label}>
            <FilterControl
              filter={filter}
              value={state.values[filter.key]}
              set={(next) => state.set(filter.key, next)}
            />
          </FilterField>
        ))}
        {total > 0 && (
          <ul ref={chips} className="filter-set" aria-label={t('table.filtersSet')} data-unfolded={unfolds}>
            {time && state.time && (
              <FilterChip
                label={time.label}
                text={timeText(state.time, t)}
                hasFault={fault !== undefined}
                editor={() => state.time && <TimeFilter filter={time} time={state.time} />}
                isOpen={editing === time.key}
                onOpen={put(time.key)}
                onDone={() => setEditing(undefined)}
                onRemove={
                  state.time.quick === time.quick[0]
                    ? undefined
                    : () => time.quick[0] && state.time?.setQuick(time.quick[0])
                }
                isFolded={isFolded(0)}
              />
            )}
            {shown.map((filter, at) => {
              const { key } = filter
              const value = state.values[key]
              return (
                <FilterChip
                  key={key}
                  label={filter.label}
                  text={value === undefined ? undefined : filterText(filter, value)}
                  editor={
                    isEditable(filter)
                      ? (close) => (
                          <FilterControl
                            filter={filter}
                            value={value}
                            set={(next) => state.set(key, next)}
                            onDone={(next) => (next === undefined ? leave() : close())}
                          />
                        )
                      : undefined
                  }
                  isOpen={editing === key}
                  onOpen={put(key)}
                  onDone={() => setEditing(undefined)}
                  onRemove={() => {
                    state.set(key, undefined)
                    leave()
                  }}
                  isFolded={isFolded(at + (time ? 1 : 0))}
                />
              )
            })}
          </ul>
        )}
        {(folded > 0 || isUnfolded) && (
          <Button
            type="text"
            aria-expanded={isUnfolded}
            aria-label={folded > 0 ? t('table.showChips', { count: folded }) : undefined}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {folded > 0 ? t('table.moreChips', { count: folded }) : t('table.fewerChips')}
          </Button>
        )}
        {offered.length > 0 && (
          <Dropdown
            trigger={['click']}
            autoFocus
            menu={{
              className: 'filter-list',
              items: offered.map((filter) => ({ key: filter.key, label: filter.label })),
              onClick: ({ key }) => {
                setDraft(key)
                setEditing(key)
              },
            }}
          >
            <Button ref={adder} icon={<PlusOutlined />} aria-label={t('table.addFilter')}>
              {t('table.filter')}
            </Button>
          </Dropdown>
        )}
        {state.isSet && (
          <Button type="link" onClick={state.clear}>
            {t('table.clearAll')}
          </Button>
        )}
        {children && <span className="filter-end">{children}</span>}
      </div>
      {fault && (
        <p className="filter-error" role="alert">
          {(fault === 'tooLong' && time?.tooLong) || t(`range.${fault}`)}
        </p>
      )}
    </search>
  )
}

const isEditable = (filter: ValueFilter) => filter.kind !== 'custom' || filter.control !== undefined

function timeText({ quick, range }: TimeChoice, t: ReturnType<typeof useText<'shell'>>): string {
  if (quick) return t(`range.${quick}`)
  const { startTime, endTime } = range()
  const minute = (seconds: number | undefined) =>
    seconds === undefined ? '…' : formatTime(seconds).slice(0, 16)
  return `${minute(startTime)} – ${minute(endTime)}`
}
