import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TreeEntry } from './tree-entry.ts'
import { TreeIndex } from './tree-index.ts'
import { type StatusFilter, TreeModel } from './tree-model.ts'
import { all, channel, device, group, keys, NODES, NOW, open, treeOf } from './tree-rig.test-support.ts'

describe('tree model', () => {
  it('raises an error without a filter callback', () => {
    const index = new TreeIndex(NODES, NOW)
    expect(() => new TreeModel(index, {} as never)).toThrow('filter callback is mandatory')
  })

  it('raises an error on operations by key without a tree key', () => {
    const model = new TreeModel(new TreeIndex(NODES, NOW), { filter: all })
    expect(() => model.reveal('d_21')).toThrow('tree key is required')
  })

  it('finds by part of a name or serial number and opens the way afterwards', () => {
    const model = treeOf()
    model.setQuery(' sn21 ')
    expect(keys(model)).toEqual(['g_1'])
    model.expandMatches()
    expect(keys(model)).toEqual(['g_1', 'g_2', 'd_21'])
    model.setQuery('')
    expect(keys(model)).toEqual(['g_1', 'g_3'])
  })

  it('opens matches that are loaded after the search, and leaves closed what was closed meanwhile', () => {
    const model = treeOf(NODES.filter((node) => node._id !== 'd_21'))
    model.setQuery('sn')
    model.expandMatches()
    model.setExpanded(model.rowOfKey('g_1')!, false)
    model.bind(new TreeIndex(NODES, NOW))
    expect(keys(model)).toEqual(['g_1', 'd_11', 'd_12', 'g_2', 'd_21'])
    model.setExpanded(model.rowOfKey('g_1')!, false)
    model.bind(new TreeIndex(NODES, NOW))
    expect(keys(model)).toEqual(['g_1'])
  })

  it('finds names whose letters grow when they are made small', () => {
    const model = treeOf([device(1, 0, 'İstasyon'), device(2, 0, 'Gate')])
    model.setQuery('gate')
    expect(keys(model)).toEqual(['d_2'])
  })

  it('keeps what lies below a matching group', () => {
    const model = treeOf()
    model.setQuery('depot')
    model.expandMatches()
    open(model, 'g_2')
    expect(keys(model)).toEqual(['g_1', 'g_2', 'd_21'])
  })

  it('shows only the channels that match when their device does not', () => {
    const model = treeOf([
      group(1, 0, 'G'),
      device(9, 1, 'Pole', { chnList: [channel(9, 1, 'east'), channel(9, 2, 'west')] }),
    ])
    model.setQuery('west')
    model.expandMatches()
    expect(keys(model)).toEqual(['g_1', 'd_9', 'd_9/c2'])
  })

  it('counts the tabs by what search and ability leave', () => {
    const model = treeOf()
    expect(model.counts()).toEqual({ all: 3, online: 2, offline: 1 })
    model.setAbility(16)
    expect(model.counts()).toEqual({ all: 1, online: 1, offline: 0 })
    model.setAbility(0)
    model.setStatus(0)
    model.setQuery('ya')
    expect(model.counts()).toEqual({ all: 1, online: 0, offline: 1 })
  })

  it('drops groups without a device that passes a status filter', () => {
    const model = treeOf()
    model.setStatus(0)
    open(model, 'g_1')
    expect(keys(model)).toEqual(['g_1', 'd_12'])
  })

  it('moves a device between tabs when it goes offline', () => {
    const model = treeOf()
    model.setStatus(1)
    open(model, 'g_1')
    expect(keys(model)).toContain('d_11')
    const row = model.index.rowOfDevice('SN11')!
    model.index.setDevice({ ...model.index.entry[row]!, videoOnlineStatus: 0 }, NOW)
    expect(model.noticeStates()).toBe(true)
    expect(keys(model)).not.toContain('d_11')
  })

  it('keeps what was expanded over a reload that moves rows', () => {
    const model = treeOf()
    open(model, 'g_1')
    model.bind(new TreeIndex([group(9, 0, 'New'), ...NODES.filter((node) => node._id !== 'd_11')], NOW))
    expect(keys(model)).toEqual(['g_9', 'g_1', 'd_12', 'g_2', 'g_3'])
  })
})

