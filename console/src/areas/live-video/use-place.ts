import type { TreeNode } from '@backlot/contract/devices/entities'
import { useDevice } from '../../features/device-tree/device-store.ts'
import type { WallWindow } from './window-grid.ts'

/** Content of a window, with its current name from the tree (in the operator's language), else the stored one. */
export function usePlace(place: WallWindow['place']): {
  device: TreeNode | undefined
  name: string
  /** The camera can be turned, as far as is known. */
  steerable: boolean
} {
  const device = useDevice(place?.sn)
  const channel = device?.chnList?.find((candidate) => candidate.chnId === place?.chnId)
  const name = windowName(device?.name, channel?.name, place?.name)
  return { device, name, steerable: isSteerable(device, place?.chnId) }
}

/** Whether a camera can be turned, as far as is known. */
export function isSteerable(device: TreeNode | undefined, chnId: number | undefined): boolean {
  const channel = device?.chnList?.find((candidate) => candidate.chnId === chnId)
  return channel?.isPtz ?? device?.isPtz ?? true
}

/** Device and channel, in one when they are called the same. */
function windowName(
  device: string | undefined,
  channel: string | undefined,
  kept: string | undefined,
): string {
  if (!device || !channel) return channel ?? device ?? kept ?? ''
  return channel === device || channel.startsWith(device) ? channel : `${device} · ${channel}`
}
