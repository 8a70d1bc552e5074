import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { channelList, deviceTree } from '@backlot/contract/devices/calls'
import type { Channel, TreeNode } from '@backlot/contract/devices/entities'
import { LIMITS } from '@backlot/contract/limits'
import { useCallback, useSyncExternalStore } from 'react'
import { channel } from '../../platform/channel.ts'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { rowsSent } from '../../platform/read-rows.ts'
import { loadFavourites, useFavourites } from '../favourites/favourite-store.ts'
import { createDeviceStore, type DeviceStoreState } from './create-device-store.ts'
import { createPositionWatch } from './position-watch.ts'
import type { TreeIndex } from './tree-index.ts'

/** Positions grow stale by themselves: states are looked at again this often. */
const REFRESH_MS = 30_000
/** A hidden page draws no frames; changes are applied this often then. */
const HIDDEN_FRAME_MS = 1000

/** The console's one store of devices. `loadTree` starts it. */
export const deviceStore = createDeviceStore({
  fetchPage: async (query) => (await request(deviceTree, { query })).list,
  fetchChannels: async (sn) => {
    const list: Channel[] = []
    for (let currentPage = 1; ; currentPage++) {
      const query = { sn, currentPage, pageSize: LIMITS.channelPageSize }
      const page = await request(channelList, { query })
      list.push(...page.list)
      if (rowsSent(page.list) < LIMITS.channelPageSize) return list
    }
  },
  loadFavourites: async () => {
    try {
      await loadFavourites()
    } catch (error) {
      // The tree is of use without favourites.
      noteProblem('favourites', String(error))
    }
  },
  nextFrame: (run) => {
    if (document.visibilityState === 'visible') requestAnimationFrame(run)
    else setTimeout(run, HIDDEN_FRAME_MS)
  },
  platformNow,
  hostNow: () => performance.now(),
  onProblem: (error) => noteProblem('device tree', String(error)),
})

/** Who looks at which devices: their positions follow (rows of a tree, popups). */
export const positionWatch = createPositionWatch({
  subscribe: (sns) =>
    channel.subscribe({ id: 'tree-positions', topics: ['gps'], scope: { kind: 'devices', sns } }),
  hasPosition: (sn) => ((deviceStore.device(sn)?.ability ?? 0) & ABILITY_BITS.gps) !== 0,
  later: (run, ms) => setTimeout(run, ms),
})

let stopListening: (() => void) | undefined

/** Loads the tree once and keeps it up to date from the channel. Safe to call from every screen. */
export function loadTree(): Promise<void> {
  stopListening ??= listen()
  return deviceStore.load()
}

/** Forgets the tree and stops listening (sign-out). */
export function forgetTree(): void {
  stopListening?.()
  stopListening = undefined
  deviceStore.clear()
}

function listen(): () => void {
  const all = { kind: 'subtree', groupId: 0 } as const
  const stops = [
    // The tree comes with its states; the channel sends changes from here on.
    channel.subscribe({ id: 'device-tree', topics: ['status'], scope: all, snapshot: 'afterCut' }),
    channel.on('status', deviceStore.receiveStatus),
    channel.on('gps', deviceStore.receiveGps),
    channel.on('channelChange', deviceStore.receiveChannels),
    channel.on('tree', deviceStore.receiveTree),
    channel.on('resync', () => void deviceStore.reload()),
    useFavourites.subscribe(({ list }) => deviceStore.setFavourites(list ?? [])),
  ]
  const timer = setInterval(deviceStore.refreshStates, REFRESH_MS)
  return () => {
    clearInterval(timer)
    for (const stop of stops) stop()
  }
}

/** Current state of a device. */
export function deviceBySn(sn: string): TreeNode | undefined {
  return deviceStore.device(sn)
}

/** A device, redrawn when it changes. */
export function useDevice(sn: string | undefined): TreeNode | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (sn === undefined) return () => undefined
      const stop = deviceStore.subscribeDevice(sn, listener)
      positionWatch.look(listener, [sn])
      return () => {
        positionWatch.leave(listener)
        stop()
      }
    },
    [sn],
  )
  return useSyncExternalStore(subscribe, () => (sn === undefined ? undefined : deviceStore.device(sn)))
}

/** The tree's index, redrawn when the tree itself changes (not with every status). */
export function useTreeIndex(): TreeIndex {
  return useSyncExternalStore(deviceStore.subscribe, deviceStore.index)
}

/** Whether the tree is there. */
export function useTreeState(): DeviceStoreState {
  return useSyncExternalStore(deviceStore.subscribe, deviceStore.state)
}

/** Devices in the tree: all, and those online. */
export function deviceCounts(): { all: number; online: number } {
  const index = deviceStore.index()
  let all = 0
  let online = 0
  for (let row = 0; row < index.length; row = index.end[row]!) {
    all += index.devices[row]!
    online += index.devicesOnline[row]!
  }
  return { all, online }
}
