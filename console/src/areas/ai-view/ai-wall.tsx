import { Button, Empty, Result, Spin } from 'antd'
import { useState } from 'react'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { alarmNames, placeName } from '../../features/alarms/place-name.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { type AiFilter, fitsAiFilter, NO_FILTER } from './ai-alarms.ts'
import { AiCard } from './ai-card.tsx'
import { useAiAlarms } from './use-ai-alarms.ts'

/** Cards shown at first, and with each press on 'more'. */
const PAGE = 60

type AiWallProps = { filter: AiFilter; types: AlarmTypes; onFilter(filter: AiFilter): void }

/** The wall itself, newest first. */
export function AiWall({ filter, types, onFilter }: AiWallProps) {
  const t = useText('aiView')
  const { alarms, query } = useAiAlarms()
  const [most, setMost] = useState(PAGE)
  const fitting = alarms.filter((alarm) => fitsAiFilter(alarm, alarmNames(alarm).device, filter))
  const shown = fitting.slice(0, most)

  if (alarms.length === 0 && query.isPending) {
    return (
      <div className="ai-notice" role="status">
        <Spin /> {t('loading')}
      </div>
    )
  }
  if (alarms.length === 0 && query.error) {
    return (
      <Result
        status="warning"
        title={t('failed', { reason: errorText(query.error) })}
        extra={<Button onClick={() => void query.refetch()}>{t('again')}</Button>}
      />
    )
  }
  if (fitting.length === 0) {
    const filtered = alarms.length > 0
    return (
      <Empty className="ai-notice" description={filtered ? t('noMatch') : t('none')}>
        {filtered && <Button onClick={() => onFilter(NO_FILTER)}>{t('clearFilter')}</Button>}
      </Empty>
    )
  }
  return (
    <section className="ai-wall" aria-label={t('title')}>
      <p className="ai-count" role="status">
        {shown.length < alarms.length
          ? t('countSome', { shown: shown.length, count: alarms.length })
          : t('count', { count: alarms.length })}
      </p>
      <ul>
        {shown.map((alarm) => (
          <li key={alarmKey(alarm)}>
            <AiCard
              alarm={alarm}
              type={types.nameOf(alarm.type, alarm.subType)}
              level={types.levelOf(alarm.type, alarm.subType)}
              place={placeName(alarm)}
            />
          </li>
        ))}
      </ul>
      {shown.length < fitting.length && (
        <Button className="ai-more" onClick={() => setMost(most + PAGE)}>
          {t('more', { count: fitting.length - shown.length })}
        </Button>
      )}
    </section>
  )
}
