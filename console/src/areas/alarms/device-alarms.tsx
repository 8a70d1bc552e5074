import { listAlarms } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import { AlarmLevelMark } from '../../features/alarms/alarm-level-mark.tsx'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { alarmNames } from '../../features/alarms/place-name.ts'
import { useLanguage, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { formatTime, platformNow } from '../../platform/clock.ts'
import { isOrdinary } from './alarm-rules.ts'
import { ProcessingTag } from './alarm-tags.tsx'
import { openDetail } from './alarm-view-store.ts'

const HALF_DAY_S = 12 * 3600
const MOST = 200

/** Other alarms of the device, twelve hours before and after (a query spans a day at most). */
export function DeviceAlarms({ alarm, types }: { alarm: Alarm; types: AlarmTypes }) {
  const t = useText('alarmDetail')
  const language = useLanguage()
  const { data, error } = useQuery({
    queryKey: ['alarms', 'device', alarm.sn, alarm.startTime, language],
    queryFn: async ({ signal }) => {
      const startTime = alarm.startTime - HALF_DAY_S
      const endTime = Math.min(alarm.startTime + HALF_DAY_S, Math.ceil(platformNow() / 1000))
      const query = { sn: alarm.sn, startTime, endTime, pageSize: MOST }
      return (await request(listAlarms, { query, signal })).list.filter(isOrdinary)
    },
  })
  if (error) return <p className="alarm-side-note">{t('device.failed')}</p>
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 4 }} />
  const key = alarmKey(alarm)
  if (data.every((one) => alarmKey(one) === key)) return <p className="alarm-side-note">{t('device.none')}</p>
  return (
    <ul className="alarm-rows" aria-label={t('device.title', { device: alarmNames(alarm).device })}>
      {data.map((one) => (
        <li key={alarmKey(one)} aria-current={alarmKey(one) === key}>
          <button
            type="button"
            className="alarm-rows-main"
            disabled={alarmKey(one) === key}
            title={alarmKey(one) === key ? t('device.here') : ''}
            onClick={() => openDetail(one, data)}
          >
            <AlarmLevelMark level={types.levelOf(one.type, one.subType)} size={12} />
            <time>{formatTime(one.startTime).slice(5)}</time>
            <span>{types.nameOf(one.type, one.subType)}</span>
          </button>
          <ProcessingTag alarm={one} />
        </li>
      ))}
    </ul>
  )
}