/** The rules again, one object per node and recursion, to compare the columns with. */
function naive(
  nodes: TreeEntry[],
  query: string,
  status: StatusFilter,
  ability: number,
  opened: Set<string>,
) {
  type Item = { key: string; text: string; device?: TreeEntry; group: boolean; children: Item[] }
  const items = new Map<string, Item>()
  const tops: Item[] = []
  for (const node of nodes) {
    const isDevice = node.nodeType === 0
    const children = (isDevice ? (node.chnList ?? []) : []).map((chn) => ({
      key: `${node._id}/c${chn.chnId}`,
      text: chn.name,
      group: false,
      children: [],
    }))
    if (isDevice && (node.ability ?? 0) & 16) {
      children.push({ key: `${node._id}/f1001`, text: '', group: false, children: [] })
    }
    items.set(node._id, {
      key: node._id,
      text: `${node.name}\t${node.sn ?? ''}`,
      group: !isDevice,
      children,
      ...(isDevice ? { device: node } : {}),
    })
  }
  for (const node of nodes) {
    const parent = items.get(`g_${node.parentId}`)
    ;(parent?.children ?? tops).push(items.get(node._id)!)
  }
  const q = query.trim().toLowerCase()
  const hit = (item: Item) => q !== '' && item.text.toLowerCase().includes(q)
  const counts = { all: 0, online: 0, offline: 0 }
  const prune = (item: Item, inherited: boolean): Item | undefined => {
    const fit = q === '' || inherited || hit(item)
    if (item.device) {
      if (!fit && !item.children.some(hit)) return undefined
      if (ability && !((item.device.ability ?? 0) & ability)) return undefined
      const online = item.device.videoOnlineStatus !== 0
      counts.all++
      counts[online ? 'online' : 'offline']++
      if (status !== -1 && (status === 1) !== online) return undefined
      return { ...item, children: item.children.filter((child) => fit || hit(child)) }
    }
    const children = item.children
      .map((child) => prune(child, fit && q !== ''))
      .filter((child) => child !== undefined)
    const stays = children.length > 0 || (fit && status === -1 && ability === 0)
    return stays ? { ...item, children } : undefined
  }
  const shown = tops.map((top) => prune(top, false)).filter((top) => top !== undefined)
  const list: string[] = []
  const walk = (item: Item) => {
    list.push(item.key)
    if (opened.has(item.key)) item.children.forEach(walk)
  }
  shown.forEach(walk)
  return { list, counts }
}

const word = fc.constantFrom('ga', 'Te', 'yard', '东门', 'x1', 'b')
const treeArbitrary = fc
  .array(
    fc.record({
      isDevice: fc.boolean(),
      above: fc.nat(),
      name: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
      online: fc.boolean(),
      ability: fc.constantFrom(1, 16, 17, 64),
      channels: fc.array(word, { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((list) => {
    const groups: number[] = [0]
    return list.map((item, at): TreeEntry => {
      const id = at + 1
      const parentId = groups[item.above % groups.length]!
      if (!item.isDevice) {
        groups.push(id)
        return group(id, parentId, item.name)
      }
      return device(id, parentId, item.name, {
        ability: item.ability,
        videoOnlineStatus: item.online ? 1 : 0,
        chnList: item.channels.map((name, chn) => channel(id, chn + 1, name)),
      })
    })
  })

describe('tree model against the rules over again', () => {
  it('shows the same rows and counts for any tree, search, tab, ability and expansion', () => {
    fc.assert(
      fc.property(
        treeArbitrary,
        fc.constantFrom('', 'a', 'TE', '东', 'sn1', 'x1 b', 'zz'),
        fc.constantFrom<StatusFilter>(-1, 0, 1),
        fc.constantFrom(0, 1, 16),
        fc.array(fc.nat(), { maxLength: 20 }),
        (nodes, query, status, ability, openRows) => {
          const model = treeOf(nodes)
          const opened = new Set(openRows.map((n) => nodes[n % nodes.length]!._id))
          for (const key of opened) open(model, key)
          model.setQuery(query)
          model.setStatus(status)
          model.setAbility(ability)
          const expected = naive(nodes, query, status, ability, opened)
          expect(keys(model)).toEqual(expected.list)
          expect(model.counts()).toEqual(expected.counts)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('a tree of some devices only', () => {
  it('leaves out groups without one and counts in the others what it offers', () => {
    const filter = (node: TreeEntry, nodeType: number) => nodeType === 1 || (node.ability ?? 0) === 16
    const nodes = [...NODES, device(31, 3, 'Not of the kind')]
    const model = new TreeModel(new TreeIndex(nodes, NOW), { filter, treeKey: '_id', emptyGroups: false })
    open(model, 'g_1', 'g_2', 'g_3')
    expect(keys(model)).toEqual(['g_1', 'g_2', 'd_21'])
    expect(model.devicesBelow(model.rowOfKey('g_1')!)).toEqual({ all: 1, online: 1 })
    model.setQuery('depot')
    expect(keys(model)).toEqual(['g_1', 'g_2', 'd_21'])
    model.setStatus(0)
    expect(keys(model)).toEqual([])
    expect(model.devicesBelow(model.rowOfKey('g_2')!)).toEqual({ all: 1, online: 1 })
  })
})
