import { CHANNEL_TYPES, NODE_TYPES } from '@backlot/contract/devices/constants'
import { useMemo } from 'react'
import { DevicePanel } from '../../features/device-tree/device-panel.tsx'
import { isSenseType } from '../../features/device-tree/tree-entry.ts'
import type { NodeFilter } from '../../features/device-tree/tree-model.ts'
import type { TreePick } from '../../features/device-tree/tree-pick.ts'
import { useText } from '../../language/language.ts'
import { channelKey, type ReplayChannel } from './replay-channel.ts'

/** Groups, devices with video, and their video channels. */
const withVideo: NodeFilter = (node, nodeType, channel) => {
  if (channel) return channel.type === CHANNEL_TYPES.video
  if (nodeType === NODE_TYPES.group) return true
  if (isSenseType(nodeType)) return false
  return node.chnList?.some(({ type }) => type === CHANNEL_TYPES.video) === true
}

type ChannelTreeProps = {
  channels: readonly ReplayChannel[]
  onOpen: (pick: TreePick) => void
}

/** The tree of cameras; those in the windows are marked. */
export function ChannelTree({ channels, onOpen }: ChannelTreeProps) {
  const t = useText('recordings')
  const marked = useMemo(() => new Set(channels.flatMap((one) => [one.sn, channelKey(one)])), [channels])
  return (
    <div className="replay-tree">
      <DevicePanel
        filter={withVideo}
        abilities={false}
        emptyGroups={false}
        label={t('channels.tree')}
        marked={marked}
        draggable="devices"
        onSelect={(pick) => pick.nodeType === NODE_TYPES.channel && onOpen(pick)}
        onOpen={onOpen}
      />
      <p>{t('channels.hint')}</p>
    </div>
  )
}
