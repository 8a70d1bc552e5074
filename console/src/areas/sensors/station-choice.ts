import { NODE_TYPES } from '@backlot/contract/devices/constants'
import type { SenseEntry } from '@backlot/contract/devices/entities'
import type { TreeIndex } from '../../features/device-tree/tree-index.ts'

/** Parameters that stay when another station is chosen: how data are shown, not which part of the previous one. */
const KEPT = ['view', 'show', 'by', 'range', 'from', 'to', 'codes']

/**
 * The address of a station, of a monitoring point of it (`point`: its readings alone) or of a controller on its line
 * (`ctrl`: the line, with the controller marked).
 */
export function searchFor(
  before: URLSearchParams,
  sn: string,
  sense: Pick<SenseEntry, 'id' | 'nodeType'> | undefined,
): URLSearchParams {
  const after = new URLSearchParams({ sn })
  for (const name of KEPT) {
    const value = before.get(name)
    if (value !== null) after.set(name, value)
  }
  if (sense?.nodeType === NODE_TYPES.controller) {
    after.set('view', 'bus')
    after.set('ctrl', String(sense.id))
  } else if (sense) {
    after.delete('view')
    after.set('point', String(sense.id))
  }
  return after
}

/** The row of the tree that an address names. */
export function rowOf(index: TreeIndex, search: URLSearchParams): number | undefined {
  const row = index.rowOfDevice(search.get('sn') ?? '')
  if (row === undefined) return undefined
  const named = [
    [NODE_TYPES.sensor, search.get('point')],
    [NODE_TYPES.controller, search.get('view') === 'bus' ? search.get('ctrl') : null],
  ] as const
  for (let part = row + 1; part < index.end[row]!; part++) {
    const sense = index.sense(part)
    if (sense && named.some(([type, id]) => sense.nodeType === type && String(sense.id) === id)) return part
  }
  return row
}
