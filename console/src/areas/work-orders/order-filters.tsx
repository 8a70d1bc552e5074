import { ORDER_OUTCOMES, ORDER_PRIORITIES } from '@backlot/contract/work-orders/constants'
import { ORDER_STATE_NAMES } from '@backlot/contract/work-orders/entities'
import { Select } from 'antd'
import dayjs from 'dayjs'
import { RangeField } from '../../components/range-field.tsx'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import type { GroupNode } from '../../features/device-tree/use-group-tree.ts'
import type { TableFilter } from '../../features/table-screen/filter-types.ts'
import { formatTime, platformZoneMinutes } from '../../platform/clock.ts'
import { fromPickerDate, toPickerDate } from '../../platform/picker-date.ts'
import { type OrderText, priorityName } from './order-names.ts'
import { type OrderCounts, OrderViews } from './order-views.tsx'

/** Filters of the work order list. */
export function orderFilters(
  t: OrderText,
  given: {
    counts: OrderCounts | undefined
    types: AlarmTypes
    groups: GroupNode[]
    people: readonly { userId: number; name: string }[]
  },
): TableFilter[] {
  return [
    {
      kind: 'custom',
      key: 'view',
      label: '',
      open: true,
      text: (view) => view,
      control: (value, onChange) => <OrderViews counts={given.counts} value={value} onChange={onChange} />,
    },
    { kind: 'text', key: 'text', label: t('search'), placeholder: t('searchHint'), width: 190 },
    {
      kind: 'many',
      key: 'states',
      label: t('field.state'),
      placeholder: t('any'),
      options: ORDER_STATE_NAMES.map((name, state) => ({ value: String(state), label: t(`state.${name}`) })),
    },
    {
      kind: 'choice',
      key: 'priority',
      label: t('field.priority'),
      options: ORDER_PRIORITIES.map((priority) => ({
        value: String(priority),
        label: t(`priority.${priorityName(priority)}`),
      })),
    },
    {
      kind: 'choice',
      key: 'outcome',
      label: t('field.outcome'),
      options: ORDER_OUTCOMES.map((outcome) => ({ value: outcome, label: t(`outcome.${outcome}`) })),
    },
    {
      kind: 'choice',
      key: 'assigneeId',
      label: t('field.assignee'),
      width: 132,
      options: [
        { value: '0', label: t('nobody') },
        ...given.people.map(({ userId, name }) => ({ value: String(userId), label: name })),
      ],
    },
    {
      kind: 'tree',
      key: 'nodeId',
      label: t('field.group'),
      placeholder: t('any'),
      width: 140,
      nodes: given.groups,
    },
    {
      kind: 'custom',
      key: 'kind',
      label: t('field.kind'),
      text: (kind) => kindText(t, given.types, kind),
      control: (value, onChange) => (
        <KindChoice t={t} types={given.types} value={value} onChange={onChange} />
      ),
    },
    {
      kind: 'custom',
      key: 'created',
      label: t('field.created'),
      text: createdText,
      control: (value, onChange) => <CreatedChoice t={t} value={value} onChange={onChange} />,
    },
    // Exactly this group, which only links set.
    {
      kind: 'custom',
      key: 'groupId',
      label: t('onlyGroup'),
      text: (id) => nameIn(given.groups, Number(id)) ?? id,
    },
  ]
}

function nameIn(groups: readonly GroupNode[], id: number): string | undefined {
  for (const { value, title, children } of groups) {
    const found = value === id ? title : nameIn(children, id)
    if (found !== undefined) return found
  }
  return undefined
}

type ControlProps = {
  t: OrderText
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function kindText(t: OrderText, types: AlarmTypes, kind: string): string {
  if (kind === 'hand') return t('byHand')
  const [type = '', subType] = kind.split('~')
  return types.nameOf(type, subType)
}

/** Kind of the alarm that orders came from: a type, one of its sub-types, or made by hand. */
function KindChoice({ t, types, value, onChange }: ControlProps & { types: AlarmTypes }) {
  const options = types.tops.flatMap(({ type }) => [
    { value: type, label: types.nameOf(type) },
    ...types
      .subTypesOf(type)
      .map((sub) => ({ value: `${type}~${sub.type}`, label: types.nameOf(type, sub.type) })),
  ])
  return (
    <Select
      allowClear
      style={{ width: 150 }}
      popupMatchSelectWidth={280}
      aria-label={t('field.kind')}
      placeholder={t('any')}
      value={value ?? null}
      onChange={(next: string | null | undefined) => onChange(next ?? undefined)}
      showSearch={{ optionFilterProp: 'label' }}
      options={[{ value: 'hand', label: t('byHand') }, ...options]}
    />
  )
}

const createdText = (value: string) =>
  value
    .split('-')
    .map((seconds) => formatTime(Number(seconds)).slice(0, 10))
    .join(' – ')

/** When orders were made: whole days, as two moments in seconds. */
function CreatedChoice({ t, value, onChange }: ControlProps) {
  const zone = platformZoneMinutes()
  const [from, to] = value?.split('-').map(Number) ?? []
  const shown = (seconds: number) => dayjs(toPickerDate(seconds * 1000, zone))
  const day = (date: dayjs.Dayjs) => fromPickerDate(date.startOf('day').toDate(), zone) / 1000
  return (
    <RangeField
      style={{ width: 212 }}
      format="YYYY-MM-DD"
      label={t('field.created')}
      value={from && to ? [shown(from), shown(to)] : null}
      onChange={(picked) => {
        const [first, last] = picked ?? []
        onChange(first && last ? `${day(first)}-${day(last) + 86_399}` : undefined)
      }}
    />
  )
}
