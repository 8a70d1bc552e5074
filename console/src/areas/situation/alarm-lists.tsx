import { dayStart } from '@backlot/contract/time'
import { useEffect, useState } from 'react'
import { AlarmLevelMark } from '../../features/alarms/alarm-level-mark.tsx'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { alarmNames } from '../../features/alarms/place-name.ts'
import { open } from '../../features/open.ts'
import { useAlarmSums, useNewestAlarms } from '../../features/situation/use-situation.ts'
import { useText } from '../../language/language.ts'
import { formatTime, platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import { Bar, Panel } from './panel.tsx'

const TYPES = 10
const NEWEST = 12
/** Rows of devices and of groups take turns. */
const TURN_MS = 20_000

/** Today's alarms by type. */
export function TypesPanel() {
  const t = useText('situation')
  const { nameOf, levelOf } = useAlarmTypes()
  const { data } = useAlarmSums('today', true)
  const types = (data?.byType ?? []).slice(0, TYPES)
  const most = Math.max(1, ...types.map(({ total }) => total))
  return (
    <Panel name="types" title={t('alarms.byType')}>
      {data?.total === 0 && <p className="wall-none">{t('alarms.none')}</p>}
      <ul className="wall-rows wall-type-rows">
        {types.map(({ type, total, open }) => (
          <li key={type}>
            <AlarmLevelMark level={levelOf(type)} size={14} />
            <span className="wall-name">{nameOf(type)}</span>
            <AlarmsBar total={total} open={open} most={most} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Alarms of a row and how many of them are open; `most`: those of the row that has most. */
function AlarmsBar({ total, open, most }: { total: number; open: number; most: number }) {
  const t = useText('situation')
  return (
    <>
      <Bar
        says={t('alarms.rowSays', { count: total, open })}
        parts={[
          [open / most, 'bar-open'],
          [(total - open) / most, 'bar-done'],
        ]}
      />
      <span className="wall-count" aria-hidden="true">
        {total}
      </span>
    </>
  )
}

/** Who had most alarms today: devices and groups in turn, or as chosen. */
export function RankingPanel() {
  const t = useText('situation')
  const { data } = useAlarmSums('today', true)
  const [chosen, setChosen] = useState<'devices' | 'groups'>()
  const [turn, setTurn] = useState<'devices' | 'groups'>('devices')
  useEffect(() => {
    const timer = setInterval(() => setTurn((shown) => (shown === 'devices' ? 'groups' : 'devices')), TURN_MS)
    return () => clearInterval(timer)
  }, [])
  const shown = chosen ?? turn
  const rows =
    shown === 'devices'
      ? (data?.byDevice ?? []).map((row) => ({ key: row.sn, parentName: '', ...row }))
      : (data?.byGroup ?? []).map((row) => ({ key: String(row.nodeId), ...row }))
  const most = Math.max(1, ...rows.map(({ total }) => total))
  return (
    <Panel
      name="ranking"
      title={t('ranking.title')}
      aside={
        <span className="wall-tabs">
          {(['devices', 'groups'] as const).map((tab) => (
            <button
              key={tab}
              type="button"
              aria-pressed={shown === tab}
              onClick={() => setChosen(chosen === tab ? undefined : tab)}
            >
              {t(`ranking.${tab}`)}
            </button>
          ))}
        </span>
      }
    >
      {data?.total === 0 && <p className="wall-none">{t('alarms.none')}</p>}
      <ol className="wall-rows wall-ranks">
        {rows.map(({ key, name, parentName, total, open }, at) => (
          <li key={key}>
            <b>{at + 1}</b>
            <span className="wall-name" title={[name, parentName].filter(Boolean).join(' · ')}>
              {name}
              {parentName !== '' && <small> · {parentName}</small>}
            </span>
            <AlarmsBar total={total} open={open} most={most} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** Of a type with its sub-type, the sub-type: there is no room for both. */
const shortName = (name: string) => name.split(' · ').at(-1)

/** Newest alarms; each opens its detail. */
export function NewestPanel() {
  const t = useText('situation')
  const { nameOf, levelOf } = useAlarmTypes()
  const { data } = useNewestAlarms(NEWEST, true)
  const todayMs = dayStart(platformNow(), platformZoneMinutes())
  const said = ({ startTime }: { startTime: number }) => formatTime(startTime)
  return (
    <Panel name="newest" title={t('newest.title')}>
      {data?.length === 0 && <p className="wall-none">{t('newest.none')}</p>}
      <ul className="wall-rows wall-news">
        {(data ?? []).map((alarm) => (
          <li key={alarm.id} data-open={alarm.processingType === null || undefined}>
            <button type="button" onClick={() => open({ kind: 'alarm', alarm })}>
              <AlarmLevelMark level={levelOf(alarm.type, alarm.subType)} size={14} />
              <time>
                {alarm.startTime * 1000 >= todayMs ? said(alarm).slice(11) : said(alarm).slice(5, 16)}
              </time>
              <span className="wall-name">{shortName(nameOf(alarm.type, alarm.subType))}</span>
              <small title={alarmNames(alarm).device}>{alarmNames(alarm).device}</small>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
