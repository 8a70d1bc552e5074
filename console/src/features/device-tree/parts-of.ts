import { FIRST_SENSE_PART, functionsOf, isDeviceType, type TreeEntry } from './tree-entry.ts'

const NONE: readonly number[] = []

/**
 * Derived rows below a node: its channels (0, 1, …), its controllers and monitoring points (from FIRST_SENSE_PART on),
 * then its functions (minus their node type).
 */
export function partsOf(node: TreeEntry): readonly number[] {
  if (!isDeviceType(node.nodeType)) return NONE
  const channels = node.chnList?.length ?? 0
  const sensed = node.senseList?.length ?? 0
  // Every function hangs on an ability.
  if (channels === 0 && sensed === 0 && !node.ability) return NONE
  const functions = functionsOf(node)
  const parts: number[] = []
  for (let channel = 0; channel < channels; channel++) parts.push(channel)
  for (let entry = 0; entry < sensed; entry++) parts.push(FIRST_SENSE_PART + entry)
  for (const nodeType of functions) parts.push(-nodeType)
  return parts
}
