import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { isDeviceOnline, type TreeNode } from '@backlot/contract/devices/entities'
import { LIMITS } from '@backlot/contract/limits'

/**
 * How a device looks in the tree (stated): online, offline, checked (alarm flag 1 or 2, or online with a stale
 * position) or purple (position lost or invalid). `raised`, `processed` and `stale` are the three kinds of checked.
 */
export const NODE_STATES = ['offline', 'online', 'raised', 'processed', 'stale', 'purple'] as const
export type NodeState = (typeof NODE_STATES)[number]

type Located = Pick<TreeNode, 'longitude' | 'latitude' | 'locationTime'>

/** Longitude missing or zero: there is no position at all. */
function hasNoPosition(node: Located): boolean {
  return !node.longitude
}

/** Longitude missing or zero, or the last position older than 30 minutes (stated). `nowMs` is platform time. */
function isGpsLost(node: Located, nowMs: number): boolean {
  return hasNoPosition(node) || nowMs - (node.locationTime ?? 0) * 1000 > LIMITS.gpsLostAfterMs
}

/** State of a device. Only devices with the location ability can lose their position. */
export function nodeState(node: TreeNode, nowMs: number): NodeState {
  if (node.alarmFlg === 1) return 'raised'
  if (node.alarmFlg === 2) return 'processed'
  if (!isDeviceOnline(node)) return 'offline'
  if (((node.ability ?? 0) & ABILITY_BITS.gps) === 0) return 'online'
  if (hasNoPosition(node)) return 'purple'
  return isGpsLost(node, nowMs) ? 'stale' : 'online'
}
