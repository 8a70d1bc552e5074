import type { AlarmHour } from '@backlot/contract/situation/calls'
import { toCivil } from '@backlot/contract/time'
import type { CSSProperties } from 'react'
import { DefinedTerm, type Term } from '../../components/defined-term.tsx'
import { useFleet } from '../../features/situation/fleet-now.ts'
import { scaleTop } from '../../features/situation/scale-top.ts'
import { useAlarmSums } from '../../features/situation/use-situation.ts'
import { errorText } from '../../language/error-text.ts'
import { useLanguage, useText } from '../../language/language.ts'
import { platformZoneMinutes } from '../../platform/clock.ts'
import { Panel } from './panel.tsx'

const HOURS = 24
const LABELLED = 6

/** Today's alarms: how many, how many are not processed, and their hours. */
export function AlarmsPanel() {
  const t = useText('situation')
  const language = useLanguage()
  const { data, error } = useAlarmSums('today', true)
  const yesterday = useAlarmSums('yesterday', true).data
  const { fleet, ready } = useFleet()
  const number = new Intl.NumberFormat(language)
  const processed = data && data.total > 0 ? Math.round((1 - data.open / data.total) * 100) : undefined
  return (
    <Panel name="alarms" title={t('alarms.title')}>
      {!data && error && <p className="wall-none">{errorText(error)}</p>}
      <div className="wall-figures">
        <Figure
          label={t('alarms.total')}
          term="alarmsToday"
          value={data && number.format(data.total)}
          large
        />
        <Figure
          label={t('alarms.open')}
          term="openToday"
          value={data && number.format(data.open)}
          tone={data && data.open > 0 ? 'warn' : undefined}
        />
        <Figure
          label={t('alarms.processed')}
          term="processedToday"
          value={processed === undefined ? undefined : `${number.format(processed)}%`}
        />
        <Figure
          label={t('alarms.flagged')}
          term="flagged"
          value={ready ? number.format(fleet.flagged) : undefined}
          tone={fleet.flagged > 0 ? 'danger' : undefined}
        />
      </div>
      <HourChart hours={data?.byHour ?? []} before={yesterday?.byHour ?? []} />
    </Panel>
  )
}

type FigureProps = {
  label: string
  /** Definition of the figure. */
  term: Term
  value: string | undefined
  large?: boolean
  tone?: 'warn' | 'danger' | undefined
}

/** Signs that have room in their full size. */
const SIGNS = { large: 3, small: 4 }

function Figure({ label, term, value = '–', large, tone }: FigureProps) {
  const fit = Math.min(1, SIGNS[large ? 'large' : 'small'] / value.length)
  return (
    <DefinedTerm term={term}>
      <div
        className="wall-figure"
        data-large={large}
        data-tone={tone}
        style={{ '--fit': fit } as CSSProperties}
      >
        <span>{label}</span>
        <strong>{value}</strong>
      </div>
    </DefinedTerm>
  )
}

/** Columns by civil hour, today's over an outline of yesterday's. Hours that have not come are empty. */
function HourChart({ hours, before }: { hours: readonly AlarmHour[]; before: readonly AlarmHour[] }) {
  const t = useText('situation')
  const zone = platformZoneMinutes()
  const byHour = (list: readonly AlarmHour[]) =>
    new Map(list.map((hour) => [toCivil(hour.time * 1000, zone).hour, hour]))
  const today = byHour(hours)
  const yesterday = byHour(before)
  const top = scaleTop(Math.max(0, ...[...hours, ...before].map(({ total }) => total)))
  const height = (count: number | undefined) => `${((count ?? 0) / top) * 100}%`
  const now = hours.length - 1
  return (
    <figure className="wall-hours">
      <figcaption>
        <span className="key-title">{t('alarms.byHour')}</span>
        <i className="key-open" /> {t('alarms.open')}
        <i className="key-done" /> {t('alarms.done')}
        <i className="key-before" /> {t('alarms.yesterday')}
      </figcaption>
      <span className="wall-hours-top" aria-hidden="true">
        {top}
      </span>
      <ol aria-label={t('alarms.byHour')}>
        {Array.from({ length: HOURS }, (_unused, hour) => {
          const sum = today.get(hour)
          const named = {
            hour: `${String(hour).padStart(2, '0')}:00`,
            before: yesterday.get(hour)?.total ?? 0,
          }
          const says =
            hour > now
              ? t('alarms.hourAhead', named)
              : t('alarms.hourSays', { ...named, count: sum?.total ?? 0, open: sum?.open ?? 0 })
          return (
            <li key={hour} title={says} data-now={hour === now || undefined}>
              <span className="visually-hidden">{says}</span>
              <span className="hour-before" style={{ height: height(yesterday.get(hour)?.total) }} />
              <span className="hour-now">
                <span className="bar-open" style={{ height: height(sum?.open) }} />
                <span className="bar-done" style={{ height: height((sum?.total ?? 0) - (sum?.open ?? 0)) }} />
              </span>
              {hour % LABELLED === 0 && (
                <small className="wall-hour-name" aria-hidden="true">
                  {String(hour).padStart(2, '0')}
                </small>
              )}
            </li>
          )
        })}
      </ol>
    </figure>
  )
}
