import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import type { Alarm, AlarmResult } from '@backlot/contract/alarms/entities'
import { CODES } from '@backlot/contract/codes'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { alarmNames } from '../../features/alarms/place-name.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import './batch-results.css'

/** Result of each alarm of a bulk call, unchanged ones first. */
export function BatchResults({
  alarms,
  results,
}: {
  alarms: readonly Alarm[]
  results: readonly AlarmResult[]
}) {
  const t = useText('alarmDetail')
  const types = useAlarmTypes()
  const rows = alarms.map((alarm, place) => ({ alarm, result: results[place] }))
  const failed = rows.filter(({ result }) => result?.code !== CODES.ok)
  const done = rows.length - failed.length
  return (
    <>
      <p className="batch-results-sum" role="status">
        {failed.length === 0
          ? t('batch.all', { count: done })
          : t('batch.some', { done, left: failed.length })}
      </p>
      <ul className="batch-results" aria-label={t('batch.result')}>
        {[...failed, ...rows.filter((row) => !failed.includes(row))].map(({ alarm, result }) => {
          const ok = result?.code === CODES.ok
          return (
            <li key={alarmKey(alarm)} data-ok={ok}>
              {ok ? <CheckCircleFilled /> : <CloseCircleFilled />}
              <span className="batch-results-alarm">
                {alarmNames(alarm).device} · {types.nameOf(alarm.type, alarm.subType)}
              </span>
              <time>{formatTime(alarm.startTime).slice(5)}</time>
              <span className="batch-results-why">{ok ? t('batch.done') : result?.msg}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
