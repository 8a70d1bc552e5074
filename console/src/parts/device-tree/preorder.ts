import { NODE_TYPES } from '@backlot/contract/devices/entities'
import { partsOf } from './parts-of.ts'
import { isDeviceType, type TreeEntry } from './tree-entry.ts'

export type Preorder = {
  length: number
  entry: TreeEntry[]
  part: Int16Array
  parent: Int32Array
  end: Int32Array
  depth: Uint8Array
}

const DEEPEST = 255

/**
 * Flattens nodes into preorder columns. Parents may come after children; a node whose parent is not there stands at the
 * top, and a circle of parents is cut where it is met.
 */
export function preorder(nodes: readonly TreeEntry[]): Preorder {
  const { firstChild, nextSibling, tops } = linkChildren(nodes)
  const parts = nodes.map(partsOf)
  const length = nodes.length + parts.reduce((sum, list) => sum + list.length, 0)
  const out: Preorder = {
    length,
    entry: new Array(length),
    part: new Int16Array(length),
    parent: new Int32Array(length),
    end: new Int32Array(length),
    depth: new Uint8Array(length),
  }
  const seen = new Uint8Array(nodes.length)
  let row = 0

  const put = (entry: TreeEntry, part: number, parent: number): number => {
    out.entry[row] = entry
    out.part[row] = part
    out.parent[row] = parent
    out.depth[row] = parent < 0 ? 0 : Math.min(DEEPEST, out.depth[parent]! + 1)
    out.end[row] = row + 1
    return row++
  }
  const walk = (top: number): void => {
    // A stack of (node, row of its parent); negative entries close a row.
    const stack: number[] = [top, -1]
    while (stack.length > 0) {
      const parent = stack.pop()!
      const node = stack.pop()!
      if (node < 0) {
        out.end[-node - 1] = row
        continue
      }
      if (seen[node]) continue
      seen[node] = 1
      const own = put(nodes[node]!, -1, parent)
      for (const part of parts[node]!) put(nodes[node]!, part, own)
      stack.push(-own - 1, 0)
      const from = stack.length
      for (let child = firstChild[node]!; child >= 0; child = nextSibling[child]!) stack.push(own, child)
      reverse(stack, from)
    }
  }
  for (const top of tops) walk(top)
  for (let node = 0; node < nodes.length; node++) if (!seen[node]) walk(node)
  return out
}

/** Pairs were pushed as (row, node) in order; reversed they pop first child first. */
function reverse(stack: number[], from: number): void {
  for (let a = from, b = stack.length - 1; a < b; a++, b--) {
    const kept = stack[a]!
    stack[a] = stack[b]!
    stack[b] = kept
  }
}

function linkChildren(nodes: readonly TreeEntry[]) {
  const groupOfId = new Map<number, number>()
  const deviceOfId = new Map<number, number>()
  nodes.forEach((node, index) => {
    if (node.nodeType === NODE_TYPES.group) groupOfId.set(node.id, index)
    else if (isDeviceType(node.nodeType)) deviceOfId.set(node.deviceId ?? node.id, index)
  })
  const firstChild = new Int32Array(nodes.length).fill(-1)
  const lastChild = new Int32Array(nodes.length).fill(-1)
  const nextSibling = new Int32Array(nodes.length).fill(-1)
  const tops: number[] = []
  nodes.forEach((node, index) => {
    const above = parentOf(node, groupOfId, deviceOfId)
    if (above === undefined || above === index) {
      tops.push(index)
      return
    }
    if (firstChild[above] === -1) firstChild[above] = index
    else nextSibling[lastChild[above]!] = index
    lastChild[above] = index
  })
  return { firstChild, nextSibling, tops }
}

/** Channels, controllers and sensors hang below devices first, everything else below groups first. */
function parentOf(
  node: TreeEntry,
  groups: ReadonlyMap<number, number>,
  devices: ReadonlyMap<number, number>,
): number | undefined {
  const group = groups.get(node.parentId)
  const device = devices.get(node.parentId)
  const belowDevice = node.nodeType >= NODE_TYPES.channel && node.favouriteId === undefined
  return belowDevice ? (device ?? group) : (group ?? device)
}
