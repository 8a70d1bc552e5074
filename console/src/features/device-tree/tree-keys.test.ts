import { describe, expect, it } from 'vitest'
import type { TreeEntry } from './tree-entry.ts'
import { TreeIndex } from './tree-index.ts'
import { TreeKeys } from './tree-keys.ts'
import { TreeModel } from './tree-model.ts'

const node = (id: number, parentId: number, name: string, nodeType: number): TreeEntry => ({
  _id: `n_${id}`,
  id,
  parentId,
  name,
  nodeType,
  ...(nodeType === 0 ? { deviceId: id, sn: `S${id}` } : {}),
})

function setUp() {
  const nodes = [
    node(1, 0, 'North', 1),
    node(2, 1, 'Gate', 0),
    node(3, 1, 'Garden', 0),
    node(4, 0, 'South', 1),
  ]
  const model = new TreeModel(new TreeIndex(nodes, 0), { filter: () => true, treeKey: '_id' })
  let now = 0
  const keys = new TreeKeys(() => now)
  let focused: number | undefined
  return {
    model,
    wait: (ms: number) => {
      now += ms
    },
    press: (...list: string[]) => {
      for (const key of list) focused = keys.press(model, key, focused) ?? focused
      return focused === undefined ? undefined : model.index.name(focused)
    },
  }
}

describe('keyboard of the tree', () => {
  it('opens with the right arrow, goes in, comes out and closes with the left one', () => {
    const { press, model } = setUp()
    expect(press('ArrowDown')).toBe('North')
    expect(press('ArrowRight')).toBe('North')
    expect(press('ArrowRight')).toBe('Gate')
    expect(press('ArrowLeft')).toBe('North')
    expect(press('ArrowLeft')).toBe('North')
    expect([...model.rows()].map((row) => model.index.name(row))).toEqual(['North', 'South'])
  })

  it('goes to both ends and no further', () => {
    const { press } = setUp()
    expect(press('End')).toBe('South')
    expect(press('ArrowDown')).toBe('South')
    expect(press('Home', 'ArrowUp')).toBe('North')
  })

  it('finds by typing the beginning of a name', () => {
    const { press, wait } = setUp()
    press('Home', 'ArrowRight')
    expect(press('g')).toBe('Gate')
    wait(1000)
    expect(press('g')).toBe('Garden')
    wait(1000)
    expect(press('g', 'a', 't')).toBe('Gate')
  })

  it('leaves keys alone that are not its own', () => {
    const { model } = setUp()
    expect(new TreeKeys(() => 0).press(model, 'Enter', 0)).toBeUndefined()
    expect(new TreeKeys(() => 0).press(model, ' ', 0)).toBeUndefined()
  })
})
