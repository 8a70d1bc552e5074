import { PictureOutlined } from '@ant-design/icons'
import type { WorkOrderDetail } from '@backlot/contract/work-orders/entities'
import { openAlarm } from '../../app/alarm-opener.ts'
import { useText } from '../../language/language.ts'
import { AlarmLevelMark } from '../../parts/alarms/alarm-level-mark.tsx'
import { useAlarmTypes } from '../../parts/alarms/alarm-types.ts'
import { formatTime } from '../../platform/clock.ts'
import { platformAddress } from '../../platform/config.ts'

/** The alarms that an order came from; each opens its own detail. */
export function OrderAlarms({ order }: { order: WorkOrderDetail }) {
  const t = useText('workOrders')
  const types = useAlarmTypes()
  if (order.alarmList.length === 0) return null
  return (
    <section aria-label={t('alarms')}>
      <h3>
        {t('alarms')} <small>{order.alarmList.length}</small>
      </h3>
      <ul className="order-alarms">
        {order.alarmList.map((alarm) => (
          <li key={alarm.id}>
            <button type="button" onClick={() => openAlarm(alarm)}>
              <span className="order-alarm-picture">
                {alarm.picture ? (
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
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
