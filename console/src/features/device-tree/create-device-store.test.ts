import type { TreeNode } from '@backlot/contract/devices/entities'
import { describe, expect, it } from 'vitest'
import { createDeviceStore, type DeviceStoreEnvironment } from './create-device-store.ts'
import type { TreePageQuery } from './tree-loader.ts'

const NOW = Date.UTC(2026, 10, 20)

const group = (id: number, parentId: number): TreeNode => ({
  _id: `g_${id}`,
  id,
  parentId,
  name: `G${id}`,
  nodeType: 1,
})
const device = (id: number, parentId: number, more: Partial<TreeNode> = {}): TreeNode => ({
  _id: `d_${id}`,
  id,
  deviceId: id,
  parentId,
  name: `D${id}`,
  sn: `SN${id}`,
  nodeType: 0,
  ability: 17,
  videoOnlineStatus: 0,
  ...more,
})

/** A platform of two top groups with a test's nodes below them. */
function setUp(below: Record<number, TreeNode[]>) {
  const asked: TreePageQuery[] = []
  const frames: (() => void)[] = []
  let gate: Promise<void> = Promise.resolve()
  const environment: DeviceStoreEnvironment = {
    fetchPage: async (query) => {
      asked.push(query)
      const rows = query.childNode === 1 ? (below[query.parentId] ?? []) : [group(1, 0), group(2, 0)]
      const from = (query.currentPage - 1) * query.pageSize
      const page = rows.slice(from, from + query.pageSize)
      await gate
      return page
    },
    fetchChannels: async (sn) => [
      {
        id: 1,
        deviceId: 11,
        sn,
        chnId: 1,
        name: 'new eye',
        type: 0,
        lineId: 1,
        onlineStatus: 1,
        isChnl: true,
      },
    ],
    loadFavourites: async () => undefined,
    nextFrame: (run) => frames.push(run),
    platformNow: () => NOW,
    hostNow: () => 0,
    onProblem: (error) => {
      throw error
    },
  }
  const store = createDeviceStore(environment)
  return {
    store,
    asked,
    draw: () => {
      for (const run of frames.splice(0)) run()
    },
    holdAnswers: () => {
      let open = () => {}
      gate = new Promise((resolve) => {
        open = resolve
      })
      return open
    },
  }
}

