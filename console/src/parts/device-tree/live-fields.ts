import type { StatusChange } from '@backlot/contract/channel/frames'
import { type GpsFix, isDeviceOnline, type TreeNode } from '@backlot/contract/devices/entities'

/** What the channel tells of a device between two loads of the tree. */
export type LiveFields = Partial<
  Pick<
    TreeNode,
    | 'videoOnlineStatus'
    | 'sensorOnlineStatus'
    | 'gbOnlineStatus'
    | 'smartOnlineStatus'
    | 'gisOnlineStatus'
    | 'alarmFlg'
    | 'longitude'
    | 'latitude'
    | 'speed'
    | 'direction'
    | 'locationTime'
    | 'chnList'
  >
>

const STATUS_FIELDS = [
  'videoOnlineStatus',
  'sensorOnlineStatus',
  'gbOnlineStatus',
  'smartOnlineStatus',
  'gisOnlineStatus',
  'alarmFlg',
] as const

/** The fields that a status message sets; absent ones did not change. */
export function statusFields(change: StatusChange): LiveFields {
  const fields: LiveFields = {}
  for (const name of STATUS_FIELDS) {
    const value = change[name]
    if (value !== undefined) fields[name] = value
  }
  return fields
}

/** The fields that a position sets, or undefined for a zero position, which is ignored (stated). */
export function gpsFields(fix: GpsFix): LiveFields | undefined {
  if (fix.longitude === 0 || fix.latitude === 0) return undefined
  const { longitude, latitude, speed, direction, locationTime } = fix
  return { longitude, latitude, speed, direction, locationTime }
}

/** A device with new states of some of its channels. */
export function channelFields(
  node: TreeNode,
  list: readonly { chnId: number; onlineStatus: number }[],
): LiveFields {
  const states = new Map(list.map((channel) => [channel.chnId, channel.onlineStatus]))
  const chnList = (node.chnList ?? []).map((channel) => {
    const onlineStatus = states.get(channel.chnId)
    return onlineStatus === undefined ? channel : { ...channel, onlineStatus }
  })
  return { chnList }
}

/** Channels go offline and come back with their device, unless the same change names their own states. */
export function channelsFollow(node: TreeNode, fields: LiveFields): LiveFields {
  if (fields.chnList || !node.chnList) return {}
  const online = isDeviceOnline({ ...node, ...fields })
  if (online === isDeviceOnline(node)) return {}
  return { chnList: node.chnList.map((channel) => ({ ...channel, onlineStatus: online ? 1 : 0 })) }
}
