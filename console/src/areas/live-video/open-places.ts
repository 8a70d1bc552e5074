import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import { deviceBySn, deviceStore } from '../../features/device-tree/device-store.ts'
import type { TreeIndex } from '../../features/device-tree/tree-index.ts'
import type { DraggedDevice } from '../../features/device-tree/tree-pick.ts'
import type { VideoPlace } from '../../features/open.ts'
import { channelsToOpen, type OpenRefusal, onlinePlaces } from './channels-to-open.ts'
import type { Wall } from './wall-store.ts'
import { openIn, openMany, openOnly, type Place, setLayout } from './window-grid.ts'

/**
 * Opens a device or one of its channels on a wall: in window `id` when given (the first of several channels), else
 * where there is room. Answers why not, when not.
 */
export function openOnWall(
  wall: Wall,
  what: DraggedDevice,
  id?: number,
): OpenRefusal | 'unknownDevice' | undefined {
  const found = placesOf(what)
  if (typeof found === 'string') return found
  const [first, ...rest] = found
  wall.change((grid) => {
    if (id === undefined) return openMany(grid, found)
    const opened = openIn(grid, id, first)
    return rest.length === 0 ? opened : openMany(opened, found)
  })
  return undefined
}

/** Opens a channel of a device (without `chnId` its first one) as the only window. Answers why not, when not. */
export function openAlone(wall: Wall, what: DraggedDevice): OpenRefusal | 'unknownDevice' | undefined {
  const found = placesOf(what)
  if (typeof found === 'string') return found
  wall.change((grid) => openIn(setLayout(grid, 1), 0, found[0]))
  return undefined
}

function placesOf({ sn, chnId }: DraggedDevice): [Place, ...Place[]] | OpenRefusal | 'unknownDevice' {
  const device = deviceBySn(sn)
  if (!device) return 'unknownDevice'
  const found = channelsToOpen(device, chnId)
  if ('refusal' in found) return found.refusal
  const [first, ...rest] = found.places
  return first ? [first, ...rest] : 'noOnlineChannel'
}

/**
 * Fills a wall with the online cameras below a group of the tree, or in a folder of favourites, as many as there are
 * windows; its previous content is closed. Answers how many there are; 0 changes nothing.
 */
export function fillWall(wall: Wall, key: string): number {
  const online = onlinePlaces(channelsBelow(deviceStore.index(), key), deviceBySn, Number.POSITIVE_INFINITY)
  if (online.length > 0) wall.change((grid) => openOnly(grid, online))
  return online.length
}

/** The video channels of all devices, and the favourites, at or below a row of the tree, in its order. */
export function channelsBelow(index: TreeIndex, key: string): VideoPlace[] {
  const row = index.rowOfKey(key)
  if (row === undefined) return []
  const places: VideoPlace[] = []
  for (let at = row; at < index.end[row]!; at++) {
    const { sn, chnId: favourite, chnList = [] } = index.entry[at]!
    if (sn && favourite !== undefined) places.push({ sn, chnId: favourite })
    if (!index.isDevice(at) || !sn) continue
    for (const { type, chnId } of chnList) if (type === CHANNEL_TYPES.video) places.push({ sn, chnId })
  }
  return places
}
