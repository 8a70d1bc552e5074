import type { StatusChange } from '@backlot/contract/channel/frames'
import { type GpsFix, isDeviceOnline, type TreeNode } from '@backlot/contract/devices/entities'

/** Live fields of a device from the channel between two loads of the tree. */
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
> & {
  /** States of channels by number, put over those that follow from the device. */
  channelStates?: ReadonlyMap<number, number>
}

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

/** Fields of two messages about a device, the later one taking precedence. */
export function mergedFields(before: LiveFields | undefined, after: LiveFields): LiveFields {
  if (!before) return after
  const { channelStates } = after
  if (!channelStates || !before.channelStates) return { ...before, ...after }
  return { ...before, ...after, channelStates: new Map([...before.channelStates, ...channelStates]) }
}

/** A device with its live fields. Its channels go offline and come back with it, unless their own states came too. */
export function withFields(node: TreeNode, { channelStates, ...fields }: LiveFields): TreeNode {
  const after = { ...node, ...fields }
  const followed = fields.chnList ? after.chnList : channelsFollow(node, after)
  if (!channelStates || !followed) return { ...after, ...(followed ? { chnList: followed } : {}) }
  const chnList = followed.map((channel) => {
    const onlineStatus = channelStates.get(channel.chnId)
    return onlineStatus === undefined ? channel : { ...channel, onlineStatus }
  })
  return { ...after, chnList }
}

function channelsFollow(before: TreeNode, after: TreeNode): TreeNode['chnList'] {
  const online = isDeviceOnline(after)
  if (online === isDeviceOnline(before)) return before.chnList
  return before.chnList?.map((channel) => ({ ...channel, onlineStatus: online ? 1 : 0 }))
}
