import { NODE_TYPES } from '@backlot/contract/devices/constants'
import { useMemo } from 'react'
import { useTreeIndex } from './device-store.ts'

export type GroupNode = { value: number; title: string; children: GroupNode[] }
type Group = { id: number; parentId: number; name: string; nodeType: number }

/** Groups as a tree; a group whose parent is out of scope goes to the top. */
export function groupTree(entries: Iterable<Group>): GroupNode[] {
  const groups = [...entries].filter((entry) => entry.nodeType === NODE_TYPES.group && entry.id > 0)
  const nodes = new Map(
    groups.map((group) => [group.id, { value: group.id, title: group.name, children: [] as GroupNode[] }]),
  )
  const tops: GroupNode[] = []
  for (const group of groups) {
    const node = nodes.get(group.id)!
    const siblings = nodes.get(group.parentId)?.children ?? tops
    siblings.push(node)
  }
  return tops
}

/** The groups that the operator sees, for choosing one. */
export function useGroupTree(): GroupNode[] {
  const index = useTreeIndex()
  return useMemo(() => groupTree(index.entry), [index])
}
