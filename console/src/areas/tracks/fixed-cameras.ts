import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import { deviceStore } from '../../features/device-tree/device-store.ts'
import { isDeviceType } from '../../features/device-tree/tree-entry.ts'
import type { FixedCamera } from './cameras-passed.ts'

/** Fixed cameras of the tree, each once, except the device's own. */
export function fixedCameras(exceptSn: string): FixedCamera[] {
  const index = deviceStore.index()
  const cameras = new Map<string, FixedCamera>()
  for (let row = 0; row < index.length; row++) {
    const node = index.entry[row]!
    if (index.part[row] !== -1 || !isDeviceType(node.nodeType) || !node.sn || node.sn === exceptSn) continue
    const ability = node.ability ?? 0
    if ((ability & ABILITY_BITS.video) === 0 || (ability & ABILITY_BITS.gps) !== 0) continue
    const { longitude = 0, latitude = 0 } = node
    if (longitude === 0 || latitude === 0) continue
    const chnId = node.chnList?.find(({ type }) => type === CHANNEL_TYPES.video)?.chnId ?? 1
    cameras.set(node.sn, { sn: node.sn, chnId, name: node.name, longitude, latitude })
  }
  return [...cameras.values()]
}
