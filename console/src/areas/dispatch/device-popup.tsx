import { CloseOutlined } from '@ant-design/icons'
import { isDeviceOnline } from '@backlot/contract/devices/entities'
import { useHasCapability } from '../../app/session-store.ts'
import { useText } from '../../language/language.ts'
import { useDevice } from '../../parts/device-tree/device-store.ts'
import { bitsOfNode } from '../../parts/map/marker-device.ts'
import type { MapTheme } from '../../parts/map/marker-look.ts'
import { MARKER_STATES, stateOf } from '../../parts/map/marker-state.ts'
import { StateMark } from '../../parts/map/state-mark.tsx'
import { platformNow } from '../../platform/clock.ts'
import '../../parts/bare-button.css'
import '../../parts/map/map-card.css'
import './device-popup.css'
import { PopupActions, type WatchedChannel } from './popup-actions.tsx'
import { PopupReadings, readingSourceOf } from './popup-readings.tsx'
import { AddressRow, CoordinatesRow, Row, SignalRow, TimeRow } from './popup-rows.tsx'

/** What an information window asks of its map. */
export type DeviceDeeds = {
  onWatch(channel: WatchedChannel): void
  onOpenAlarm(sn: string): void
  onDispatch?(sn: string): void
  onMessage?(sn: string): void
  onMove?(sn: string): void
  /** Further functions in spite of what the configuration says. */
  more?: boolean
  onClose(): void
}

type DevicePopupProps = DeviceDeeds & {
  sn: string
  moves: boolean
  following: boolean
  theme: MapTheme
  onFollow(follow: boolean): void
}

/** The information window of a device, 310 px wide (stated). */
export function DevicePopup(props: DevicePopupProps) {
  const { sn, moves, theme, onClose, onOpenAlarm, onDispatch, onMessage, onMove } = props
  const t = useText('map')
  const node = useDevice(sn)
  const hasHjt212 = useHasCapability('hjt212')
  const hasSolar = useHasCapability('solarEnergy')
  const hasAgriculture = useHasCapability('agriculture')
  const hasGas = useHasCapability('gasSeneor')
  if (!node) return null
  const online = isDeviceOnline(node)
  const bits = bitsOfNode(node, moves)
  const state =
    MARKER_STATES[stateOf(bits, node.longitude ?? 0, node.locationTime ?? 0, platformNow() / 1000)] ??
    'offline'
  const source = readingSourceOf(
    node,
    (capability) =>
      ({ hjt212: hasHjt212, solarEnergy: hasSolar, agriculture: hasAgriculture, gasSeneor: hasGas })[
        capability as string
      ] ?? false,
  )
  const channels = (node.chnList ?? []).map((channel) => channel.name)
  return (
    <section className="device-popup map-card" aria-label={t('popup')}>
      <header className="map-card-head">
        <StateMark state={state} theme={theme} size={15} />
        <h3 title={node.name}>{node.name}</h3>
        <span className="device-popup-state">{t(`state.${state}`)}</span>
        <button type="button" className="bare-button" aria-label={t('close')} onClick={onClose}>
          <CloseOutlined />
        </button>
      </header>
      <dl>
        {node.parentName && <Row name={t('project')}>{node.parentName}</Row>}
        <Row name={t('serial')}>{sn}</Row>
        {channels.length > 0 && (
          <Row name={t('channel')}>
            <span className="device-popup-channels" title={channels.join(', ')}>
              {channels.join(', ')}
            </span>
          </Row>
        )}
        <TimeRow node={node} sensors={source !== undefined} />
        <AddressRow node={node} />
        <CoordinatesRow node={node} />
        {moves && <Row name={t('speed')}>{Math.round(node.speed ?? 0)} km/h</Row>}
        <Row name={t('status')}>{online ? t('state.online') : t('state.offline')}</Row>
        <SignalRow node={node} />
      </dl>
      {source && <PopupReadings sn={sn} source={source} online={online} />}
      <PopupActions
        {...props}
        node={node}
        online={online}
        alarmed={state === 'alarm'}
        onOpenAlarm={() => onOpenAlarm(sn)}
        onDispatch={onDispatch && (() => onDispatch(sn))}
        onMessage={onMessage && (() => onMessage(sn))}
        onMove={onMove && (() => onMove(sn))}
      />
    </section>
  )
}
