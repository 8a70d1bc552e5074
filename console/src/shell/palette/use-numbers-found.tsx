import { BellOutlined, SolutionOutlined } from '@ant-design/icons'
import { getAlarm } from '@backlot/contract/alarms/calls'
import { listWorkOrders } from '@backlot/contract/work-orders/calls'
import { useQuery } from '@tanstack/react-query'
import { usePaused } from '../../components/use-paused.ts'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { open } from '../../features/open.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { useMayCall } from '../../session/may-call.ts'
import type { Found } from './found.ts'

const ALARM = /^#?\s*(\d{1,15})$/
/** A part of a work order's number: WO20261124-00021. */
const ORDER = /^(?:wo)?[\d-]{4,24}$/i
const MOST_ORDERS = 3

/** The alarm of a typed number, and work orders whose number it is a part of. */
export function useNumbersFound(typed: string): readonly Found[] {
  const t = useText('palette')
  const may = useMayCall()
  const { nameOf } = useAlarmTypes()
  const text = usePaused(typed.trim())
  const id = Number(ALARM.exec(text)?.[1] ?? 0)
  const alarm = useQuery({
    queryKey: ['palette', 'alarm', id],
    queryFn: () => request(getAlarm, { query: { id } }).catch(() => null),
    enabled: id > 0 && may(getAlarm),
  }).data
  const orders = useQuery({
    queryKey: ['palette', 'orders', text],
    queryFn: async () => (await request(listWorkOrders, { query: { text, pageSize: MOST_ORDERS } })).list,
    enabled: ORDER.test(text) && may(listWorkOrders),
  }).data
  if (typed.trim() !== text) return []
  return [
    ...(alarm
      ? [
          {
            key: `alarm ${id}`,
            icon: <BellOutlined />,
            name: t('alarm', { id }),
            about: [nameOf(alarm.type, alarm.subType), alarm.devName].filter(Boolean).join(' · '),
            run: () => void open({ kind: 'alarm', alarm }),
          },
        ]
      : []),
    ...(orders ?? []).map((order) => ({
      key: `order ${order.id}`,
      icon: <SolutionOutlined />,
      name: order.number,
      about: order.title,
      run: () => void open({ kind: 'workOrder', order: { id: order.id } }),
    })),
  ]
}
