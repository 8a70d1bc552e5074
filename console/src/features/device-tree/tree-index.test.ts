import type { Channel } from '@backlot/contract/devices/entities'
import { describe, expect, it } from 'vitest'
import { favouriteEntries } from './tree-entry.ts'
import {
  again,
  channel,
  device,
  favourite,
  group,
  keys,
  NODES,
  NOW,
  open,
  treeOf,
} from './tree-rig.test-support.ts'

describe('tree index', () => {
  it('counts devices and those online below every group', () => {
    const { index } = treeOf()
    const north = index.rowOfKey('g_1')!
    expect([index.devices[north], index.devicesOnline[north]]).toEqual([3, 2])
    const gate = index.rowOfDevice('SN11')!
    index.setDevice({ ...index.entry[gate]!, videoOnlineStatus: 0 }, NOW)
    expect([index.devices[north], index.devicesOnline[north]]).toEqual([3, 1])
  })

  it('counts a change only when a row looks different', () => {
    const { index } = treeOf()
    const bus = index.device('SN21')!
    index.setDevice({ ...bus, longitude: 116.5, locationTime: NOW / 1000 }, NOW)
    expect(index.version).toBe(0)
    expect(index.state(index.rowOfDevice('SN21')!)).toBe('online')
    index.refreshStates(NOW + 31 * 60_000)
    expect([index.version, index.state(index.rowOfDevice('SN21')!)]).toEqual([1, 'stale'])
    index.setDevice({ ...bus, longitude: 0 }, NOW)
    expect(index.state(index.rowOfDevice('SN21')!)).toBe('purple')
    index.setDevice({ ...bus, alarmFlg: 2 }, NOW)
    expect(index.state(index.rowOfDevice('SN21')!)).toBe('processed')
  })

  it('puts channels and function entries below their device', () => {
    const model = treeOf()
    open(model, 'g_1', 'g_2', 'd_21')
    expect(keys(model)).toEqual(['g_1', 'd_11', 'd_12', 'g_2', 'd_21', 'd_21/c1', 'd_21/f1001', 'g_3'])
  })

  it('finds every row by its key, however many are looked for', () => {
    const { index } = treeOf(
      Array.from({ length: 3 }, () => NODES)
        .flat()
        .map(again),
    )
    const rows = Array.from({ length: index.length }, (_, row) => row)
    for (let round = 0; round < 3; round++) {
      expect(rows.map((row) => index.rowOfKey(index.key(row)))).toEqual(rows)
      for (const key of ['d_11/c9', 'd_11/', 'd_99/c1', '', 'g_1/c1'])
        expect(index.rowOfKey(key)).toBe(undefined)
    }
  })

  it('lets a channel without a state of its own follow its device', () => {
    const [eye] = [{ ...channel(11, 1, 'eye') }] as [Partial<Channel> & Channel]
    delete (eye as Partial<Channel>).onlineStatus
    const { index } = treeOf([group(1, 0, 'G'), device(11, 1, 'D', { chnList: [eye] })])
    expect(index.isOnline(index.rowOfKey('d_11/c1')!)).toBe(true)
  })

  it('keeps a node whose parent is missing, and one in a circle of parents', () => {
    const model = treeOf([group(5, 6, 'A'), group(6, 5, 'B'), device(7, 99, 'Lost')])
    expect(keys(model).sort()).toEqual(['d_7', 'g_5'])
    open(model, 'g_5')
    expect(keys(model).sort()).toEqual(['d_7', 'g_5', 'g_6'])
  })

  it('shows favourites in their folders, those of a lost folder at the top', () => {
    const model = treeOf([
      ...favouriteEntries([
        favourite({ id: 3, type: 0, name: 'East', parentId: 2 }),
        favourite({ id: 2, type: 0, name: 'Gates' }),
        favourite({ id: 4, name: 'Gate eye', sn: 'SN11', parentId: 3 }),
        favourite({ id: 5, name: 'Yard eye', sn: 'SN12', parentId: 99 }),
      ]),
      ...NODES,
    ])
    open(model, 'favourites', 'f_2', 'f_3')
    expect(keys(model).slice(0, 5)).toEqual(['favourites', 'f_2', 'f_3', 'f_4', 'f_5'])
  })

  it('shows a favourite in the state of its device, as alarms come and go', () => {
    const { index } = treeOf([...favouriteEntries([favourite({ id: 1, sn: 'SN11' })]), ...NODES])
    const row = index.rowOfKey('f_1')!
    expect(index.state(row)).toBe('online')
    const device = index.device('SN11')!
    for (const [alarmFlg, state] of [
      [1, 'raised'],
      [2, 'processed'],
      [0, 'online'],
    ] as const) {
      const before = index.version
      index.setDevice({ ...device, alarmFlg }, NOW)
      expect([index.state(row), index.version > before]).toEqual([state, true])
    }
  })

  it('shows a favourite as online when the channel it points at is', () => {
    const favourites = favouriteEntries([
      favourite({ id: 1, name: 'Gate eye', sn: 'SN11' }),
      favourite({ id: 2, name: 'Yard eye', sn: 'SN12', chnId: 9 }),
    ])
    const model = treeOf([...favourites, ...NODES])
    const { index } = model
    expect(index.isOnline(index.rowOfKey('f_1')!)).toBe(true)
    expect(index.isOnline(index.rowOfKey('f_2')!)).toBe(false)
    expect(model.counts().all).toBe(3)
  })
})
