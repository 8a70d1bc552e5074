import { VideoCameraOutlined } from '@ant-design/icons'
import { hasCapability } from '@backlot/contract/capabilities'
import type { TreeNode } from '@backlot/contract/devices/entities'
import { LIMITS } from '@backlot/contract/limits'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useThemeMode } from '../../components/theme/use-theme-mode.ts'
import { DeviceCard, markerStateOf } from '../../features/device-card/device-card.tsx'
import { useBoundChannels } from '../../features/installation/use-bound-channels.ts'
import { Anchored } from '../../features/map/anchored.tsx'
import { pixelOf } from '../../features/map/drawing/shape-svg.tsx'
import type { MapHandle } from '../../features/map/map-handle.ts'
import { MapView } from '../../features/map/map-view.tsx'
import type { LngLat } from '../../features/map/mercator.ts'
import { StateMark } from '../../features/map/state-mark.tsx'
import { useMapMotion } from '../../features/map/use-map-motion.ts'
import { open } from '../../features/open.ts'
import { useLanguage, useText } from '../../language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { useMayWatch } from '../../session/use-may-watch.ts'
import { camerasOf } from './station-camera.tsx'
import './station-map.css'

/** The map centred on a located station, with its information window open (stated for /senseDevice). */
export function StationMap({ node, at }: { node: TreeNode; at: LngLat }) {
  const [theme] = useThemeMode()
  const language = useLanguage()
  const [handle, setHandle] = useState<MapHandle>()
  const [isOpen, setOpen] = useState(true)
  const systemFunction = useSession((session) => session.systemFunction)
  const [longitude, latitude] = at
  return (
    <div className="station-map">
      <MapView
        start={{ longitude, latitude, zoom: LIMITS.mapDefault.zoom }}
        theme={theme}
        language={language}
        onMap={setHandle}
      >
        {handle && <StationMarker handle={handle} node={node} at={at} onOpen={() => setOpen(true)} />}
        {handle && isOpen && (
          <Anchored map={handle.map} at={handle.provider.toDisplay(at)}>
            <DeviceCard
              node={node}
              moves={false}
              theme={theme}
              has={(capability) => hasCapability(systemFunction, capability)}
              onClose={() => setOpen(false)}
            >
              <WatchButton node={node} />
            </DeviceCard>
          </Anchored>
        )}
      </MapView>
    </div>
  )
}

type MarkerProps = { handle: MapHandle; node: TreeNode; at: LngLat; onOpen(): void }

function StationMarker({ handle, node, at, onOpen }: MarkerProps) {
  const [theme] = useThemeMode()
  useMapMotion(handle.map)
  const { x, y } = pixelOf(handle, at)
  return (
    <button
      type="button"
      className="station-marker"
      aria-label={node.name}
      style={{ transform: `translate(${x - 14}px, ${y - 14}px)` }}
      onClick={onOpen}
    >
      <StateMark state={markerStateOf(node, false)} theme={theme} size={20} />
    </button>
  )
}

/** The cameras that look at the station, in the video popup. */
function WatchButton({ node }: { node: TreeNode }) {
  const t = useText('map')
  const mayWatch = useMayWatch()
  const cameras = camerasOf(node, useBoundChannels(node.sn ?? '').data?.list ?? [])
  if (!mayWatch || cameras.length === 0) return null
  const places = cameras.filter(({ online }) => online).map(({ sn, chnId }) => ({ sn, chnId }))
  return (
    <div className="device-popup-actions">
      <Tooltip title={places.length === 0 ? t('liveVideoNoneOnline') : undefined}>
        <Button
          size="small"
          icon={<VideoCameraOutlined />}
          disabled={places.length === 0}
          onClick={() => open({ kind: 'video', channels: places })}
        >
          {t('liveVideo')}
        </Button>
      </Tooltip>
    </div>
  )
}
