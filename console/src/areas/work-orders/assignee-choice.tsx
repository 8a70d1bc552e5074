import { listOrderAssignees } from '@backlot/contract/work-orders/calls'
import { useQuery } from '@tanstack/react-query'
import { Select, Spin } from 'antd'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'

/** Place of an order: users who see that place can have it. */
type OrderPlace = { sn: string } | { nodeId: number }

/** Users who may have an order about a place. */
export function useAssignees(place: OrderPlace | undefined) {
  return useQuery({
    queryKey: ['workOrders', 'assignees', place],
    enabled: place !== undefined,
    queryFn: ({ signal }) => request(listOrderAssignees, { query: place ?? {}, signal }),
  })
}

/** Assignee of an order: users who may have it, with the number of their orders. */
export function AssigneeChoice(props: {
  place: OrderPlace | undefined
  value?: number | undefined
  onChange?: (userId: number | undefined) => void
  id?: string
  /** The present assignee is not offered. */
  except?: number | null
  autoFocus?: boolean
}) {
  const { place, value, onChange, id, except, autoFocus = false } = props
  const t = useText('workOrders')
  const asked = useAssignees(place)
  const people = (asked.data?.list ?? []).filter(({ userId }) => userId !== except)
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      allowClear
      autoFocus={autoFocus}
      style={{ width: '100%' }}
      aria-label={t('field.assignee')}
      placeholder={place ? t('chooseAssignee') : t('choosePlaceFirst')}
      disabled={!place}
      loading={asked.isLoading}
      value={value ?? null}
      onChange={(next: number | null | undefined) => onChange?.(next ?? undefined)}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={asked.isLoading ? <Spin size="small" /> : t('noAssignee')}
      options={people.map(({ userId, name, open }) => ({
        value: userId,
        label: open > 0 ? t('assigneeBusy', { name, count: open }) : name,
      }))}
    />
  )
}
