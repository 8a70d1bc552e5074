import { FileDoneOutlined } from '@ant-design/icons'
import { PROCESSING_TYPES } from '@backlot/contract/alarms/constants'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { addWorkOrder, getWorkOrder } from '@backlot/contract/work-orders/calls'
import { Button } from 'antd'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { alarmNames } from '../../features/alarms/place-name.ts'
import { open } from '../../features/open.ts'
import { useText } from '../../language/language.ts'
import { useMayCall } from '../../session/may-call.ts'

/**
 * The way to the work order of an alarm, for who may see orders, or to the form of one when there is none and the alarm
 * was sure, for who may make one. An alarm in the archive gets no order any more.
 */
export function AlarmOrderLink({ alarm }: { alarm: Alarm }) {
  const t = useText('workOrders')
  const types = useAlarmTypes()
  const may = useMayCall()
  const ordered = alarm.processingType === PROCESSING_TYPES.workOrder
  if (!(ordered || alarm.processingType === PROCESSING_TYPES.sure)) return null
  if (alarm.archived && !ordered) return null
  if (!may(ordered ? getWorkOrder : addWorkOrder)) return null
  const { id, sn, alarmSeq } = alarm
  const title = `${alarmNames(alarm).device} ${types.nameOf(alarm.type, alarm.subType)}`
  return (
    <Button
      className="alarm-order-link"
      icon={<FileDoneOutlined />}
      onClick={() =>
        ordered
          ? open({ kind: 'workOrder', order: { alarmId: id } })
          : open({ kind: 'newWorkOrder', order: { alarms: [{ id, sn, alarmSeq, title }] } })
      }
    >
      {ordered ? t('ofAlarm.open') : t('ofAlarm.make')}
    </Button>
  )
}
