/** Groups of a platform's tree as the simulated part has them. */
import { NODE_TYPES } from '@backlot/contract/devices/constants'
import type { TreeNode } from '@backlot/contract/devices/entities'
import { asOneLine } from '@backlot/contract/texts'
import type { GroupSpec } from '@backlot/simulator/fleet/fleet-spec'
import type { PlatformTree } from './platform-visits.ts'

/** Longest name of a group that is added, UTF-16 units. */
const MAX_NAME = 60
/** Deepest group of a tree. */
const MAX_DEPTH = 40

export const isGroup = ({ nodeType, id }: TreeNode) => nodeType === NODE_TYPES.group && id > 0

export const keyOf = (groupId: number) => `g${groupId}`

/** The name of a platform's group as the simulator takes it. */
const nameOf = ({ id, name }: TreeNode) => asOneLine(name, MAX_NAME) || keyOf(id)

export const namesOf = (node: TreeNode, { english }: PlatformTree) => ({
  zh: nameOf(node),
  en: nameOf(english.get(node._id) ?? node),
})

/** Names from the top down of every group. */
function groupPaths(tree: readonly TreeNode[]): { node: TreeNode; path: string[] }[] {
  const groups = new Map(tree.filter(isGroup).map((node) => [node.id, node]))
  const pathOf = (node: TreeNode, depth = 0): string[] => {
    const parent = depth < MAX_DEPTH ? groups.get(node.parentId) : undefined
    return [...(parent ? pathOf(parent, depth + 1) : []), nameOf(node)]
  }
  return [...groups.values()].map((node) => ({ node, path: pathOf(node) }))
}

/**
 * Which of the simulator's free groups stands for each new one of the platform: that of the same names from the top
 * down, or of the same name at the top, where groups that came later are. Of several that are called the same, each
 * takes one, in their order.
 */
export function pairedGroups(
  platform: { nodes: readonly TreeNode[]; isNew(node: TreeNode): boolean },
  own: { nodes: readonly TreeNode[]; isFree(node: TreeNode): boolean },
): [platformId: number, ownId: number][] {
  const free = new Map<string, number[]>()
  for (const { node, path } of groupPaths(own.nodes)) {
    const key = JSON.stringify(path)
    if (own.isFree(node)) free.set(key, [...(free.get(key) ?? []), node.id])
  }
  const take = (path: readonly string[]) => free.get(JSON.stringify(path))?.shift()
  return groupPaths(platform.nodes).flatMap(({ node, path }) => {
    const ownId = platform.isNew(node) ? (take(path) ?? take(path.slice(-1))) : undefined
    return ownId === undefined ? [] : [[node.id, ownId] as [number, number]]
  })
}

/** The platform's groups as those of a scenario, with keys that tell which is which. */
export function groupsOf(tree: PlatformTree): GroupSpec[] {
  const groups = tree.nodes.filter(isGroup)
  const ids = new Set(groups.map(({ id }) => id))
  const below = (parentId: number | undefined): GroupSpec[] =>
    groups
      .filter((node) => (ids.has(node.parentId) ? node.parentId === parentId : parentId === undefined))
      .map((node) => ({ key: keyOf(node.id), name: namesOf(node, tree), children: below(node.id) }))
  // A scenario has at least one group.
  return groups.length > 0 ? below(undefined) : [{ key: 'none', name: { zh: '模拟', en: 'Simulated' } }]
}
