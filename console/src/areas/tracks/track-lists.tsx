import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { deviceStore } from '../../features/device-tree/device-store.ts'
import { isDeviceType } from '../../features/device-tree/tree-entry.ts'
import type { MapProvider } from '../../features/map/map-provider.ts'
import { open } from '../../features/open.ts'
import { useText } from '../../language/language.ts'
import { platformZoneMinutes } from '../../platform/clock.ts'
import { useCan } from '../../session/session-store.ts'
import { useMayWatch } from '../../session/use-may-watch.ts'
import { camerasPassed, type FixedCamera } from './cameras-passed.ts'
import { clockText } from './chart-scale.ts'
import { type DrawnTrack, positionsNear } from './drawn-track.ts'
import { durationText } from './duration-text.ts'
import type { DeviceTrack } from './use-tracks.ts'

type Tab = 'stops' | 'alarms' | 'gaps' | 'cameras'

type TrackListsProps = {
  device: DeviceTrack
  drawn: DrawnTrack | undefined
  provider: MapProvider | undefined
  onMoment(atMs: number): void
}

/** Items on a device's track: stays, alarms, gaps, and cameras that it passed. */
export function TrackLists({ device, drawn, provider, onMoment }: TrackListsProps) {
  const t = useText('tracks')
  const [tab, setTab] = useState<Tab>('stops')
  const { summary, track, alarms } = device
  const mayReplay = useMayReplay()
  if (!summary || !track || summary.positions === 0) return null
  const counts: Record<Tab, number | undefined> = {
    stops: summary.stops.length,
    alarms: alarms?.length,
    gaps: track.gaps.length,
    cameras: undefined,
  }
  const tabs = (['stops', 'alarms', 'gaps', 'cameras'] as const).filter(
    (one) => (one !== 'alarms' || alarms !== undefined) && (one !== 'cameras' || mayReplay !== undefined),
  )
  return (
    <section className="track-lists" aria-label={t('lists.label')}>
      <Segmented<Tab>
        block
        size="small"
        aria-label={t('lists.label')}
        value={tab}
        options={tabs.map((value) => ({
          value,
          label:
            counts[value] === undefined ? t(`lists.${value}`) : `${t(`lists.${value}`)} ${counts[value]}`,
        }))}
        onChange={setTab}
      />
      {tab === 'stops' && <Spans spans={summary.stops} none={t('lists.noStops')} onMoment={onMoment} />}
      {tab === 'alarms' && <Alarms alarms={alarms ?? []} onMoment={onMoment} />}
      {tab === 'gaps' && (
        <Spans
          spans={track.gaps}
          none={t('lists.noGaps')}
          wordOf={(gap) => t(`gap.${gap.reason}`)}
          onMoment={onMoment}
        />
      )}
      {tab === 'cameras' && drawn && provider && mayReplay !== undefined && (
        <Cameras
          key={device.sn}
          drawn={drawn}
          provider={provider}
          replayPath={mayReplay}
          onMoment={onMoment}
        />
      )}
    </section>
  )
}

/** The replay screen that may be opened, if any. */
function useMayReplay(): string | undefined {
  const video = useMayWatch()
  const own = useCan('/videoReplay')
  const below = useCan('/realTime/videoReplay')
  if (!video) return undefined
  return own ? '/videoReplay' : below ? '/realTime/videoReplay' : undefined
}

function Spans<S extends { fromMs: number; toMs: number }>(props: {
  spans: readonly S[]
  none: string
  wordOf?: (span: S) => string
  onMoment(atMs: number): void
}) {
  const t = useText('tracks')
  const zone = platformZoneMinutes()
  if (props.spans.length === 0) return <p className="track-none">{props.none}</p>
  return (
    <ol className="track-list">
      {props.spans.map((span) => (
        <li key={span.fromMs}>
          <button type="button" onClick={() => props.onMoment(span.fromMs)}>
            <time>
              {clockText(span.fromMs, zone, true)} – {clockText(span.toMs, zone, true)}
            </time>
            {props.wordOf && <span>{props.wordOf(span)}</span>}
            <small>{durationText(span.toMs - span.fromMs, t)}</small>
          </button>
        </li>
      ))}
    </ol>
  )
}

function Alarms(props: { alarms: NonNullable<DeviceTrack['alarms']>; onMoment(atMs: number): void }) {
  const t = useText('tracks')
  const types = useAlarmTypes()
  const zone = platformZoneMinutes()
  if (props.alarms.length === 0) return <p className="track-none">{t('lists.noAlarms')}</p>
  return (
    <ol className="track-list">
      {props.alarms.map((alarm) => (
        <li key={alarm.id}>
          <button type="button" onClick={() => props.onMoment(alarm.startTime * 1000)}>
            <time>{clockText(alarm.startTime * 1000, zone, true)}</time>
            <span>{types.nameOf(alarm.type, alarm.subType)}</span>
          </button>
          <button
            type="button"
            className="track-list-more"
            onClick={() =>
              open({ kind: 'alarm', alarm: { id: alarm.id, sn: alarm.sn, alarmSeq: alarm.alarmSeq } })
            }
          >
            {t('lists.openAlarm')}
          </button>
        </li>
      ))}
    </ol>
  )
}

function Cameras(props: {
  drawn: DrawnTrack
  provider: MapProvider
  replayPath: string
  onMoment(atMs: number): void
}) {
  const { drawn, provider, replayPath } = props
  const t = useText('tracks')
  const zone = platformZoneMinutes()
  const passes = useMemo(
    () =>
      camerasPassed(drawn.track, fixedCameras(drawn.track.sn), (longitude, latitude, metres) =>
        positionsNear(drawn, provider.toDisplay, longitude, latitude, metres),
      ),
    [drawn, provider],
  )
  if (passes.length === 0) return <p className="track-none">{t('lists.noCameras')}</p>
  return (
    <ol className="track-list">
      {passes.map((pass) => (
        <li key={`${pass.sn}/${pass.fromMs}`}>
          <button type="button" onClick={() => props.onMoment(pass.nearestMs)}>
            <time>{clockText(pass.nearestMs, zone, true)}</time>
            <span title={pass.name}>{pass.name}</span>
            <small>{Math.round(pass.metres)} m</small>
          </button>
          <Link
            className="track-list-more"
            to={`${replayPath}?sn=${encodeURIComponent(pass.sn)}&chnId=${pass.chnId}&from=${Math.floor(pass.fromMs / 1000)}`}
          >
            {t('lists.replay')}
          </Link>
        </li>
      ))}
    </ol>
  )
}

/** Fixed cameras of the tree, each once, except the device's own. */
function fixedCameras(exceptSn: string): FixedCamera[] {
  const index = deviceStore.index()
  const cameras = new Map<string, FixedCamera>()
  for (let row = 0; row < index.length; row++) {
    const node = index.entry[row]!
    if (index.part[row] !== -1 || !isDeviceType(node.nodeType) || !node.sn || node.sn === exceptSn) continue
    const ability = node.ability ?? 0
    if ((ability & ABILITY_BITS.video) === 0 || (ability & ABILITY_BITS.gps) !== 0) continue
    const { longitude = 0, latitude = 0 } = node
    if (longitude === 0 || latitude === 0) continue
    const chnId = node.chnList?.find(({ type }) => type === CHANNEL_TYPES.video)?.chnId ?? 1
    cameras.set(node.sn, { sn: node.sn, chnId, name: node.name, longitude, latitude })
  }
  return [...cameras.values()]
}
