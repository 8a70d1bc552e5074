import {
  AimOutlined,
  AlertOutlined,
  AudioOutlined,
  DeploymentUnitOutlined,
  DownOutlined,
  HistoryOutlined,
  MessageOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import { listAlarms } from '@backlot/contract/alarms/calls'
import { CHANNEL_TYPES, NODE_TYPES } from '@backlot/contract/devices/constants'
import type { TreeNode } from '@backlot/contract/devices/entities'
import { Button, Dropdown, Tooltip } from 'antd'
import { useNavigate } from 'react-router-dom'
import { ownDataName } from '../../features/device-tree/own-data-name.ts'
import { functionsOf, isChannelOnline } from '../../features/device-tree/tree-entry.ts'
import { open } from '../../features/open.ts'
import { useTalkItems } from '../../features/talk/use-talk-items.ts'
import { useText } from '../../language/language.ts'
import { config } from '../../platform/config.ts'
import { useMayCall } from '../../session/may-call.ts'
import { hasScreen } from '../../session/screen-paths.ts'
import { useCan } from '../../session/session-store.ts'
import { useMayWatch } from '../../session/use-may-watch.ts'
import { PlaceActions } from './place-actions.tsx'

export type WatchedChannel = { sn: string; chnId: number; title: string }

/** Title of a video window; a camera's only channel often has the camera's name. */
export function watchTitle(device: string, channel: string | undefined): string {
  return channel && channel !== device ? `${device} · ${channel}` : device
}

type PopupActionsProps = {
  node: TreeNode
  online: boolean
  moves: boolean
  following: boolean
  alarmed: boolean
  onWatch(channel: WatchedChannel): void
  onFollow(follow: boolean): void
  onOpenAlarm(): void
  /** Who is near the device's open alarm; left out where nobody is sent. */
  onDispatch?(): void
  /** Writes to the unit; left out on maps without dispatch. */
  onMessage?(): void
  /** The device's marker is to be moved by a click; left out on maps without tools. */
  onMove?(): void
  /** Further functions: video, talk, data, place. */
  more?: boolean
}

/**
 * Actions on a device, by its abilities, the user's permissions and the flag `popupShowMoreFunction` in the `map` of
 * config.json (on unless false; embedded maps have it in their address).
 */
export function PopupActions(props: PopupActionsProps) {
  const { node, online, moves, following, alarmed, onFollow, onOpenAlarm, onDispatch, onMessage, onMove } =
    props
  const t = useText('map')
  const tTools = useText('mapTools')
  const { more = config().map['popupShowMoreFunction'] !== false } = props
  const withAlarm = useMayCall()(listAlarms) && alarmed
  return (
    <div className="device-popup-actions">
      {withAlarm && (
        <Button size="small" danger icon={<AlertOutlined />} onClick={onOpenAlarm}>
          {t('openAlarm')}
        </Button>
      )}
      {withAlarm && more && onDispatch && (
        <Button size="small" icon={<DeploymentUnitOutlined />} onClick={onDispatch}>
          {tTools('dispatch')}
        </Button>
      )}
      {more && <LiveVideoButton {...props} />}
      {more && <TalkButton node={node} online={online} />}
      {more && moves && onMessage && (
        <Tooltip title={online ? undefined : tTools('messageOffline')}>
          <Button size="small" icon={<MessageOutlined />} disabled={!online} onClick={onMessage}>
            {tTools('message')}
          </Button>
        </Tooltip>
      )}
      {moves && (
        <Button
          size="small"
          icon={<AimOutlined />}
          type={following ? 'primary' : 'default'}
          aria-pressed={following}
          onClick={() => onFollow(!following)}
        >
          {following ? t('unfollow') : t('follow')}
        </Button>
      )}
      {moves && <TrackButton sn={node.sn ?? ''} />}
      {more && <DataButtons node={node} />}
      {more && !moves && onMove && <PlaceActions sn={node.sn ?? ''} name={node.name} onMove={onMove} />}
    </div>
  )
}

function LiveVideoButton({ node, online, onWatch }: PopupActionsProps) {
  const t = useText('map')
  const permitted = useMayWatch()
  const channels = (node.chnList ?? []).filter((channel) => channel.type === CHANNEL_TYPES.video)
  const offered = channels.length > 0 || (node.videoChannelNum ?? 0) > 0
  if (!permitted || !offered) return null
  const sn = node.sn ?? ''
  const watch = (chnId: number) => {
    const channel = channels.find((candidate) => candidate.chnId === chnId)
    onWatch({ sn, chnId, title: watchTitle(node.name, channel?.name) })
  }
  const only = channels.length === 1 ? channels[0] : undefined
  const usable = online && channels.some((channel) => isChannelOnline(channel, online))
  const button = (
    <Button
      size="small"
      icon={<VideoCameraOutlined />}
      disabled={!usable}
      {...(only ? { onClick: () => watch(only.chnId) } : {})}
    >
      {t('liveVideo')}
      {!only && <DownOutlined />}
    </Button>
  )
  if (!usable) {
    const offline = online ? t('liveVideoNoneOnline') : t('liveVideoOffline')
    return <Tooltip title={channels.length === 0 ? t('liveVideoNoChannel') : offline}>{button}</Tooltip>
  }
  if (only) return button
  const items = channels.map((channel) => {
    const on = isChannelOnline(channel, online)
    return {
      key: String(channel.chnId),
      disabled: !on,
      label: on ? channel.name : `${channel.name} (${t('channelOffline')})`,
    }
  })
  const all = { key: 'all', label: t('liveVideoAll') }
  const choose = (key: string) => {
    if (key === 'all') open({ kind: 'video', channels: channels.map(({ chnId }) => ({ sn, chnId })) })
    else watch(Number(key))
  }
  return (
    <Dropdown trigger={['click']} menu={{ items: [...items, all], onClick: ({ key }) => choose(key) }}>
      {button}
    </Dropdown>
  )
}

/** Intercom and listening with a device that is online. */
function TalkButton({ node, online }: { node: TreeNode; online: boolean }) {
  const t = useText('talk')
  const items = useTalkItems()(node)
  if (items.length === 0) return null
  return (
    <Dropdown trigger={['click']} disabled={!online} menu={{ items }}>
      <Button
        size="small"
        icon={<AudioOutlined />}
        disabled={!online}
        title={online ? undefined : t('deviceOffline')}
      >
        {t('menu.title')}
        <DownOutlined />
      </Button>
    </Dropdown>
  )
}

const TRACKS = '/dispatch/mapReplay'

/** Where the device was today. */
function TrackButton({ sn }: { sn: string }) {
  const t = useText('shell')
  const navigate = useNavigate()
  if (!useCan(TRACKS)) return null
  return (
    <Button
      size="small"
      icon={<HistoryOutlined />}
      onClick={() => navigate(`${TRACKS}?sn=${encodeURIComponent(sn)}`)}
    >
      {t('menu.historyTrack')}
    </Button>
  )
}

const DATA_SCREENS = [
  { entry: NODE_TYPES.functionHjt212, path: '/senseDevice', text: 'hj212Data' },
  { entry: NODE_TYPES.functionSolar, path: '/solarEnergy', text: 'solarData' },
  { entry: NODE_TYPES.functionAgriculture, path: '/agriculture', text: 'agricultureData' },
  { entry: NODE_TYPES.functionGas, path: '/gas', text: 'gasData' },
] as const

function DataButtons({ node }: { node: TreeNode }) {
  const entries = functionsOf(node)
  return DATA_SCREENS.filter(({ entry, path }) => entries.includes(entry) && hasScreen(path)).map(
    (screen) => <DataButton key={screen.path} screen={screen} node={node} />,
  )
}

type DataButtonProps = { screen: (typeof DATA_SCREENS)[number]; node: TreeNode }

function DataButton({ screen: { entry, path, text }, node: { sn = '', type } }: DataButtonProps) {
  const t = useText('map')
  const tDevices = useText('devices')
  const navigate = useNavigate()
  if (!useCan(path)) return null
  return (
    <Button size="small" onClick={() => navigate(`${path}?sn=${encodeURIComponent(sn)}`)}>
      {ownDataName(entry, type, tDevices) ?? t(text)}
    </Button>
  )
}
