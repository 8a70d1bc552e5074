import { PictureOutlined } from '@ant-design/icons'
import { getAlarm } from '@backlot/contract/alarms/calls'
import type { WorkOrderDetail } from '@backlot/contract/work-orders/entities'
import type { ReactNode } from 'react'
import { AlarmLevelMark } from '../../features/alarms/alarm-level-mark.tsx'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { open } from '../../features/open.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { platformAddress } from '../../platform/config.ts'
import { useMayCall } from '../../session/may-call.ts'

/** The alarms that an order came from; each opens its own detail, for who may see alarms. */
export function OrderAlarms({ order }: { order: WorkOrderDetail }) {
  const t = useText('workOrders')
  const types = useAlarmTypes()
  const mayOpen = useMayCall()(getAlarm)
  if (order.alarmList.length === 0) return null
  return (
    <section aria-label={t('alarms')}>
      <h3>
        {t('alarms')} <small>{order.alarmList.length}</small>
      </h3>
      <ul className="order-alarms">
        {order.alarmList.map((alarm) => (
          <li key={alarm.id}>
            <AlarmCard onOpen={mayOpen ? () => open({ kind: 'alarm', alarm }) : undefined}>
              <span className="order-alarm-picture">
                {alarm.picture && mayOpen ? (
                  <img src={platformAddress(alarm.picture)} alt="" loading="lazy" />
                ) : (
                  <PictureOutlined />
                )}
              </span>
              <span className="order-alarm-words">
                <span>
                  <AlarmLevelMark level={types.levelOf(alarm.type, alarm.subType)} />{' '}
                  {types.nameOf(alarm.type, alarm.subType)}
                </span>
                <span>{alarm.devName}</span>
                <time>{formatTime(alarm.startTime)}</time>
              </span>
            </AlarmCard>
          </li>
        ))}
      </ul>
    </section>
  )
}

function AlarmCard({ onOpen, children }: { onOpen: (() => void) | undefined; children: ReactNode }) {
  if (!onOpen) return <div className="order-alarm">{children}</div>
  return (
    <button type="button" className="order-alarm" onClick={onOpen}>
      {children}
    </button>
  )
}