describe('device store', () => {
  it('loads the top level by 500 and below each top node by 2000, on while full pages come back', async () => {
    const many = Array.from({ length: 2000 }, (_, at) => device(100 + at, 1))
    const { store, asked } = setUp({ 1: many, 2: [device(21, 2)] })
    await store.load()
    expect(asked).toEqual([
      { parentId: 0, childNode: 0, currentPage: 1, pageSize: 500 },
      { parentId: 1, childNode: 1, currentPage: 1, pageSize: 2000 },
      { parentId: 2, childNode: 1, currentPage: 1, pageSize: 2000 },
      { parentId: 1, childNode: 1, currentPage: 2, pageSize: 2000 },
    ])
    expect(store.index().length).toBe(2 + 2001 + 2001)
    expect(store.device('SN21')?.name).toBe('D21')
  })

  it('tells once a frame what several messages changed', async () => {
    const { store, draw } = setUp({ 1: [device(11, 1)] })
    await store.load()
    const told: (readonly string[])[] = []
    store.onChange((sns) => told.push(sns))
    store.receiveStatus({ type: 'status', list: [{ sn: 'SN11', videoOnlineStatus: 1 }] })
    store.receiveStatus({ type: 'status', list: [{ sn: 'SN11', alarmFlg: 1 }] })
    expect(store.device('SN11')?.videoOnlineStatus).toBe(0)
    draw()
    expect(told).toEqual([['SN11']])
    expect(store.device('SN11')).toMatchObject({ videoOnlineStatus: 1, alarmFlg: 1 })
  })

  it('ignores a zero position and one older than what it holds', async () => {
    const { store, draw } = setUp({
      1: [device(11, 1, { longitude: 116.4, latitude: 39.9, locationTime: 1000 })],
    })
    await store.load()
    const fix = { sn: 'SN11', speed: 5, direction: 90 }
    store.receiveGps({ type: 'gps', list: [{ ...fix, longitude: 0, latitude: 0, locationTime: 2000 }] })
    store.receiveGps({ type: 'gps', list: [{ ...fix, longitude: 117, latitude: 40, locationTime: 999 }] })
    draw()
    expect(store.device('SN11')?.longitude).toBe(116.4)
    store.receiveGps({ type: 'gps', list: [{ ...fix, longitude: 116.5, latitude: 40, locationTime: 1001 }] })
    draw()
    expect(store.device('SN11')).toMatchObject({ longitude: 116.5, speed: 5 })
  })

  it('follows a device whose clock was ahead of the present', async () => {
    const { store, draw } = setUp({
      1: [device(11, 1, { longitude: 116.4, latitude: 39.9, locationTime: 4_000_000_000 })],
    })
    await store.load()
    const fix = { sn: 'SN11', longitude: 117, latitude: 40, speed: 5, direction: 90, locationTime: 1000 }
    store.receiveGps({ type: 'gps', list: [fix] })
    draw()
    expect(store.device('SN11')).toMatchObject({ longitude: 117, locationTime: 1000 })
  })

  it('loads again only the top node that a tree notice names', async () => {
    const below = { 1: [group(5, 1), device(11, 5)], 2: [device(21, 2)] }
    const { store, asked } = setUp(below)
    await store.load()
    asked.length = 0
    below[1] = [group(5, 1)]
    store.receiveTree({ type: 'tree', parentIds: [5] })
    await new Promise<void>((resolve) => {
      const stop = store.subscribe(() => {
        stop()
        resolve()
      })
    })
    expect(asked.map((query) => query.parentId)).toEqual([1])
    expect(store.device('SN11')).toBeUndefined()
    expect(store.device('SN21')).toBeDefined()
  })

  it('follows a device that is deleted here and added there', async () => {
    const below: Record<number, TreeNode[]> = { 1: [device(11, 1)], 2: [] }
    const { store } = setUp(below)
    await store.load()
    below[1] = []
    below[2] = [device(11, 2)]
    await store.reload()
    const index = store.index()
    expect(index.key(index.parent[index.rowOfDevice('SN11')!]!)).toBe('g_2')
  })

  it('keeps what the channel told after a reload was asked for', async () => {
    const { store, holdAnswers, draw } = setUp({ 1: [device(11, 1)] })
    await store.load()
    const open = holdAnswers()
    const reload = store.reload()
    store.receiveStatus({ type: 'status', list: [{ sn: 'SN11', videoOnlineStatus: 1 }] })
    draw()
    open()
    await reload
    expect(store.device('SN11')?.videoOnlineStatus).toBe(1)
  })

  it('takes a state that the platform gave after the channel did', async () => {
    const { store, draw } = setUp({ 1: [device(11, 1)] })
    await store.load()
    store.receiveStatus({ type: 'status', list: [{ sn: 'SN11', videoOnlineStatus: 1 }] })
    draw()
    await store.reload()
    expect(store.device('SN11')?.videoOnlineStatus).toBe(0)
  })

  it('keeps live states when favourites change the tree', async () => {
    const { store, draw } = setUp({ 1: [device(11, 1)] })
    await store.load()
    store.receiveStatus({ type: 'status', list: [{ sn: 'SN11', videoOnlineStatus: 1 }] })
    draw()
    store.setFavourites([{ id: 1, parentId: 0, type: 4, name: 'F', sn: 'SN11', chnId: 1, autoPlay: 0 }])
    expect(store.device('SN11')?.videoOnlineStatus).toBe(1)
    expect(store.index().key(0)).toBe('favourites')
  })

  it('changes states of channels, and asks for them again when their list changed', async () => {
    const eye = {
      id: 1,
      deviceId: 11,
      sn: 'SN11',
      chnId: 1,
      name: 'eye',
      type: 0,
      lineId: 1,
      onlineStatus: 1,
      isChnl: true,
    }
    const { store, draw } = setUp({ 1: [device(11, 1, { chnList: [eye] })] })
    await store.load()
    store.receiveChannels({
      type: 'channelChange',
      sn: 'SN11',
      reload: false,
      list: [{ chnId: 1, onlineStatus: 0 }],
    })
    draw()
    expect(store.channel('SN11', 1)?.onlineStatus).toBe(0)
    await store.reloadChannels('SN11')
    expect(store.channel('SN11', 1)?.name).toBe('new eye')
  })

  it('takes the channels of a device along when it goes offline', async () => {
    const eye = {
      id: 1,
      deviceId: 11,
      sn: 'SN11',
      chnId: 1,
      name: 'eye',
      type: 0,
      lineId: 1,
      onlineStatus: 1,
      isChnl: true,
    }
    const { store, draw } = setUp({ 1: [device(11, 1, { videoOnlineStatus: 1, chnList: [eye] })] })
    await store.load()
    store.receiveStatus({ type: 'status', list: [{ sn: 'SN11', videoOnlineStatus: 0 }] })
    draw()
    expect(store.channel('SN11', 1)?.onlineStatus).toBe(0)
    store.setFavourites([])
    expect(store.channel('SN11', 1)?.onlineStatus).toBe(0)
  })

  describe('channels that are offline by themselves', () => {
    const eyes = (onlineStatus: number) =>
      [1, 2].map((chnId) => ({
        id: chnId,
        deviceId: 11,
        sn: 'SN11',
        chnId,
        name: `eye ${chnId}`,
        type: 0,
        lineId: 1,
        onlineStatus,
        isChnl: true,
      }))
    const setUpEyes = (online: number) =>
      setUp({ 1: [device(11, 1, { videoOnlineStatus: online, chnList: eyes(online) })] })
    const change = (chnId: number, onlineStatus: number) => ({
      type: 'channelChange' as const,
      sn: 'SN11',
      reload: false,
      list: [{ chnId, onlineStatus }],
    })
    const states = ({ store }: ReturnType<typeof setUp>) =>
      [1, 2].map((chnId) => store.channel('SN11', chnId)?.onlineStatus)
    const status = (videoOnlineStatus: number) => ({
      type: 'status' as const,
      list: [{ sn: 'SN11', videoOnlineStatus }],
    })

    it('stay so when their device comes back', async () => {
      const platform = setUpEyes(0)
      const { store, draw } = platform
      await store.load()
      store.receiveStatus(status(1))
      store.receiveChannels(change(2, 0))
      draw()
      expect(states(platform)).toEqual([1, 0])
      store.setFavourites([])
      expect(states(platform)).toEqual([1, 0])
      store.receiveStatus(status(0))
      draw()
      store.receiveStatus(status(1))
      draw()
      expect(states(platform)).toEqual([1, 1])
    })

    it('are known when that was told before the tree was there', async () => {
      const platform = setUpEyes(1)
      const { store, draw } = platform
      const loading = store.load()
      store.receiveChannels(change(1, 0))
      draw()
      await loading
      expect(states(platform)).toEqual([0, 1])
    })

    it('keep the list of a later load', async () => {
      const platform = setUpEyes(1)
      const { store, draw } = platform
      await store.load()
      store.receiveChannels(change(1, 0))
      draw()
      await store.reload()
      expect(states(platform)).toEqual([1, 1])
    })
  })
})
