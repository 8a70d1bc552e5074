import { PROCESSING_TYPES } from '@backlot/contract/alarms/constants'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { addWorkOrder } from '@backlot/contract/work-orders/calls'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { open } from '../../features/open.ts'
import type { TableAction } from '../../features/table-screen/table-screen-types.ts'
import { useText } from '../../language/language.ts'

/** One work order for the chosen alarms, all of which must have been confirmed and have none. */
export function useOrderAction(): TableAction<readonly Alarm[]> {
  const t = useText('alarms')
  const tDetail = useText('alarmDetail')
  const orders = useText('workOrders')
  const types = useAlarmTypes()
  return {
    key: 'order',
    label: orders('ofAlarm.make'),
    call: addWorkOrder,
    disabledReason: (alarms) => {
      if (alarms.length === 0) return t('query.selectFirst')
      if (alarms.some(({ archived }) => archived)) return tDetail('processing.someArchived')
      const sure = alarms.every(({ processingType }) => processingType === PROCESSING_TYPES.sure)
      return sure ? undefined : orders('ofAlarm.needsSure')
    },
    run: (alarms, changed) => {
      open({
        kind: 'newWorkOrder',
        order: {
          alarms: alarms.map(({ id, sn, alarmSeq, devName, type, subType }) => ({
            id,
            sn,
            alarmSeq,
            title: `${devName} ${types.nameOf(type, subType)}`,
          })),
          onDone: changed,
        },
      })
    },
  }
}
