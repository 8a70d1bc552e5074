import { NODE_TYPES } from '@backlot/contract/devices/constants'
import { TreeNode } from '@backlot/contract/devices/entities'
import { expect, it } from 'vitest'
import { groupsOf, pairedGroups } from './platform-groups.ts'

const group = (id: number, parentId: number, name: string): TreeNode =>
  TreeNode.parse({ _id: `g_${id}`, id, parentId, name, nodeType: NODE_TYPES.group })

const pairs = (
  platform: TreeNode[],
  own: TreeNode[],
  isNew = (_node: TreeNode) => true,
  isFree = (_node: TreeNode) => true,
) => pairedGroups({ nodes: platform, isNew }, { nodes: own, isFree })

it('groups are paired by their names from the top down, one by one where several are called the same', () => {
  const platform = [group(1, 0, 'North'), group(2, 1, 'Gate'), group(3, 1, 'Gate'), group(4, 0, 'Gate')]
  const own = [group(11, 0, 'North'), group(12, 11, 'Gate'), group(13, 11, 'Gate'), group(14, 0, 'Gate')]
  expect(pairs(platform, own)).toEqual([
    [1, 11],
    [2, 12],
    [3, 13],
    [4, 14],
  ])
})

it('a group that came later is at the top, and those that are paired stay so', () => {
  const platform = [group(1, 0, 'North'), group(5, 1, 'New')]
  const own = [group(11, 0, 'North'), group(15, 0, 'New')]
  const isNew = ({ id }: TreeNode) => id !== 1
  const isFree = ({ id }: TreeNode) => id !== 11
  expect(pairs(platform, own, isNew, isFree)).toEqual([[5, 15]])
})

it('names that the simulator does not take are cut, or stand for their number', () => {
  const tree = [group(1, 0, 'x'.repeat(100)), group(2, 0, 'a\u200bb\nc'), group(3, 0, '\u200b')]
  const names = groupsOf({ nodes: tree, english: new Map() }).map(({ name }) => name.zh)
  expect(names).toEqual(['x'.repeat(60), 'ab c', 'g3'])
  const own = names.map((name, at) => group(at + 11, 0, name))
  expect(pairs(tree, own)).toHaveLength(3)
})
