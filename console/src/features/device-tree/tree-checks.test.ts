import { describe, expect, it } from 'vitest'
import { TreeChecks } from './tree-checks.ts'
import type { TreeEntry } from './tree-entry.ts'
import { TreeIndex } from './tree-index.ts'
import { TreeModel } from './tree-model.ts'

const node = (id: number, parentId: number, nodeType: number, online = 1): TreeEntry => ({
  _id: `n_${id}`,
  id,
  parentId,
  name: `N${id}`,
  nodeType,
  videoOnlineStatus: online,
  ...(nodeType === 0 ? { deviceId: id, sn: `S${id}` } : {}),
})

function setUp() {
  const nodes = [node(1, 0, 1), node(2, 1, 0), node(3, 1, 0, 0), node(4, 0, 1), node(5, 4, 0)]
  const model = new TreeModel(new TreeIndex(nodes, 0), { filter: () => true, treeKey: '_id' })
  const row = (id: number) => model.rowOfKey(`n_${id}`)!
  return { model, row, checks: new TreeChecks() }
}

describe('ticks in the tree', () => {
  it('tick a group through its devices, and show a part of them as such', () => {
    const { model, row, checks } = setUp()
    checks.toggle(model, row(2))
    expect(checks.state(model, row(1))).toBe('some')
    checks.toggle(model, row(1))
    expect([checks.state(model, row(1)), checks.sns()]).toEqual(['all', ['S2', 'S3']])
    checks.toggle(model, row(1))
    expect([checks.state(model, row(1)), checks.sns()]).toEqual(['none', []])
  })

  it('count devices proper alone, not what is like one', () => {
    const nodes = [node(1, 0, 1), node(2, 1, 0), { ...node(3, 1, 2), deviceId: 3, sn: 'S3' }, node(4, 0, 1)]
    const lone = { ...node(5, 4, 2), deviceId: 5, sn: 'S5' }
    const model = new TreeModel(new TreeIndex([...nodes, lone], 0), { filter: () => true, treeKey: '_id' })
    const row = (id: number) => model.rowOfKey(`n_${id}`)!
    const checks = new TreeChecks()
    checks.toggle(model, row(1))
    expect([checks.sns(), checks.state(model, row(1))]).toEqual([['S2'], 'all'])
    expect([1, 2, 3, 4, 5].map((id) => checks.isTickable(model, row(id)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('leave devices alone that the filters hide', () => {
    const { model, row, checks } = setUp()
    model.setStatus(1)
    checks.toggle(model, row(1))
    expect([checks.state(model, row(1)), checks.sns()]).toEqual(['all', ['S2']])
    model.setStatus(-1)
    expect(checks.state(model, row(1))).toBe('some')
  })
})
