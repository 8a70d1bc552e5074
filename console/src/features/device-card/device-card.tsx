import { CloseOutlined } from '@ant-design/icons'
import type { Capability } from '@backlot/contract/capabilities'
import { isDeviceOnline, type TreeNode } from '@backlot/contract/devices/entities'
import { type ReactNode, useEffect, useRef } from 'react'
import { onFreeEscape } from '../../components/close-dialog.ts'
import { useText } from '../../language/language.ts'
import { platformNow } from '../../platform/clock.ts'
import { bitsOfNode } from '../map/marker-device.ts'
import type { MapTheme } from '../map/marker-look.ts'
import { MARKER_STATES, type MarkerState, stateOf } from '../map/marker-state.ts'
import { StateMark } from '../map/state-mark.tsx'
import '../../components/bare-button.css'
import '../map/map-card.css'
import './device-card.css'
import { DeviceReadings, readingSourceOf } from './device-readings.tsx'
import { AddressRow, CoordinatesRow, Row, SignalRow, TimeRow } from './device-rows.tsx'

/** How a device's marker looks now. */
export function markerStateOf(node: TreeNode, moves: boolean): MarkerState {
  const { longitude = 0, locationTime = 0 } = node
  return (
    MARKER_STATES[stateOf(bitsOfNode(node, moves), longitude, locationTime, platformNow() / 1000)] ??
    'offline'
  )
}

type DeviceCardProps = {
  node: TreeNode
  moves: boolean
  theme: MapTheme
  /** Whether the platform has a capability: readings are shown with theirs alone. */
  has(capability: Capability): boolean
  onClose(): void
  /** Actions on the device. */
  children?: ReactNode
}

/** The information window of a device on a map, 310 px wide, with the stated fields and its current readings. */
export function DeviceCard({ node, moves, theme, has, onClose, children }: DeviceCardProps) {
  const t = useText('map')
  const { sn = '' } = node
  const online = isDeviceOnline(node)
  const state = markerStateOf(node, moves)
  const source = readingSourceOf(node, has)
  const channels = (node.chnList ?? []).map((channel) => channel.name)
  const card = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(
    () =>
      onFreeEscape(() => {
        if (card.current?.contains(document.activeElement)) close.current()
      }),
    [],
  )
  return (
    <section ref={card} className="device-popup map-card" aria-label={t('popup')}>
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
      {source && <DeviceReadings sn={sn} source={source} online={online} />}
      {children}
    </section>
  )
}
