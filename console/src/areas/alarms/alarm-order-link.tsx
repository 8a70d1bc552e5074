import { FileDoneOutlined } from '@ant-design/icons'
import { type Alarm, PROCESSING_TYPES } from '@backlot/contract/alarms/entities'
import { Button } from 'antd'
import { useCan } from '../../app/session-store.ts'
import { newWorkOrder, openWorkOrder } from '../../app/work-order-opener.ts'
import { useText } from '../../language/language.ts'
import { useAlarmTypes } from '../../parts/alarms/alarm-types.ts'

/** The way to the work order of an alarm, or to the form of one when there is none and the alarm was sure. */
export function AlarmOrderLink({ alarm }: { alarm: Alarm }) {
  const t = useText('workOrders')
  const types = useAlarmTypes()
  const mayUse = useCan('/earlyWarningData/workOrderList')
  const ordered = alarm.processingType === PROCESSING_TYPES.workOrder
  if (!mayUse || !(ordered || alarm.processingType === PROCESSING_TYPES.sure)) return null
  const { id, sn, alarmSeq } = alarm
  const title = `${alarm.devName} ${types.nameOf(alarm.type, alarm.subType)}`
  return (
    <Button
      className="alarm-order-link"
      icon={<FileDoneOutlined />}
      onClick={() => (ordered ? openWorkOrder({ alarmId: id }) : newWorkOrder([{ id, sn, alarmSeq, title }]))}
    >
      {ordered ? t('ofAlarm.open') : t('ofAlarm.make')}
    </Button>
  )
}
