import { DownloadOutlined, VideoCameraOutlined } from '@ant-design/icons'
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import { isDeviceOnline, type TreeNode } from '@backlot/contract/devices/entities'
import { LIMITS } from '@backlot/contract/limits'
import { Button, Tooltip } from 'antd'
import { deviceBySn } from '../../features/device-tree/device-store.ts'
import { isChannelOnline } from '../../features/device-tree/tree-entry.ts'
import { bitsOfNode } from '../../features/map/marker-device.ts'
import type { MapTheme } from '../../features/map/marker-look.ts'
import { MARKER_STATES, type MarkerState, stateOf } from '../../features/map/marker-state.ts'
import { StateMark } from '../../features/map/state-mark.tsx'
import { open } from '../../features/open.ts'
import { useText } from '../../language/language.ts'
import { formatTime, platformNow } from '../../platform/clock.ts'
import { useMayWatch } from '../../session/use-may-watch.ts'
import { csvOf, saveText } from './selection-csv.ts'
import { SidePanel } from './side-panel.tsx'

/** Rows of the list; the export has all. */
const MOST_ROWS = 200

type SelectionPanelProps = {
  sns: readonly string[]
  moves(sn: string): boolean
  theme: MapTheme
  onDevice(sn: string): void
  onClose(): void
}

type Row = { sn: string; node: TreeNode | undefined; state: MarkerState }

/** The devices in an area, and actions on all of them. */
export function SelectionPanel({ sns, moves, theme, onDevice, onClose }: SelectionPanelProps) {
  const t = useText('mapTools')
  const tMap = useText('map')
  const mayWatch = useMayWatch()
  const rows = sns.map((sn): Row => {
    const node = deviceBySn(sn)
    return { sn, node, state: node ? stateOfNode(node, moves(sn)) : 'offline' }
  })
  const channels = rows.flatMap(({ node }) => onlineVideoOf(node)).slice(0, LIMITS.videoWindows)
  const counts = MARKER_STATES.map((state) => ({
    state,
    count: rows.filter((row) => row.state === state).length,
  })).filter(({ count }) => count > 0)

  const save = () => {
    const head = (['serial', 'name', 'project', 'state', 'longitude', 'latitude', 'time'] as const).map(
      (name) => t(`csv.${name}`),
    )
    const lines = rows.map(({ sn, node, state }) => [
      sn,
      node?.name ?? '',
      node?.parentName ?? '',
      tMap(`state.${state}`),
      node?.longitude ?? '',
      node?.latitude ?? '',
      node?.locationTime ? formatTime(node.locationTime) : '',
    ])
    saveText('devices.csv', csvOf([head, ...lines]), 'text/csv')
  }

  return (
    <SidePanel title={`${t('selection')} · ${t('selected', { count: sns.length })}`} onClose={onClose}>
      {sns.length === 0 && <p className="map-side-hint">{t('selectedNone')}</p>}
      <div className="selection-counts">
        {counts.map(({ state, count }) => (
          <span key={state} className="selection-count" title={tMap(`state.${state}`)}>
            <StateMark state={state} theme={theme} /> {count}
          </span>
        ))}
      </div>
      <ul aria-label={t('selection')}>
        {rows.slice(0, MOST_ROWS).map(({ sn, node, state }) => (
          <li key={sn}>
            <button type="button" className="map-side-item" onClick={() => onDevice(sn)}>
              <StateMark state={state} theme={theme} />
              <span className="map-side-name">{node?.name ?? sn}</span>
              <small>{tMap(`state.${state}`)}</small>
            </button>
          </li>
        ))}
      </ul>
      {rows.length > MOST_ROWS && (
        <p className="map-side-hint">{t('selectedMore', { count: rows.length - MOST_ROWS })}</p>
      )}
      {sns.length > 0 && (
        <div className="map-side-foot">
          {mayWatch && (
            <Tooltip title={channels.length === 0 ? t('openVideosNone') : undefined}>
              <Button
                size="small"
                type="primary"
                icon={<VideoCameraOutlined />}
                disabled={channels.length === 0}
                onClick={() => open({ kind: 'video', channels })}
              >
                {t('openVideos', { count: channels.length })}
              </Button>
            </Tooltip>
          )}
          <Button size="small" icon={<DownloadOutlined />} onClick={save}>
            {t('exportCsv')}
          </Button>
        </div>
      )}
    </SidePanel>
  )
}

function stateOfNode(node: TreeNode, moves: boolean): MarkerState {
  const bits = bitsOfNode(node, moves)
  const state = stateOf(bits, node.longitude ?? 0, node.locationTime ?? 0, platformNow() / 1000)
  return MARKER_STATES[state] ?? 'offline'
}

/** The first online video channel of a device. */
function onlineVideoOf(node: TreeNode | undefined): { sn: string; chnId: number }[] {
  if (!node?.sn || !isDeviceOnline(node)) return []
  const channel = node.chnList?.find((one) => one.type === CHANNEL_TYPES.video && isChannelOnline(one, true))
  return channel ? [{ sn: node.sn, chnId: channel.chnId }] : []
}
