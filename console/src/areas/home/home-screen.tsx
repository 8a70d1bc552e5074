import { ACCESS } from '@backlot/contract/access'
import { Empty } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { hasAnyOf } from '../../app/permission.ts'
import { hasScreen } from '../../app/screens.ts'
import { useCan, useSession } from '../../app/session-store.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { formatTime, useClock } from '../../platform/clock.ts'
import { AlarmsByType } from './alarms-by-type.tsx'
import { HourChart } from './hour-chart.tsx'
import { NewestAlarms } from './newest-alarms.tsx'
import { OnlineByGroup } from './online-by-group.tsx'
import { byHour } from './situation.ts'
import { useFleet } from './use-fleet.ts'
import { useSituation } from './use-situation.ts'
import './home.css'

const PERCENT = 100

/** Today at a glance: who is online, what is alarming. Everything leads to the screen behind it. */
export function HomeScreen() {
  const t = useText('shell')
  const mayAlarms = useSession(({ permission, systemFunction }) => {
    const { seeAlarms } = ACCESS
    if (seeAlarms.kind !== 'routes') return true
    return (
      seeAlarms.routes.some((route) => permission.has(route)) && hasAnyOf(seeAlarms.anyOf, systemFunction)
    )
  })
  const mayQuery = useCan('/earlyWarningData/alarmList')
  const mayVideo = useCan('/realTime') && hasScreen('/realTime')
  const mayMap = useCan('/dispatch') && hasScreen('/dispatch')
  const { nowMs, zoneMinutes } = useClock()
  const { fleet, ready } = useFleet()
  const situation = useSituation(mayAlarms)
  const alarms = situation.data?.alarms ?? []
  const open = alarms.filter((alarm) => alarm.processingType === null).length
  const processedShare = alarms.length === 0 ? undefined : (alarms.length - open) / alarms.length
  const devicesTarget = mayVideo ? '/realTime' : mayMap ? '/dispatch' : undefined

  return (
    <div className="home">
      <section className="home-figures" aria-label={t('home.figures')}>
        <Figure
          label={t('home.online')}
          value={ready ? fleet.online : '–'}
          of={ready ? fleet.all : undefined}
          share={fleet.all > 0 ? fleet.online / fleet.all : undefined}
          to={devicesTarget}
        />
        <Figure label={t('home.offline')} value={ready ? fleet.all - fleet.online : '–'} to={devicesTarget} />
        {mayAlarms && (
          <>
            <Figure
              label={t('home.flagged')}
              value={ready ? fleet.flagged : '–'}
              tone={fleet.flagged > 0 ? 'danger' : undefined}
              to={mayMap ? '/dispatch' : undefined}
            />
            <Figure
              label={t('home.alarms')}
              value={situation.data?.total ?? '–'}
              to={mayQuery ? '/earlyWarningData/alarmList' : undefined}
            />
            <Figure
              label={t('home.open')}
              value={situation.data ? open : '–'}
              tone={open > 0 ? 'warn' : undefined}
              to={mayQuery ? '/earlyWarningData/alarmList?processed=0' : undefined}
            />
            <Figure
              label={t('home.processed')}
              value={processedShare === undefined ? '–' : `${Math.round(processedShare * PERCENT)}%`}
              share={processedShare}
              to={mayQuery ? '/earlyWarningData/alarmList?processed=1' : undefined}
            />
          </>
        )}
        <div className="figure figure-clock">
          <span className="figure-label">{t('clock.label')}</span>
          <time className="figure-value">{formatTime(nowMs).slice(11)}</time>
          <span className="figure-of">{formatTime(nowMs).slice(0, 10)}</span>
        </div>
      </section>

      {mayAlarms && (
        <Panel
          className="home-hours"
          title={t('home.byHour')}
          note={
            situation.data && !situation.data.complete
              ? t('home.partial', { count: alarms.length })
              : undefined
          }
          legend
        >
          {situation.error ? (
            <p className="home-none">{errorText(situation.error)}</p>
          ) : (
            <HourChart
              buckets={byHour(alarms, situation.data?.asOfMs ?? nowMs, zoneMinutes)}
              mayQuery={mayQuery}
            />
          )}
        </Panel>
      )}
      {mayAlarms && (
        <Panel className="home-types" title={t('home.byType')}>
          {alarms.length === 0 ? <None /> : <AlarmsByType alarms={alarms} mayQuery={mayQuery} />}
        </Panel>
      )}
      {mayAlarms && (
        <Panel
          className="home-newest"
          title={t('home.newest')}
          more={mayQuery ? <Link to="/earlyWarningData/alarmList">{t('home.allAlarms')}</Link> : undefined}
        >
          {alarms.length === 0 ? <None /> : <NewestAlarms alarms={alarms} />}
        </Panel>
      )}
      <Panel className="home-groups" title={t('home.byGroup')}>
        {fleet.groups.length === 0 ? <None /> : <OnlineByGroup groups={fleet.groups} />}
      </Panel>
    </div>
  )
}

function Figure(props: {
  label: string
  value: number | string
  of?: number | undefined
  share?: number | undefined
  tone?: 'danger' | 'warn' | undefined
  to?: string | undefined
}) {
  const { label, value, of, share, tone, to } = props
  const inner = (
    <>
      <span className="figure-label">{label}</span>
      <span className="figure-value" data-tone={tone}>
        {value}
        {of !== undefined && <span className="figure-of"> / {of}</span>}
      </span>
      {share !== undefined && (
        <span className="figure-share" aria-hidden="true">
          <span style={{ width: `${share * PERCENT}%` }} />
        </span>
      )}
    </>
  )
  if (!to) return <div className="figure">{inner}</div>
  return (
    <Link className="figure" to={to}>
      {inner}
    </Link>
  )
}

function Panel(props: {
  className: string
  title: string
  note?: string | undefined
  legend?: boolean
  more?: ReactNode
  children: ReactNode
}) {
  const t = useText('shell')
  return (
    <section className={`home-panel ${props.className}`} aria-label={props.title}>
      <header>
        <h2>{props.title}</h2>
        {props.note && <small>{props.note}</small>}
        {props.legend && (
          <span className="home-legend" aria-hidden="true">
            <i className="hour-open" /> {t('home.legendOpen')}
            <i className="hour-processed" /> {t('home.legendProcessed')}
          </span>
        )}
        {props.more}
      </header>
      {props.children}
    </section>
  )
}

function None() {
  const t = useText('shell')
  return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('home.none')} />
}
