import { ACCESS } from '@backlot/contract/access'
import { airSituation, mediaSituation, workSituation } from '@backlot/contract/situation/calls'
import { memo, useDeferredValue, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { useIsPhone } from '../../components/use-media-query.ts'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { useTreeState } from '../../features/device-tree/device-store.ts'
import { TreeFailed } from '../../features/device-tree/tree-failed.tsx'
import { GlyphIcon } from '../../features/map/glyph-icon.tsx'
import { useFleet } from '../../features/situation/fleet-now.ts'
import {
  useAlarmSums,
  useMedia,
  useNewestAlarms,
  useSituationNews,
  useWork,
} from '../../features/situation/use-situation.ts'
import { useText } from '../../language/language.ts'
import { isCallPermitted } from '../../session/permission.ts'
import { useSession } from '../../session/session-store.ts'
import { DayWeather } from './day-weather.tsx'
import { BarRow, Figure, None, Panel, Waiting } from './home-parts.tsx'
import { HourChart } from './hour-chart.tsx'
import { NewestAlarms } from './newest-alarms.tsx'
import { OpenAlarms } from './open-alarms.tsx'
import { QuickEntries } from './quick-entries.tsx'
import { useHomeLinks } from './use-home-links.ts'
import { MediaFacts, WorkList, WorkSums } from './work-panel.tsx'
import './home.css'
import './home-phone.css'

const PERCENT = 100
const NEWEST = 20
const TYPES = 8

/**
 * Today at a glance: devices online, alarms, work in progress. Everything leads to the screen behind it. New items are
 * drawn in slices between which the page responds: they come all the time, and most of all in a storm. A phone has one
 * column, what is urgent first.
 */
export function HomeScreen() {
  return <HomeToday today={useDeferredValue(useToday())} />
}

type Today = ReturnType<typeof useToday>

function useToday() {
  const grant = useSession()
  const mayAlarms = isCallPermitted(ACCESS.seeAlarms, grant)
  const { fleet, ready } = useFleet()
  const { data: sums, error } = useAlarmSums('hours24', mayAlarms)
  const newest = useNewestAlarms(NEWEST, mayAlarms)
  const work = useWork(isCallPermitted(workSituation.access, grant))
  const media = useMedia(isCallPermitted(mediaSituation.access, grant))
  useSituationNews()
  return useMemo(
    () => ({
      fleet,
      ready,
      sums,
      error,
      newest: newest.data,
      newestError: newest.error,
      work: work.data,
      workError: work.error,
      media: media.data,
      mediaError: media.error,
    }),
    [fleet, ready, sums, error, newest.data, newest.error, work.data, work.error, media.data, media.error],
  )
}

/** In place of sums of devices while the tree is not there. */
function DevicesWaiting() {
  return useTreeState() === 'failed' ? <TreeFailed className="home-none" /> : <Waiting />
}

const HomeToday = memo(function HomeToday({ today }: { today: Today }) {
  const { fleet, ready, sums, error, newest, work, media } = today
  const t = useText('home')
  const kinds = useText('map')
  const grant = useSession()
  const mayAlarms = isCallPermitted(ACCESS.seeAlarms, grant)
  const isPhone = useIsPhone()
  const links = useHomeLinks()
  const { nameOf } = useAlarmTypes()
  const span: Record<string, number> = sums ? { from: sums.startTime, to: sums.endTime } : {}
  const processed = sums && sums.total > 0 ? (sums.total - sums.open) / sums.total : undefined
  const types = (sums?.byType ?? []).slice(0, TYPES)
  const most = Math.max(1, ...types.map(({ total }) => total))

  return (
    <div className="home" data-alarms={mayAlarms || undefined} data-fits="phone">
      {isPhone && mayAlarms && <OpenAlarms />}
      <section className="home-figures" aria-label={t('figures')}>
        <Figure
          label={t('online')}
          value={ready ? fleet.online : '–'}
          of={ready ? fleet.all : undefined}
          share={fleet.all > 0 ? fleet.online / fleet.all : undefined}
          to={links.online}
        />
        <Figure label={t('offline')} value={ready ? fleet.all - fleet.online : '–'} to={links.offline} />
        <Figure
          label={t('gpsLost')}
          value={ready ? fleet.gpsLost : '–'}
          tone={fleet.gpsLost > 0 ? 'warn' : undefined}
          to={links.state('gpsLost')}
        />
        {mayAlarms && (
          <>
            <Figure
              label={t('flagged')}
              term="flagged"
              value={ready ? fleet.flagged : '–'}
              tone={fleet.flagged > 0 ? 'danger' : undefined}
              to={links.state('alarm')}
            />
            <Figure label={t('alarms')} term="alarms24" value={sums?.total ?? '–'} to={links.alarms(span)} />
            <Figure
              label={t('open')}
              term="open24"
              value={sums?.open ?? '–'}
              tone={sums && sums.open > 0 ? 'warn' : undefined}
              to={links.alarms({ ...span, processed: 0 })}
            />
            <Figure
              label={t('processed')}
              term="processed24"
              value={processed === undefined ? '–' : `${Math.round(processed * PERCENT)}%`}
              share={processed}
              to={links.alarms({ ...span, processed: 1 })}
            />
          </>
        )}
        <DayWeather mayAir={isCallPermitted(airSituation.access, grant)} to={links.air} />
      </section>

      <QuickEntries />

      {mayAlarms && (
        <Panel name="hours" title={t('byHour')} legend>
          {sums ? <HourChart hours={sums.byHour} toHour={links.alarms} /> : <Waiting error={error} />}
        </Panel>
      )}
      {mayAlarms && (
        <Panel name="types" title={t('byType')}>
          {!sums ? (
            <Waiting error={error} />
          ) : types.length === 0 ? (
            <None />
          ) : (
            <ul className="bars">
              {types.map(({ type, total, open }) => (
                <BarRow
                  key={type}
                  name={nameOf(type)}
                  to={links.alarms({ ...span, type })}
                  count={total}
                  says={t('typeSays', { count: total, open })}
                  parts={[
                    [open / most, 'hour-open'],
                    [(total - open) / most, 'hour-processed'],
                  ]}
                />
              ))}
            </ul>
          )}
        </Panel>
      )}
      <Panel name="kinds" title={t('byKind')}>
        {!ready ? (
          <DevicesWaiting />
        ) : fleet.kinds.length === 0 ? (
          <None />
        ) : (
          <ul className="bars">
            {fleet.kinds.map(({ kind, devices, online }) => (
              <BarRow
                key={kind}
                name={kinds(`kind.${kind}`)}
                icon={<GlyphIcon kind={kind} size={15} />}
                to={links.kind(kind)}
                count={`${online} / ${devices}`}
                parts={[[online / devices, 'bar-online']]}
              />
            ))}
          </ul>
        )}
      </Panel>
      {mayAlarms && (
        <Panel
          name="newest"
          title={t('newest')}
          more={links.alarms() && <Link to={links.alarms()!}>{t('allAlarms')}</Link>}
        >
          {!newest ? (
            <Waiting error={today.newestError} />
          ) : newest.length === 0 ? (
            <None />
          ) : (
            <NewestAlarms alarms={newest} />
          )}
        </Panel>
      )}
      <Panel name="groups" title={t('byGroup')}>
        {!ready ? (
          <DevicesWaiting />
        ) : fleet.groups.length === 0 ? (
          <None />
        ) : (
          <ul className="bars">
            {fleet.groups.map(({ id, name, devices, online }) => (
              <BarRow
                key={id}
                name={name}
                to={links.group(id)}
                count={`${online} / ${devices}`}
                parts={[[online / devices, 'bar-online']]}
              />
            ))}
          </ul>
        )}
      </Panel>
      <div className="home-side">
        {isCallPermitted(workSituation.access, grant) && (
          <Panel name="work" title={t('work')} more={work && <WorkSums work={work} />}>
            {work ? <WorkList work={work} /> : <Waiting error={today.workError} />}
          </Panel>
        )}
        {isCallPermitted(mediaSituation.access, grant) && (
          <Panel
            name="media"
            title={t('media.title')}
            more={links.live && <Link to={links.live}>{t('media.watch')}</Link>}
          >
            {media ? <MediaFacts media={media} /> : <Waiting error={today.mediaError} />}
          </Panel>
        )}
      </div>
    </div>
  )
})
