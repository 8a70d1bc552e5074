import { NODE_TYPES } from '@backlot/contract/devices/entities'
import type { TreeIndex } from '../../parts/device-tree/tree-index.ts'
import type { MapLook } from './map-look.ts'

type Wish = Pick<MapLook, 'text' | 'ability' | 'group'>

/**
 * Which devices of a list pass the filters of the tree: text in the name or serial number of the device or of a group
 * above it, ability bits, and below a group. Undefined when nothing is filtered.
 */
export function deviceMask(index: TreeIndex, sns: readonly string[], wish: Wish): Uint8Array | undefined {
  const text = wish.text.trim().toLowerCase()
  if (text === '' && wish.ability === 0 && wish.group === undefined) return undefined
  const place = new Map(sns.map((sn, i) => [sn, i]))
  const mask = new Uint8Array(sns.length)
  const [from, to] = stretchOf(index, wish.group)
  /** Rows before this one lie below something that matches the text. */
  let matchedTo = text === '' ? index.length : 0
  for (let row = 0; row < to; row++) {
    const entry = index.entry[row]
    if (!entry || index.part[row] !== -1) continue
    const matches = row < matchedTo || includes(entry, text)
    if (matches && !index.isDevice(row)) matchedTo = Math.max(matchedTo, index.end[row] ?? 0)
    if (!matches || row < from || !index.isDevice(row) || !entry.sn) continue
    if (wish.ability !== 0 && ((entry.ability ?? 0) & wish.ability) === 0) continue
    const at = place.get(entry.sn)
    if (at !== undefined) mask[at] = 1
  }
  return mask
}

/** Rows of a group and what is below it; all rows without one, none when there is no such group. */
export function stretchOf(index: TreeIndex, group: number | undefined): [from: number, to: number] {
  if (group === undefined) return [0, index.length]
  for (let row = 0; row < index.length; row++) {
    const entry = index.entry[row]
    if (entry?.id === group && entry.nodeType === NODE_TYPES.group) return [row, index.end[row] ?? row]
  }
  return [0, 0]
}

function includes({ name, sn }: { name: string; sn?: string | undefined }, text: string): boolean {
  return name.toLowerCase().includes(text) || (sn?.toLowerCase().includes(text) ?? false)
}
