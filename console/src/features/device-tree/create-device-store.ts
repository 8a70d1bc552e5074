import type { ChannelMessage } from '@backlot/contract/channel/frames'
import type { Channel, TreeNode } from '@backlot/contract/devices/entities'
import { gpsFields, type LiveFields, mergedFields, statusFields, withFields } from './live-fields.ts'
import { favouriteEntries, type TreeEntry } from './tree-entry.ts'
import { TreeIndex } from './tree-index.ts'
import { type FetchTreePage, loadBelowEach, loadTopLevel } from './tree-loader.ts'

export type DeviceStoreState = 'idle' | 'loading' | 'ready' | 'failed'
type FavouriteList = Parameters<typeof favouriteEntries>[0]
type Message<T extends ChannelMessage['type']> = Extract<ChannelMessage, { type: T }>

/** Surroundings that the store needs; tests pass their own. */
export type DeviceStoreEnvironment = {
  fetchPage: FetchTreePage
  fetchChannels(sn: string): Promise<Channel[]>
  loadFavourites(): Promise<void>
  /** Runs once, with the next drawing of the page. */
  nextFrame(run: () => void): void
  platformNow(): number
  hostNow(): number
  /** A load that failed in the background. */
  onProblem(error: unknown): void
}

/** While the tree loads it is redrawn at most this often. */
const REDRAW_MS = 400
/** A position that is ahead of the present by more is of a clock that is wrong. */
const CLOCKS_DIFFER_MS = 10_000

/**
 * Devices and their tree: loaded in pages, kept up to date from the channel. Messages within one frame are merged by
 * device and announced once. A tree notice reloads the top nodes that it names, and channel messages since the request
 * take precedence over the answer.
 */
