import { expect, it } from 'vitest'
import { groupTree } from './use-group-tree.ts'

it('keeps groups only and hangs them below their parents', () => {
  const entries = [
    { id: 1, parentId: 0, name: 'City', nodeType: 1 },
    { id: 7, parentId: 1, name: 'Camera', nodeType: 0 },
    { id: 2, parentId: 1, name: 'North', nodeType: 1 },
    { id: 9, parentId: 55, name: 'Out of scope', nodeType: 1 },
    { id: -1, parentId: 0, name: 'Meeting', nodeType: 1 },
  ]
  expect(groupTree(entries)).toEqual([
    { value: 1, title: 'City', children: [{ value: 2, title: 'North', children: [] }] },
    { value: 9, title: 'Out of scope', children: [] },
  ])
})
