import { NODE_TYPES } from '@backlot/contract/devices/constants'
import { passesAbility } from '../../features/device-tree/ability-filter.ts'
import type { TreeIndex } from '../../features/device-tree/tree-index.ts'
import type { MapLook } from './map-look.ts'

type Wish = Pick<MapLook, 'text' | 'ability' | 'group'>

/**
 * Which devices of a list pass the filters of the tree: text in the name or number of the device, of its parts
 * (channels, controllers, monitoring points) or of a group above it, abilities, and below a group. Undefined when
 * nothing is filtered.
 */
export function deviceMask(index: TreeIndex, sns: readonly string[], wish: Wish): Uint8Array | undefined {
  const text = wish.text.trim().toLowerCase()
  if (text === '' && wish.ability === 0 && wish.group === undefined) return undefined
  const place = new Map(sns.map((sn, i) => [sn, i]))
  const mask = new Uint8Array(sns.length)
  const [from, to] = stretchOf(index, wish.group)
  const matches = matcher(index, text)
  /** Rows before this one lie below something that matches the text. */
  let matchedTo = text === '' ? index.length : 0
  for (let row = 0; row < to; row++) {
    const entry = index.entry[row]
    const isPart = index.part[row] !== -1
    if (!entry || !(row < matchedTo || matches(row))) continue
    if (!isPart && !index.isDevice(row)) matchedTo = Math.max(matchedTo, index.end[row] ?? 0)
    if (row < from || !entry.sn || !(isPart || index.isDevice(row))) continue
    if (!passesAbility(entry, wish.ability)) continue
    const at = place.get(entry.sn)
    if (at !== undefined) mask[at] = 1
  }
  return mask
}

/** Whether a row's own text has a text (in lower case) in it. */
function matcher(index: TreeIndex, text: string): (row: number) => boolean {
  if (text === '') return () => true
  const { text: lines, at } = index.searchText()
  const hit = new Uint8Array(index.length)
  let row = 0
  for (let found = lines.indexOf(text); found >= 0; found = lines.indexOf(text, at[row])) {
    while (at[row + 1]! <= found) row++
    hit[row] = 1
    if (++row >= index.length) break
  }
  return (asked) => hit[asked] === 1
}

/** Rows of a group and below it; all rows without one, none when there is no such group. */
export function stretchOf(index: TreeIndex, group: number | undefined): [from: number, to: number] {
  if (group === undefined) return [0, index.length]
  for (let row = 0; row < index.length; row++) {
    const entry = index.entry[row]
    if (entry?.id === group && entry.nodeType === NODE_TYPES.group) return [row, index.end[row] ?? row]
  }
  return [0, 0]
}
