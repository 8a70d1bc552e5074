import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import { isDeviceOnline, type SenseEntry } from '@backlot/contract/devices/entities'
import { Button, Empty, Spin } from 'antd'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { DevicePanel } from '../../features/device-tree/device-panel.tsx'
import {
  deviceStore,
  useDevice,
  useTreeIndex,
  useTreeState,
} from '../../features/device-tree/device-store.ts'
import type { DeviceTreeHandle } from '../../features/device-tree/device-tree.tsx'
import { functionsOf, type TreeEntry } from '../../features/device-tree/tree-entry.ts'
import type { TreePick } from '../../features/device-tree/tree-pick.ts'
import { DeviceSetup } from '../../features/installation/device-setup.tsx'
import { useBoundChannels } from '../../features/installation/use-bound-channels.ts'
import type { LngLat } from '../../features/map/mercator.ts'
import { useText } from '../../language/language.ts'
import { useMayWatch } from '../../session/use-may-watch.ts'
import { firstStation } from './first-station.ts'
import './live-readings-screen.css'
import { OwnSettings } from './own-settings.tsx'
import { hasLine, StationBusView } from './station-bus-view.tsx'
import { StationCamera, videoChannelsOf } from './station-camera.tsx'
import { rowOf, searchFor } from './station-choice.ts'
import { StationHeader } from './station-header.tsx'
import { StationHistory } from './station-history.tsx'
import { type StationKind, stationKindAt } from './station-kinds.ts'
import { StationReadings } from './station-readings.tsx'
import { StationSettings } from './station-settings.tsx'
import { StationViews, useStationView } from './station-views.tsx'
import { StationWireView } from './station-wire-view.tsx'

/** The map comes with its library: when it is first looked at. */
const StationMap = lazy(async () => ({ default: (await import('./station-map.tsx')).StationMap }))

/**
 * Live readings of the stations of one kind; the route decides which, `?sn=` which station (else the first one online),
 * `?point=` which monitoring point of it.
 */
export function LiveReadingsScreen() {
  const kind = stationKindAt(useLocation().pathname)
  const t = useText('sensors')
  const [search, setSearch] = useSearchParams()
  const sn = search.get('sn') ?? undefined
  const index = useTreeIndex()
  const ready = useTreeState() === 'ready'
  const tree = useRef<DeviceTreeHandle>(null)
  const choose = (station: string, sense?: SenseEntry) =>
    setSearch((before) => searchFor(before, station, sense), { replace: true })
  const pick = ({ node, sense }: TreePick) => node.sn && choose(node.sn, sense)

  const first = ready && sn === undefined ? firstStationOf(kind) : undefined
  useEffect(() => {
    if (first !== undefined) setSearch((before) => searchFor(before, first, undefined), { replace: true })
  }, [first, setSearch])

  const row = rowOf(index, search)
  const selectedKey = row === undefined ? undefined : index.key(row)
  useEffect(() => {
    if (selectedKey !== undefined) tree.current?.reveal(selectedKey)
  }, [selectedKey])

  return (
    <div className="live-readings" data-fits="phone">
      <h1 className="visually-hidden">{t(`titles.${kind.title}`)}</h1>
      <div className="live-readings-stations">
        <DevicePanel
          ref={tree}
          filter={kind.offers}
          abilities={false}
          emptyGroups={false}
          label={t('stations')}
          selectedKey={selectedKey}
          onSelect={pick}
          onOpen={pick}
        />
      </div>
      <div className="live-readings-station">
        <Station kind={kind} sn={sn ?? first} ready={ready} onFirst={choose} />
      </div>
    </div>
  )
}

function firstStationOf(kind: StationKind): string | undefined {
  const index = deviceStore.index()
  const devices = Array.from(index.deviceRows(), (row) => index.entry[row]!)
  return firstStation(devices, kind.entry)
}

type StationProps = { kind: StationKind; sn: string | undefined; ready: boolean; onFirst(sn: string): void }

function Station({ kind, sn, ready, onFirst }: StationProps) {
  const t = useText('sensors')
  const node = useDevice(sn)
  const { longitude, latitude } = node ?? {}
  const at: LngLat | undefined = longitude && latitude ? [longitude, latitude] : undefined
  const sides = {
    wired: node?.protocolType === PROTOCOL_TYPES.hj212,
    bus: hasLine(node),
    located: at !== undefined,
  }
  const view = useStationView(kind, sides)
  const mayWatch = useMayWatch()
  if (!node || !sn || !functionsOf(node).includes(kind.entry)) {
    return <NoStation kind={kind} sn={sn} ready={ready} onFirst={onFirst} />
  }
  const online = isDeviceOnline(node)
  return (
    <section aria-label={t('station')}>
      <StationHeader node={node} />
      <StationViews kind={kind} sides={sides} />
      {view === 'history' && <StationHistory key={sn} kind={kind} sn={sn} />}
      {view === 'map' && at && (
        <Suspense fallback={<Spin className="live-readings-notice" />}>
          <StationMap key={`${sn} ${at}`} node={node} at={at} />
        </Suspense>
      )}
      {view === 'wire' && <StationWireView key={sn} sn={sn} online={online} />}
      {view === 'bus' && <StationBusView key={sn} sn={sn} online={online} />}
      {view === 'setup' && <DeviceSetup key={sn} sn={sn} />}
      {view === 'settings' && kind.title === 'hjt212' && (
        <OwnSettings key={`own ${sn}`} sn={sn} online={online} />
      )}
      {view === 'settings' && <StationSettings key={sn} kind={kind} sn={sn} online={online} />}
      {view === 'live' && <StationLive kind={kind} sn={sn} node={node} online={online} mayWatch={mayWatch} />}
    </section>
  )
}

type LiveProps = { kind: StationKind; sn: string; node: TreeEntry; online: boolean; mayWatch: boolean }

/** Readings, with the picture of a camera that looks at them: bound ones first, then the station's own. */
function StationLive({ kind, sn, node, online, mayWatch }: LiveProps) {
  const bound = useBoundChannels(sn).data?.list ?? []
  const withCamera = mayWatch && videoChannelsOf(node).length + bound.length > 0
  return (
    <div className="live-readings-body" data-camera={withCamera}>
      <StationReadings key={sn} kind={kind} sn={sn} online={online} />
      {withCamera && <StationCamera key={`camera ${sn}`} node={node} bound={bound} />}
    </div>
  )
}

function NoStation({ kind, sn, ready, onFirst }: StationProps) {
  const t = useText('sensors')
  if (!ready) {
    return (
      <div className="live-readings-notice" role="status">
        <Spin />
      </div>
    )
  }
  const first = firstStationOf(kind)
  return (
    <Empty
      className="live-readings-notice"
      description={sn !== undefined && first !== undefined ? t('notHere', { sn }) : t('noStations')}
    >
      {sn !== undefined && first !== undefined && (
        <Button onClick={() => onFirst(first)}>{t('toFirst')}</Button>
      )}
    </Empty>
  )
}
