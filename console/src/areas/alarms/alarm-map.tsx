import { VideoCameraOutlined } from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { useEffect, useState } from 'react'
import { useThemeMode } from '../../components/theme/use-theme-mode.ts'
import { pixelOf } from '../../features/map/drawing/shape-svg.tsx'
import type { MapHandle } from '../../features/map/map-handle.ts'
import { MapView } from '../../features/map/map-view.tsx'
import type { LngLat } from '../../features/map/mercator.ts'
import { useMapMotion } from '../../features/map/use-map-motion.ts'
import { useLanguage, useText } from '../../language/language.ts'
import type { AlarmCamera } from './alarm-cameras.ts'
import { alarmPosition } from './alarm-place.ts'
import './alarm-map.css'

const ZOOM = 15.5
const FIT = { padding: 46, maxZoom: 16.5, duration: 0 }
/** Positions closer than that are one place. */
const SAME_DEG = 0.00005

type Ends = { start: LngLat; end: LngLat | undefined }

/** Where an alarm started and ended, with the cameras around; the map stays while alarms are walked through. */
export function AlarmMap({
  alarm,
  cameras,
  onCamera,
}: {
  alarm: Alarm
  cameras: readonly AlarmCamera[]
  onCamera(camera: AlarmCamera): void
}) {
  const [theme] = useThemeMode()
  const language = useLanguage()
  const [handle, setHandle] = useState<MapHandle>()
  const ends = endsOf(alarm)
  const [startLng, startLat] = ends?.start ?? []
  const [endLng, endLat] = ends?.end ?? []

  useEffect(() => {
    if (!handle || startLng === undefined || startLat === undefined) return
    const { map, provider } = handle
    const start = provider.toDisplay([startLng, startLat])
    if (endLng === undefined || endLat === undefined) {
      map.jumpTo({ center: [start[0], start[1]], zoom: ZOOM })
      return
    }
    const end = provider.toDisplay([endLng, endLat])
    const [west, east] = [Math.min(start[0], end[0]), Math.max(start[0], end[0])]
    const [south, north] = [Math.min(start[1], end[1]), Math.max(start[1], end[1])]
    map.fitBounds([west, south, east, north], FIT)
  }, [handle, startLng, startLat, endLng, endLat])

  if (!ends) return null
  const [longitude, latitude] = ends.start
  return (
    <MapView start={{ longitude, latitude, zoom: ZOOM }} theme={theme} language={language} onMap={setHandle}>
      {handle && <Marks handle={handle} ends={ends} cameras={cameras} onCamera={onCamera} />}
    </MapView>
  )
}

/** The end is left out where it is the start. */
function endsOf(alarm: Alarm): Ends | undefined {
  const start = alarmPosition(alarm, 'start')
  const end = alarmPosition(alarm, 'end')
  if (!start) return end && { start: [end.longitude, end.latitude], end: undefined }
  const moved =
    end &&
    Math.max(Math.abs(end.longitude - start.longitude), Math.abs(end.latitude - start.latitude)) > SAME_DEG
  return {
    start: [start.longitude, start.latitude],
    end: moved ? [end.longitude, end.latitude] : undefined,
  }
}

function Marks(props: {
  handle: MapHandle
  ends: Ends
  cameras: readonly AlarmCamera[]
  onCamera(camera: AlarmCamera): void
}) {
  const { handle, ends, cameras, onCamera } = props
  const t = useText('alarmDetail')
  useMapMotion(handle.map)
  const start = pixelOf(handle, ends.start)
  const end = ends.end && pixelOf(handle, ends.end)
  return (
    <div className="alarm-map-marks">
      {end && (
        <svg aria-hidden>
          <path d={`M${start.x},${start.y}L${end.x},${end.y}`} />
        </svg>
      )}
      {cameras.map((camera) => {
        if (camera.longitude === undefined || camera.latitude === undefined) return null
        const { x, y } = pixelOf(handle, [camera.longitude, camera.latitude])
        const label = t('map.camera', { name: camera.name })
        return (
          <button
            key={camera.sn}
            type="button"
            className="alarm-map-camera"
            data-online={camera.online}
            style={{ transform: `translate(${x - 10}px, ${y - 10}px)` }}
            aria-label={label}
            title={label}
            onClick={() => onCamera(camera)}
          >
            <VideoCameraOutlined />
          </button>
        )
      })}
      <Mark at={start} kind="start" label={t('map.start')} letter={end ? t('map.startMark') : ''} />
      {end && <Mark at={end} kind="end" label={t('map.end')} letter={t('map.endMark')} />}
    </div>
  )
}

function Mark(props: { at: { x: number; y: number }; kind: 'start' | 'end'; label: string; letter: string }) {
  const { at, kind, label, letter } = props
  return (
    <span
      className="alarm-map-mark"
      data-kind={kind}
      role="img"
      aria-label={label}
      title={label}
      style={{ transform: `translate(${at.x - 11}px, ${at.y - 11}px)` }}
    >
      {letter}
    </span>
  )
}
