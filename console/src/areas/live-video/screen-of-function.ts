import { NODE_TYPES } from '@backlot/contract/devices/constants'
import { functionsOf } from '../../features/device-tree/tree-entry.ts'
import type { TreePick } from '../../features/device-tree/tree-pick.ts'

/** Screens that the function entries of a device open. */
const SCREENS: Readonly<Record<number, string>> = {
  [NODE_TYPES.functionAi]: '/aiAlarm',
  [NODE_TYPES.functionLocation]: '/dispatch',
  [NODE_TYPES.functionHjt212]: '/senseDevice',
  [NODE_TYPES.functionSolar]: '/solarEnergy',
  [NODE_TYPES.functionAgriculture]: '/agriculture',
  [NODE_TYPES.functionGas]: '/gas',
}
/** Screens that show a device's readings. */
const DATA_FUNCTIONS: readonly number[] = [
  NODE_TYPES.functionHjt212,
  NODE_TYPES.functionSolar,
  NODE_TYPES.functionAgriculture,
  NODE_TYPES.functionGas,
]

type Picked = Pick<TreePick, 'nodeType' | 'node' | 'sense'>

/**
 * The screen behind a function entry (1000 to 1005), a controller (6) or a monitoring point (7), as its path and its
 * whole address; undefined for other nodes.
 */
export function screenOfFunction({
  nodeType,
  node,
  sense,
}: Picked): { path: string; to: string } | undefined {
  const entry = sense ? functionsOf(node).find((each) => DATA_FUNCTIONS.includes(each)) : nodeType
  const path = entry === undefined ? undefined : SCREENS[entry]
  if (!path || node.sn === undefined) return undefined
  const query = new URLSearchParams({ sn: node.sn })
  if (sense?.nodeType === NODE_TYPES.controller) {
    query.set('view', 'bus')
    query.set('ctrl', String(sense.id))
  } else if (sense) query.set('point', String(sense.id))
  return { path, to: `${path}?${query}` }
}
