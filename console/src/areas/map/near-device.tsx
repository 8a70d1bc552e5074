import { AudioOutlined, MessageOutlined, VideoCameraOutlined } from '@ant-design/icons'
import type { NearbyDevice } from '@backlot/contract/map-dispatch/calls'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { useDevice } from '../../features/device-tree/device-store.ts'
import { useUnits } from '../../features/map/units.ts'
import { useTalkItems } from '../../features/talk/use-talk-items.ts'
import { useText } from '../../language/language.ts'
import { useMayWatch } from '../../session/use-may-watch.ts'
import type { WatchedChannel } from './popup-actions.tsx'

/** Nearer than this is at the place itself. */
const HERE_M = 15

type NearDeviceProps = {
  device: NearbyDevice
  /** It raised the alarm itself. */
  raised?: boolean
  talks?: boolean
  route?: ReactNode
  onGo(device: NearbyDevice): void
  onWatch(channel: WatchedChannel): void
  /** Writes to it; left out for those that read nothing. */
  onMessage?(sn: string): void
}

/** A person near an alarm: how far by road, and the possible actions. */
export function NearDevice(props: NearDeviceProps) {
  const { device, raised = false, talks = false, route, onGo, onWatch, onMessage } = props
  const t = useText('mapTools')
  const units = useUnits()
  const mayWatch = useMayWatch()
  const { sn, name, online, chnId, roadM, seconds, straightM } = device
  const far =
    straightM < HERE_M
      ? t('here')
      : roadM === undefined
        ? t('straight', { length: units.length(straightM) })
        : t('byRoad', {
            length: units.length(roadM),
            minutes: Math.max(1, Math.round((seconds ?? 0) / 60)),
          })
  return (
    <li className="near-device">
      <button
        type="button"
        className="near-device-who"
        title={t('goTo', { name })}
        onClick={() => onGo(device)}
      >
        {name}
      </button>
      <small>{[far, ...(raised ? [t('raised')] : []), ...(online ? [] : [t('offline')])].join(' · ')}</small>
      <span className="near-device-actions">
        {chnId !== undefined && mayWatch && online && (
          <Button
            size="small"
            type="text"
            icon={<VideoCameraOutlined />}
            aria-label={t('watch', { name })}
            title={t('watch', { name })}
            onClick={() => onWatch({ sn, chnId, title: name })}
          />
        )}
        {talks && online && <TalkButton sn={sn} name={name} />}
        {onMessage && online && (
          <Button
            size="small"
            type="text"
            icon={<MessageOutlined />}
            aria-label={t('messageFor', { name })}
            title={t('messageFor', { name })}
            onClick={() => onMessage(sn)}
          />
        )}
        {route}
      </span>
    </li>
  )
}

function TalkButton({ sn, name }: { sn: string; name: string }) {
  const t = useText('mapTools')
  const node = useDevice(sn)
  const talkItems = useTalkItems()
  const items = node ? talkItems(node) : []
  if (items.length === 0) return null
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button
        size="small"
        type="text"
        icon={<AudioOutlined />}
        aria-label={t('talkTo', { name })}
        title={t('talkTo', { name })}
      />
    </Dropdown>
  )
}
