import { hasCapability } from '@backlot/contract/capabilities'
import { isDeviceOnline } from '@backlot/contract/devices/entities'
import { DeviceCard, markerStateOf } from '../../features/device-card/device-card.tsx'
import { useDevice } from '../../features/device-tree/device-store.ts'
import type { MapTheme } from '../../features/map/marker-look.ts'
import { useSession } from '../../session/session-store.ts'
import { PopupActions, type WatchedChannel } from './popup-actions.tsx'

/** Actions of an information window on its map. */
export type DeviceHandlers = {
  onWatch(channel: WatchedChannel): void
  onOpenAlarm(sn: string): void
  onDispatch?(sn: string): void
  onMessage?(sn: string): void
  onMove?(sn: string): void
  /** Further functions regardless of the configuration. */
  more?: boolean
  onClose(): void
}

type DevicePopupProps = DeviceHandlers & {
  sn: string
  moves: boolean
  following: boolean
  theme: MapTheme
  onFollow(follow: boolean): void
}

/** The information window of a device, with its actions. */
export function DevicePopup(props: DevicePopupProps) {
  const { sn, moves, theme, onClose, onOpenAlarm, onDispatch, onMessage, onMove } = props
  const node = useDevice(sn)
  const systemFunction = useSession((session) => session.systemFunction)
  if (!node) return null
  return (
    <DeviceCard
      node={node}
      moves={moves}
      theme={theme}
      has={(capability) => hasCapability(systemFunction, capability)}
      onClose={onClose}
    >
      <PopupActions
        {...props}
        node={node}
        online={isDeviceOnline(node)}
        alarmed={markerStateOf(node, moves) === 'alarm'}
        onOpenAlarm={() => onOpenAlarm(sn)}
        onDispatch={onDispatch && (() => onDispatch(sn))}
        onMessage={onMessage && (() => onMessage(sn))}
        onMove={onMove && (() => onMove(sn))}
      />
    </DeviceCard>
  )
}
