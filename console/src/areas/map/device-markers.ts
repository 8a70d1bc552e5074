import type { ChannelMessage } from '@backlot/contract/channel/frames'
import { CODES } from '@backlot/contract/codes'
import { positions } from '@backlot/contract/devices/calls'
import type { TreeNode } from '@backlot/contract/devices/entities'
import { deviceBySn, deviceStore, loadTree } from '../../features/device-tree/device-store.ts'
import { isDeviceType } from '../../features/device-tree/tree-entry.ts'
import { withLastPositions } from '../../features/map/last-positions.ts'
import type { MapHandle } from '../../features/map/map-handle.ts'
import {
  bitsOfNode,
  devicesOfPositions,
  devicesOfTree,
  type MarkerDevices,
} from '../../features/map/marker-device.ts'
import type { MarkerOverlay } from '../../features/map/marker-overlay.ts'
import { MOVING_BIT, withAlarmFlag } from '../../features/map/marker-state.ts'
import { channel } from '../../platform/channel.ts'
import { type CallInput, request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { PlatformReplyError } from '../../platform/platform-reply-error.ts'
import type { OpenAlarms } from './open-alarms.ts'

/** The subscription follows the map this long after it came to rest. */
const WINDOW_DELAY_MS = 250
/** Margin of the requested window beyond each edge of the view, as a share of its side. */
const WINDOW_MARGIN = 0.3
const RELOAD_DELAY_MS = 1000
/** Interval of sending platform time to the worker, by which positions grow stale. */
const CLOCK_MS = 5000

type DeviceMarkerEvents = {
  /** Devices are there; ids hold until the next time. */
  onLoaded(): void
  onFailure(error: unknown): void
}

/**
 * Feeds a map's markers: every located device at the start, then positions of the map's window and states of all
 * devices from the channel. Loads again when the tree changed or the platform restarted.
 */
export class DeviceMarkers {
  readonly #handle: MapHandle
  readonly #overlay: MarkerOverlay
  readonly #alarms: OpenAlarms
  readonly #events: DeviceMarkerEvents
  #sns: readonly string[] = []
  #ids = new Map<string, number>()
  #bits = new Uint8Array()
  #stops: (() => void)[] = []
  #leaveWindow: (() => void) | undefined
  #windowTimer: ReturnType<typeof setTimeout> | undefined
  #reloadTimer: ReturnType<typeof setTimeout> | undefined
  #stopped = false

  constructor(handle: MapHandle, overlay: MarkerOverlay, alarms: OpenAlarms, events: DeviceMarkerEvents) {
    this.#handle = handle
    this.#overlay = overlay
    this.#alarms = alarms
    this.#events = events
  }

  start(devices = askForDevices()): void {
    this.#stops = [
      channel.on('gps', (message) => this.#takeGps(message)),
      channel.on('alarm', (message) => this.#takeAlarms(message)),
      channel.on('clock', this.#tellTime),
      channel.on('tree', () => this.#reloadSoon()),
      channel.on('resync', () => this.#reloadSoon()),
      deviceStore.onChange((sns) => this.#takeStates(sns)),
    ]
    const timer = setInterval(this.#tellTime, CLOCK_MS)
    this.#stops.push(() => clearInterval(timer))
    this.#handle.map.on('moveend', this.#followWindow)
    this.#followWindow()
    this.#load(devices.take())
    loadTree().then(
      () => this.#takeStates(this.#sns),
      (error: unknown) => this.#events.onFailure(error),
    )
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#windowTimer)
    clearTimeout(this.#reloadTimer)
    this.#leaveWindow?.()
    this.#handle.map.off('moveend', this.#followWindow)
    for (const stop of this.#stops) stop()
  }

  idOf(sn: string): number | undefined {
    return this.#ids.get(sn)
  }

  /** Serial numbers of all located devices, by id. */
  sns(): readonly string[] {
    return this.#sns
  }

  snOf(id: number): string {
    return this.#sns[id] ?? ''
  }

  moves(sn: string): boolean {
    return ((this.#bits[this.#ids.get(sn) ?? -1] ?? 0) & MOVING_BIT) !== 0
  }

  #load(loading: Promise<MarkerDevices>): void {
    loading.then(
      (devices) => this.#show(devices),
      (error: unknown) => this.#events.onFailure(error),
    )
  }

  #show({ sns, columns }: MarkerDevices): void {
    if (this.#stopped) return
    this.#sns = sns
    this.#ids = new Map(sns.map((sn, id) => [sn, id]))
    this.#bits = columns.bits.slice()
    this.#overlay.load(this.#handle.provider.datum, columns, platformNow() / 1000)
    this.#takeStates(sns)
    this.#events.onLoaded()
  }

  #reloadSoon(): void {
    this.#reloadTimer ??= setTimeout(() => {
      this.#reloadTimer = undefined
      this.#load(loadDevices())
    }, RELOAD_DELAY_MS)
  }

  #takeGps({ list }: Extract<ChannelMessage, { type: 'gps' }>): void {
    for (const fix of list) {
      const id = this.#ids.get(fix.sn)
      if (id !== undefined) this.#overlay.applyFix(id, fix)
    }
  }

  #takeStates(sns: readonly string[]): void {
    for (const sn of sns) {
      const id = this.#ids.get(sn)
      const node = id === undefined ? undefined : deviceBySn(sn)
      if (id !== undefined && node) this.#setBits(id, bitsOfNode(node, this.moves(sn)))
    }
  }

  #takeAlarms({ list }: Extract<ChannelMessage, { type: 'alarm' }>): void {
    for (const alarm of list) {
      const flag = this.#alarms.take(alarm)
      const id = this.#ids.get(alarm.sn)
      if (flag !== undefined && id !== undefined) {
        this.#setBits(id, withAlarmFlag(this.#bits[id] as number, flag))
      }
    }
  }

  #setBits(id: number, bits: number): void {
    if (this.#bits[id] === bits) return
    this.#bits[id] = bits
    this.#overlay.applyStatus(id, bits)
  }

  readonly #tellTime = (): void => this.#overlay.setClock(platformNow() / 1000)

  readonly #followWindow = (): void => {
    clearTimeout(this.#windowTimer)
    this.#windowTimer = setTimeout(() => {
      this.#leaveWindow?.()
      this.#leaveWindow = channel.subscribe({
        id: 'map-window',
        topics: ['gps', 'status'],
        scope: { kind: 'window', bounds: windowOf(this.#handle) },
        snapshot: true,
      })
    }, WINDOW_DELAY_MS)
  }
}

/** The map's window with its margin, WGS-84. */
function windowOf({ map, provider }: MapHandle): [number, number, number, number] {
  const bounds = map.getBounds()
  const [west, south] = provider.fromDisplay([bounds.getWest(), bounds.getSouth()])
  const [east, north] = provider.fromDisplay([bounds.getEast(), bounds.getNorth()])
  const dx = (east - west) * WINDOW_MARGIN
  const dy = (north - south) * WINDOW_MARGIN
  return [
    Math.max(-180, west - dx),
    Math.max(-90, south - dy),
    Math.min(180, east + dx),
    Math.min(90, north + dy),
  ]
}

/** Devices requested before their map is there. */
export type AskedDevices = {
  /** Asks once more when the tree has changed meanwhile. */
  take(): Promise<MarkerDevices>
  /** Nobody takes them. */
  drop(): void
}

/** Requests every located device now; the answer, or its failure, is passed on when it is taken. */
export function askForDevices(): AskedDevices {
  let read = () => {}
  const taken = new Promise<void>((resolve) => {
    read = resolve
  })
  const dropped = new AbortController()
  const loading = loadDevices({ readAfter: taken, signal: dropped.signal })
  loading.catch(() => undefined)
  let isStale = false
  const outdate = () => {
    isStale = true
  }
  const stops = [channel.on('tree', outdate), channel.on('resync', outdate)]
  const leave = () => {
    for (const stop of stops) stop()
  }
  const drop = () => {
    leave()
    dropped.abort()
    read()
  }
  return {
    take() {
      leave()
      if (!isStale) {
        read()
        return loading
      }
      drop()
      return loadDevices()
    },
    drop,
  }
}

/** Every located device: by the positions call, or out of the tree where a platform lacks it. */
async function loadDevices(input: CallInput<typeof positions> = {}): Promise<MarkerDevices> {
  try {
    return devicesOfPositions(await request(positions, input))
  } catch (error) {
    if (!(error instanceof PlatformReplyError) || error.code !== CODES.notFound) throw error
    noteProblem('map', 'no positions call: markers come from the tree')
    await loadTree()
    return devicesOfTree(await withLastPositions(treeDevices()))
  }
}

function treeDevices(): TreeNode[] {
  const index = deviceStore.index()
  const nodes: TreeNode[] = []
  for (const row of index.deviceRows()) {
    const node = index.entry[row]
    if (node && isDeviceType(node.nodeType)) nodes.push(node)
  }
  return nodes
}
