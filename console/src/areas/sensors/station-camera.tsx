import { CHANNEL_TYPES, isDeviceOnline, type TreeNode } from '@backlot/contract/devices/entities'
import { Select } from 'antd'
import { useState } from 'react'
import { useText } from '../../language/language.ts'
import { isChannelOnline } from '../../parts/device-tree/tree-entry.ts'
import { LivePlayer } from '../../parts/player/live-player.tsx'

/** Video channels of a station. */
export function videoChannelsOf(node: Pick<TreeNode, 'chnList'>) {
  return (node.chnList ?? []).filter(({ type }) => type === CHANNEL_TYPES.video)
}

/** The live picture of a station's camera; nothing for stations without one. */
export function StationCamera({ node }: { node: TreeNode }) {
  const t = useText('sensors')
  const [chosen, setChosen] = useState<number>()
  const channels = videoChannelsOf(node)
  const channel = channels.find(({ chnId }) => chnId === chosen) ?? channels[0]
  if (!channel) return null
  const online = isChannelOnline(channel, isDeviceOnline(node))
  return (
    <section className="station-camera" aria-label={t('camera')}>
      <div className="station-camera-head">
        <h3>{t('camera')}</h3>
        {channels.length > 1 ? (
          <Select
            size="small"
            value={channel.chnId}
            aria-label={t('cameraChoice')}
            onChange={setChosen}
            options={channels.map(({ chnId, name }) => ({ value: chnId, label: name }))}
          />
        ) : (
          <span>{channel.name}</span>
        )}
      </div>
      <div className="station-camera-picture">
        {online ? <LivePlayer sn={node.sn ?? ''} chnId={channel.chnId} /> : <p>{t('cameraOffline')}</p>}
      </div>
    </section>
  )
}
