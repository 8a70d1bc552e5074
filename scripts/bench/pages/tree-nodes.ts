import { NODE_TYPES } from '@backlot/contract/devices/constants'
import type { TreeNode } from '@backlot/contract/devices/entities'

const TOP_GROUPS = 40
const GROUPS_EACH = 50
const STREETS = ['Hean Ave', 'Ring Road 3', 'Lake Street', 'Station Road', 'Harbour Lane', 'Mill Way']

/** A tree of `count` nodes, flat as the platform sends it: groups in two levels, cameras in the lower ones. */
export function treeNodes(count: number): TreeNode[] {
  const nodes: TreeNode[] = []
  const group = (id: number, parentId: number, name: string) =>
    nodes.push({ _id: `g_${id}`, id, parentId, name, nodeType: NODE_TYPES.group })
  for (let top = 1; top <= TOP_GROUPS; top++) {
    group(top, 0, `District ${top}`)
    for (let i = 0; i < GROUPS_EACH; i++)
      group(TOP_GROUPS + (top - 1) * GROUPS_EACH + i + 1, top, `Area ${i + 1}`)
  }
  const groups = nodes.length
  for (let n = 1; nodes.length < count; n++) {
    nodes.push({
      _id: `d_${n}`,
      id: n,
      deviceId: n,
      parentId: TOP_GROUPS + 1 + (n % (groups - TOP_GROUPS)),
      name: `${STREETS[n % STREETS.length]} camera ${n}`,
      sn: `3402${String(n).padStart(12, '0')}`,
      nodeType: NODE_TYPES.device,
      videoOnlineStatus: n % 10 === 0 ? 0 : 1,
    })
  }
  return nodes
}
