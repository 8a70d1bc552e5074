import { deviceBySn } from '../../parts/device-tree/device-store.ts'
import type { DraggedDevice } from '../../parts/device-tree/tree-pick.ts'
import { channelsToOpen, type OpenRefusal } from './channels-to-open.ts'
import { changeWall } from './wall-store.ts'
import { openIn, openMany } from './window-grid.ts'

/**
 * Opens a device or one of its channels on the wall: in window `id` when given (the first of several channels), else
 * where there is room. Answers why not, when not.
 */
export function openOnWall(what: DraggedDevice, id?: number): OpenRefusal | 'unknownDevice' | undefined {
  const device = deviceBySn(what.sn)
  if (!device) return 'unknownDevice'
  const found = channelsToOpen(device, what.chnId)
  if ('refusal' in found) return found.refusal
  const [first, ...rest] = found.places
  if (!first) return 'noOnlineChannel'
  changeWall((grid) => {
    if (id === undefined) return openMany(grid, found.places)
    const opened = openIn(grid, id, first)
    return rest.length === 0 ? opened : openMany(opened, found.places)
  })
  return undefined
}
