import { isDeviceOnline, type TreeNode } from '@backlot/contract/devices/entities'
import type { PollChannel } from '@backlot/contract/preplans/entities'
import { useCallback, useSyncExternalStore } from 'react'
import { deviceStore } from '../device-tree/device-store.ts'
import { isChannelOnline } from '../device-tree/tree-entry.ts'

/** Current state of a channel: undefined while the tree is not loaded, and for channels that are not in it. */
export function channelNow({ sn, chnId }: PollChannel): { title: string; online: boolean } | undefined {
  return known(deviceStore.device(sn), chnId)
}

/** The same, redrawn when its device changes. */
export function useChannel({ sn, chnId }: PollChannel): ReturnType<typeof channelNow> {
  const subscribe = useCallback((listener: () => void) => deviceStore.subscribeDevice(sn, listener), [sn])
  const device = useSyncExternalStore(subscribe, () => deviceStore.device(sn))
  return known(device, chnId)
}

function known(device: TreeNode | undefined, chnId: number): ReturnType<typeof channelNow> {
  const channel = device?.chnList?.find((one) => one.chnId === chnId)
  if (!device || !channel) return undefined
  return {
    title: titleOf(device.name, channel.name),
    online: isChannelOnline(channel, isDeviceOnline(device)),
  }
}

/** Device and channel, in one when they are called the same. */
function titleOf(device: string, channel: string): string {
  return channel.startsWith(device) ? channel : `${device} · ${channel}`
}
