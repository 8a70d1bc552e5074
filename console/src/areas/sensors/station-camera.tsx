import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import { isDeviceOnline, type TreeNode } from '@backlot/contract/devices/entities'
import { Select } from 'antd'
import { useState } from 'react'
import { channelNow } from '../../features/channel-list/use-channel.ts'
import { isChannelOnline } from '../../features/device-tree/tree-entry.ts'
import { LivePlayer } from '../../features/player/live-player.tsx'
import { useText } from '../../language/language.ts'

/** Video channels of a station. */
export function videoChannelsOf(node: Pick<TreeNode, 'chnList'>) {
  return (node.chnList ?? []).filter(({ type }) => type === CHANNEL_TYPES.video)
}

type Seen = { key: string; sn: string; chnId: number; name: string; online: boolean }
type BoundChannel = { sn: string; chnId: number; name: string; onlineStatus: number }

/** Cameras that look at a station: those that were bound to it, then its own. */
export function camerasOf(node: TreeNode, bound: readonly BoundChannel[]): Seen[] {
  const own = videoChannelsOf(node).map((channel) => ({
    sn: node.sn ?? '',
    chnId: channel.chnId,
    name: channel.name,
    online: isChannelOnline(channel, isDeviceOnline(node)),
  }))
  const seen = new Set<string>()
  // The tree knows sooner than the list of bound channels when one goes.
  const isUp = (each: BoundChannel) => channelNow(each)?.online ?? each.onlineStatus !== 0
  return [...bound.map((each) => ({ ...each, online: isUp(each) })), ...own]
    .map(({ sn, chnId, name, online }) => ({ key: `${sn} ${chnId}`, sn, chnId, name, online }))
    .filter(({ key }) => !seen.has(key) && seen.add(key))
}

/** The live picture of a station's camera; nothing for stations without one. */
export function StationCamera({ node, bound }: { node: TreeNode; bound: readonly BoundChannel[] }) {
  const t = useText('sensors')
  const [chosen, setChosen] = useState<string>()
  const cameras = camerasOf(node, bound)
  const camera = cameras.find(({ key }) => key === chosen) ?? cameras[0]
  if (!camera) return null
  return (
    <section className="station-camera" aria-label={t('camera')}>
      <div className="station-camera-head">
        <h3>{t('camera')}</h3>
        {cameras.length > 1 ? (
          <Select
            size="small"
            value={camera.key}
            aria-label={t('cameraChoice')}
            onChange={setChosen}
            options={cameras.map(({ key, name }) => ({ value: key, label: name }))}
          />
        ) : (
          <span>{camera.name}</span>
        )}
      </div>
      <div className="station-camera-picture">
        {camera.online ? (
          <LivePlayer key={camera.key} sn={camera.sn} chnId={camera.chnId} autoClose />
        ) : (
          <p>{t('cameraOffline')}</p>
        )}
      </div>
    </section>
  )
}
