import { isDeviceOnline, type TreeNode } from '@backlot/contract/devices/entities'
import { functionsOf } from '../../features/device-tree/tree-entry.ts'

/** Serial number of the first station online with a function entry, else of the first one; undefined without any. */
export function firstStation(devices: Iterable<TreeNode>, entry: number): string | undefined {
  let first: string | undefined
  for (const device of devices) {
    if (!device.sn || !functionsOf(device).includes(entry)) continue
    if (isDeviceOnline(device)) return device.sn
    first ??= device.sn
  }
  return first
}