export function createDeviceStore(environment: DeviceStoreEnvironment) {
  let state: DeviceStoreState = 'idle'
  let index = new TreeIndex([], environment.platformNow())
  /** Top nodes in order, each with everything below it. */
  let branches: { top: TreeNode; below: TreeNode[] }[] = []
  let favourites: FavouriteList = []
  let error: unknown
  let builtAt = Number.NEGATIVE_INFINITY
  /** Counts messages, so that an answer older than a message is known as such. */
  let sequence = 0
  const live = new Map<string, { fields: LiveFields; sequence: number }>()
  const pending = new Map<string, LiveFields>()
  let framePending = false
  let loading: Promise<void> | undefined
  let wanted: 'nothing' | 'all' | Set<number> = 'nothing'
  const listeners = new Set<() => void>()
  const deviceListeners = new Map<string, Set<() => void>>()
  const changeListeners = new Set<(sns: readonly string[]) => void>()

  function tell(sns: readonly string[] | undefined): void {
    for (const listener of listeners) listener()
    if (sns === undefined) for (const set of deviceListeners.values()) for (const listener of set) listener()
    else for (const sn of sns) for (const listener of deviceListeners.get(sn) ?? []) listener()
    const changed = sns ?? [...index.deviceRows()].map((row) => index.entry[row]!.sn ?? '')
    for (const listener of changeListeners) listener(changed)
  }

  function rebuild(): void {
    const nodes: TreeEntry[] = favouriteEntries(favourites)
    for (const { top, below } of branches) {
      nodes.push(withLive(top))
      for (const node of below) nodes.push(withLive(node))
    }
    index = new TreeIndex(nodes, environment.platformNow())
    builtAt = environment.hostNow()
    tell(undefined)
  }

  /** A row of the platform, with later fields from the channel. */
  function withLive(row: TreeNode): TreeNode {
    const known = row.sn === undefined ? undefined : live.get(row.sn)
    return known ? withFields(row, known.fields) : row
  }

  /** Drops channel fields from before these rows were requested: the rows are newer. */
  function outdate(rows: TreeNode[], askedAt: number): TreeNode[] {
    for (const { sn } of rows) {
      if (sn !== undefined && (live.get(sn)?.sequence ?? 0) <= askedAt) live.delete(sn)
    }
    return rows
  }

  async function loadAll(): Promise<void> {
    const askedAt = sequence
    const tops = outdate(await loadTopLevel(environment.fetchPage), askedAt)
    const before = new Map(branches.map((branch) => [branch.top._id, branch.below]))
    branches = tops.map((top) => ({ top, below: before.get(top._id) ?? [] }))
    const first = before.size === 0
    if (first) rebuild()
    const byKey = new Map(branches.map((branch) => [branch.top._id, branch]))
    await loadBelowEach(environment.fetchPage, tops, (top, below) => {
      byKey.get(top._id)!.below = outdate(below, askedAt)
      if (first && environment.hostNow() - builtAt > REDRAW_MS) rebuild()
    })
  }

  async function loadTops(topKeys: ReadonlySet<number>): Promise<void> {
    const askedAt = sequence
    const chosen = branches.filter((branch) => topKeys.has(branch.top.id))
    await loadBelowEach(
      environment.fetchPage,
      chosen.map((branch) => branch.top),
      (top, below) => {
        const branch = chosen.find((candidate) => candidate.top === top)
        if (branch) branch.below = outdate(below, askedAt)
      },
    )
  }

  async function run(): Promise<void> {
    while (wanted !== 'nothing') {
      const now = wanted
      wanted = 'nothing'
      try {
        if (now === 'all') {
          await loadAll()
          await environment.loadFavourites()
        } else await loadTops(now)
        error = undefined
        state = 'ready'
      } catch (problem) {
        error = problem
        state = state === 'ready' ? 'ready' : 'failed'
        environment.onProblem(problem)
      }
      rebuild()
    }
  }

  function load(what: 'all' | Set<number>): Promise<void> {
    if (what === 'all' || wanted === 'all') wanted = 'all'
    else wanted = new Set([...(wanted === 'nothing' ? [] : wanted), ...what])
    if (state === 'idle' || state === 'failed') {
      state = 'loading'
      tell([])
    }
    loading ??= run().finally(() => {
      loading = undefined
    })
    return loading
  }

  function patch(sn: string, fields: LiveFields): void {
    sequence++
    pending.set(sn, mergedFields(pending.get(sn), fields))
    live.set(sn, { fields: mergedFields(live.get(sn)?.fields, fields), sequence })
    if (framePending) return
    framePending = true
    environment.nextFrame(flush)
  }

  function flush(): void {
    framePending = false
    if (pending.size === 0) return
    const nowMs = environment.platformNow()
    const sns = [...pending.keys()]
    for (const [sn, fields] of pending) {
      const node = index.device(sn)
      if (!node) continue
      const after = withFields(node, fields)
      const known = live.get(sn)
      if (known) {
        // From here on the channels carry their states themselves.
        const { channelStates: _told, ...rest } = known.fields
        known.fields =
          after.chnList && after.chnList !== node.chnList ? { ...rest, chnList: after.chnList } : rest
      }
      index.setDevice(after, nowMs)
    }
    pending.clear()
    tell(sns)
  }

  async function reloadChannels(sn: string): Promise<void> {
    const chnList = await environment.fetchChannels(sn)
    patch(sn, { chnList })
    flush()
    rebuild()
  }

  return {
    /** Loads the tree unless it is there already. */
    load: (): Promise<void> => (state === 'ready' ? Promise.resolve() : (loading ?? load('all'))),
    reload: (): Promise<void> => load('all'),
    state: () => state,
    error: () => error,
    index: () => index,
    device: (sn: string): TreeNode | undefined => index.device(sn),
    channel: (sn: string, chnId: number): Channel | undefined =>
      index.device(sn)?.chnList?.find((channel) => channel.chnId === chnId),
    /** Reloads the channels of a device. */
    reloadChannels,
    /** Hears every change, once a frame. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Hears changes of one device. */
    subscribeDevice(sn: string, listener: () => void): () => void {
      const set = deviceListeners.get(sn) ?? new Set()
      deviceListeners.set(sn, set)
      set.add(listener)
      return () => {
        set.delete(listener)
        if (set.size === 0) deviceListeners.delete(sn)
      }
    },
    /** Hears which devices changed, once a frame; all of them after a load. */
    onChange(listener: (sns: readonly string[]) => void): () => void {
      changeListeners.add(listener)
      return () => changeListeners.delete(listener)
    },
    setFavourites(list: FavouriteList): void {
      favourites = list
      rebuild()
    },
    /** States that time alone changes. */
    refreshStates(): void {
      const before = index.version
      index.refreshStates(environment.platformNow())
      if (index.version !== before) tell([])
    },
    receiveStatus(message: Message<'status'>): void {
      for (const change of message.list) patch(change.sn, statusFields(change))
    },
    receiveGps(message: Message<'gps'>): void {
      for (const fix of message.list) {
        const fields = gpsFields(fix)
        const held = pending.get(fix.sn)?.locationTime ?? index.device(fix.sn)?.locationTime ?? 0
        // A device whose clock was ahead is at its newest reported position.
        const isAhead = held * 1000 > environment.platformNow() + CLOCKS_DIFFER_MS
        if (fields && (fix.locationTime >= held || isAhead)) patch(fix.sn, fields)
      }
    },
    receiveChannels(message: Message<'channelChange'>): void {
      const node = index.device(message.sn)
      if (message.reload || (node && !node.chnList)) {
        if (node) reloadChannels(message.sn).catch(environment.onProblem)
        return
      }
      // Before the tree is there they wait for the device, as its status does.
      const states = message.list.map(({ chnId, onlineStatus }) => [chnId, onlineStatus] as const)
      patch(message.sn, { channelStates: new Map(states) })
    },
    receiveTree(message: Message<'tree'>): void {
      const tops = new Set<number>()
      for (const parentId of message.parentIds) {
        const branch = branches.find(
          ({ top, below }) =>
            top.id === parentId || below.some((node) => node.nodeType === 1 && node.id === parentId),
        )
        if (!branch) {
          load('all').catch(environment.onProblem)
          return
        }
        tops.add(branch.top.id)
      }
      if (tops.size > 0) load(tops).catch(environment.onProblem)
    },
    /** Forgets everything (sign-out). */
    clear(): void {
      branches = []
      favourites = []
      live.clear()
      pending.clear()
      state = 'idle'
      rebuild()
    },
  }
}
