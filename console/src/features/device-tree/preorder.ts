import { NODE_TYPES } from '@backlot/contract/devices/constants'
import { FIRST_SENSE_PART, functionsOf, isDeviceType, type TreeEntry } from './tree-entry.ts'

type Preorder = {
  length: number
  entry: TreeEntry[]
  part: Int16Array
  parent: Int32Array
  end: Int32Array
  depth: Uint8Array
}

const DEEPEST = 255

/**
 * Flattens nodes into preorder columns. Parents may come after children; a node whose parent is missing goes to the
 * top, and a circle of parents is cut where it is met.
 */
export function preorder(nodes: readonly TreeEntry[]): Preorder {
  const { firstChild, nextSibling, above, tops } = linkChildren(nodes)
  const parts = nodes.map(partsOf)
  let length = nodes.length
  for (const list of parts) length += list.length
  const out: Preorder = {
    length,
    entry: new Array(length),
    part: new Int16Array(length),
    parent: new Int32Array(length),
    end: new Int32Array(length),
    depth: new Uint8Array(length),
  }
  const rowOf = new Int32Array(nodes.length).fill(-1)
  let row = 0

  const put = (entry: TreeEntry, part: number, parent: number): void => {
    out.entry[row] = entry
    out.part[row] = part
    out.parent[row] = parent
    out.depth[row] = parent < 0 ? 0 : Math.min(DEEPEST, out.depth[parent]! + 1)
    out.end[row] = ++row
  }
  const enter = (node: number, parent: number): void => {
    const own = row
    rowOf[node] = own
    put(nodes[node]!, -1, parent)
    for (const part of parts[node]!) put(nodes[node]!, part, own)
  }
  /** First of a node and its next siblings that has no row yet. */
  const unseen = (node: number): number => {
    let next = node
    while (next >= 0 && rowOf[next] !== -1) next = nextSibling[next]!
    return next
  }
  const walk = (top: number): void => {
    enter(top, -1)
    for (let node = top; ; ) {
      const child = unseen(firstChild[node]!)
      if (child >= 0) {
        enter(child, rowOf[node]!)
        node = child
        continue
      }
      for (;;) {
        out.end[rowOf[node]!] = row
        if (node === top) return
        const sibling = unseen(nextSibling[node]!)
        const parent = above[node]!
        if (sibling >= 0) {
          enter(sibling, rowOf[parent]!)
          node = sibling
          break
        }
        node = parent
      }
    }
  }
  for (const top of tops) walk(top)
  for (let node = 0; node < nodes.length; node++) if (rowOf[node] === -1) walk(node)
  return out
}

function linkChildren(nodes: readonly TreeEntry[]) {
  const groupOfId = groupsById(nodes)
  let devices: Map<number, number> | undefined
  /** Few trees have nodes below devices: the map of all devices is made for the first of them. */
  const deviceOfId = (id: number): number | undefined => {
    devices ??= new Map(
      nodes.flatMap((node, index): [number, number][] =>
        isDeviceType(node.nodeType) ? [[node.deviceId ?? node.id, index]] : [],
      ),
    )
    return devices.get(id)
  }
  const firstChild = new Int32Array(nodes.length).fill(-1)
  const lastChild = new Int32Array(nodes.length).fill(-1)
  const nextSibling = new Int32Array(nodes.length).fill(-1)
  const above = new Int32Array(nodes.length).fill(-1)
  const tops: number[] = []
  nodes.forEach((node, index) => {
    const parent = parentOf(node, groupOfId, deviceOfId)
    if (parent === undefined || parent === index) {
      tops.push(index)
      return
    }
    above[index] = parent
    if (firstChild[parent] === -1) firstChild[parent] = index
    else nextSibling[lastChild[parent]!] = index
    lastChild[parent] = index
  })
  return { firstChild, nextSibling, above, tops }
}

/** Small ids, which are the usual ones, are looked up in an array: a map costs half of all the flattening. */
function groupsById(nodes: readonly TreeEntry[]): (id: number) => number | undefined {
  const small = new Int32Array(nodes.length * 2 + 1)
  const others = new Map<number, number>()
  nodes.forEach(({ nodeType, id }, index) => {
    if (nodeType !== NODE_TYPES.group) return
    if (id >= 0 && id < small.length) small[id] = index + 1
    else others.set(id, index)
  })
  return (id) => {
    const found = small[id]
    return found ? found - 1 : others.get(id)
  }
}

/** Channels, controllers and sensors hang below devices first, everything else below groups first. */
function parentOf(
  node: TreeEntry,
  groupOfId: (id: number) => number | undefined,
  deviceOfId: (id: number) => number | undefined,
): number | undefined {
  // 0 is the root of the tree, which is no node.
  if (node.parentId === 0) return groupOfId(0)
  const belowDevice = node.nodeType >= NODE_TYPES.channel && node.favouriteId === undefined
  return belowDevice
    ? (deviceOfId(node.parentId) ?? groupOfId(node.parentId))
    : (groupOfId(node.parentId) ?? deviceOfId(node.parentId))
}

const NONE: readonly number[] = []

/**
 * Derived rows below a node: its channels (0, 1, …), its controllers and monitoring points (from FIRST_SENSE_PART on),
 * then its functions (minus their node type).
 */
function partsOf(node: TreeEntry): readonly number[] {
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
