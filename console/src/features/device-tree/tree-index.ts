import { NODE_TYPES } from '@backlot/contract/devices/constants'
import { type Channel, isDeviceOnline, type SenseEntry } from '@backlot/contract/devices/entities'
import { NODE_STATES, type NodeState, nodeState } from './node-state.ts'
import { preorder } from './preorder.ts'
import {
  FIRST_SENSE_PART,
  isChannelOnline,
  isDeviceType,
  isSenseType,
  senseOf,
  type TreeEntry,
} from './tree-entry.ts'

const ONLINE = 1
const DEVICE = 2
const STATE_SHIFT = 2

/** Up to this many keys are searched row by row: a map of a hundred thousand costs as much as fifty of these. */
const LOOKUPS_WITHOUT_MAP = 32

/** Row r's text begins at `at[r]`; a line break ends it. */
type SearchText = { text: string; at: Int32Array }

/**
 * The whole tree in preorder, by column: row r's subtree is r … end[r] - 1. Channels and function entries of a device
 * are rows too, without objects of their own: `entry` is their device, `part` is the number of the channel (0, 1, …),
 * controller or monitoring point (from FIRST_SENSE_PART on) or function (minus its node type) they are. Shared by every
 * view; status changes are written in place and counted in `version`.
 */
export class TreeIndex {
  readonly length: number
  readonly entry: TreeEntry[]
  readonly part: Int16Array
  readonly parent: Int32Array
  readonly end: Int32Array
  readonly depth: Uint8Array
  /** Devices and devices online at or below a row. */
  readonly devices: Int32Array
  readonly devicesOnline: Int32Array
  /** Grows when a row looks different; positions alone do not count. */
  version = 0
  /** Grows when a device went online or offline. */
  onlineVersion = 0
  readonly #flags: Uint8Array
  #changed = false
  #searchText: SearchText | undefined
  /** Rows of devices by serial number; made on first use, which is after the first paint. */
  #deviceRow: Map<string, number> | undefined
  /** Favourites by the serial number that they point at. */
  readonly #favouriteRows = new Map<string, number[]>()
  #entryRow: Map<string, number> | undefined
  #lookups = 0

  /** `nodes` in any order (siblings keep theirs); `nowMs` is platform time. */
  constructor(nodes: readonly TreeEntry[], nowMs: number) {
    const rows = preorder(nodes)
    this.length = rows.length
    this.entry = rows.entry
    this.part = rows.part
    this.parent = rows.parent
    this.end = rows.end
    this.depth = rows.depth
    this.#flags = new Uint8Array(this.length)
    this.devices = new Int32Array(this.length)
    this.devicesOnline = new Int32Array(this.length)
    for (let row = 0; row < this.length; row++) {
      if (this.part[row] !== -1) continue
      const entry = this.entry[row]!
      if (isDeviceType(entry.nodeType)) this.#writeDevice(row, nowMs)
      // Platforms may send controllers and points as nodes of their own.
      else if (isSenseType(entry.nodeType)) this.#writePlain(row, entry.onlineStatus !== 0)
      else if (entry.favouriteId !== undefined && entry.sn) {
        const list = this.#favouriteRows.get(entry.sn)
        if (list) list.push(row)
        else this.#favouriteRows.set(entry.sn, [row])
      }
    }
    // Children come after their parents: backwards, each row is complete when it is added to the one above.
    for (let row = this.length - 1; row >= 0; row--) {
      if (this.isDevice(row)) {
        this.devices[row]! += 1
        this.devicesOnline[row]! += this.isOnline(row) ? 1 : 0
      }
      const above = this.parent[row]!
      if (above < 0) continue
      this.devices[above]! += this.devices[row]!
      this.devicesOnline[above]! += this.devicesOnline[row]!
    }
    for (const list of this.#favouriteRows.values()) for (const row of list) this.#writeFavourite(row)
  }

  isDevice(row: number): boolean {
    return (this.#flags[row]! & DEVICE) !== 0
  }

  isOnline(row: number): boolean {
    return (this.#flags[row]! & ONLINE) !== 0
  }

  state(row: number): NodeState {
    return NODE_STATES[this.#flags[row]! >> STATE_SHIFT]!
  }

  /** All flags of a row in one number: changes exactly when the row looks different. */
  look(row: number): number {
    return this.#flags[row]!
  }

  nodeType(row: number): number {
    const part = this.part[row]!
    if (part === -1) return this.entry[row]!.nodeType
    if (part < 0) return -part
    return this.sense(row)?.nodeType ?? NODE_TYPES.channel
  }

  /** The controller or monitoring point of a row. */
  sense(row: number): SenseEntry | undefined {
    return senseOf(this.entry[row]!, this.part[row]!)
  }

  /** The channel of a row: of its device, or the one of a favourite. */
  channel(row: number): Channel | undefined {
    const entry = this.entry[row]!
    const part = this.part[row]!
    if (part >= 0) return entry.chnList?.[part]
    if (part !== -1 || entry.favouriteId === undefined) return undefined
    return this.device(entry.sn)?.chnList?.find((channel) => channel.chnId === entry.chnId)
  }

  /** Name of a row; empty for the favourites folder and for function entries, which the screen names. */
  name(row: number): string {
    const part = this.part[row]!
    if (part === -1) return this.entry[row]!.name
    if (part >= FIRST_SENSE_PART) return this.sense(row)?.name ?? ''
    return part >= 0 ? (this.entry[row]!.chnList?.[part]?.name ?? '') : ''
  }

  key(row: number): string {
    const entry = this.entry[row]!
    const part = this.part[row]!
    if (part === -1) return entry._id
    const sense = this.sense(row)
    if (sense) return `${entry._id}/s${sense.nodeType}.${sense.id}`
    return part >= 0 ? `${entry._id}/c${entry.chnList?.[part]?.chnId ?? part}` : `${entry._id}/f${-part}`
  }

  rowOfKey(key: string): number | undefined {
    const entryRow = this.#rowOfEntry(key)
    if (entryRow !== undefined) return entryRow
    const cut = key.lastIndexOf('/')
    const device = cut === -1 ? undefined : this.#rowOfEntry(key.slice(0, cut))
    if (device === undefined) return undefined
    for (let row = device + 1; row < this.end[device]!; row++) if (this.key(row) === key) return row
    return undefined
  }

  #rowOfEntry(id: string): number | undefined {
    if (this.#entryRow) return this.#entryRow.get(id)
    if (this.#lookups++ < LOOKUPS_WITHOUT_MAP) {
      for (let row = 0; row < this.length; row++) {
        if (this.part[row] === -1 && this.entry[row]!._id === id) return row
      }
      return undefined
    }
    this.#entryRow = new Map()
    for (let row = this.length - 1; row >= 0; row--) {
      if (this.part[row] === -1) this.#entryRow.set(this.entry[row]!._id, row)
    }
    return this.#entryRow.get(id)
  }

  rowOfDevice(sn: string): number | undefined {
    return this.#rowsBySn().get(sn)
  }

  device(sn: string | undefined): TreeEntry | undefined {
    const row = sn === undefined ? undefined : this.#rowsBySn().get(sn)
    return row === undefined ? undefined : this.entry[row]
  }

  /** The top node that a row lies under (itself when it is one). */
  topOf(row: number): number {
    let top = row
    while (this.parent[top]! >= 0) top = this.parent[top]!
    return top
  }

  /** Lower-case text of all rows, made when it is first searched. */
  searchText(): SearchText {
    if (this.#searchText) return this.#searchText
    const lines: string[] = new Array(this.length)
    for (let row = 0; row < this.length; row++) lines[row] = this.#lineOf(row)
    let text = lines.join('\n').toLowerCase()
    const at = new Int32Array(this.length + 1)
    // A few letters grow when they are made small: then each line is measured by itself.
    const grew = text.length !== lines.reduce((sum, line) => sum + line.length + 1, -1)
    if (grew) text = lines.map((line) => line.toLowerCase()).join('\n')
    for (let row = 0; row < this.length; row++) {
      at[row + 1] = at[row]! + (grew ? lines[row]!.toLowerCase() : lines[row]!).length + 1
    }
    this.#searchText = { text, at }
    return this.#searchText
  }

  /** Rows of every device, in tree order. */
  *deviceRows(): Generator<number> {
    for (let row = 0; row < this.length; row++) if (this.isDevice(row)) yield row
  }

  /** Replaces the data of a device. Its channels must be the same ones; otherwise build a new index. */
  setDevice(node: TreeEntry, nowMs: number): void {
    const row = node.sn === undefined ? undefined : this.#rowsBySn().get(node.sn)
    if (row === undefined) return
    const wasOnline = this.isOnline(row)
    this.#changed = false
    for (let child = row; child < this.end[row]!; child++) {
      if (child === row || (this.part[child] !== -1 && this.parent[child] === row)) this.entry[child] = node
    }
    this.#writeDevice(row, nowMs)
    for (const favourite of this.#favouriteRows.get(node.sn!) ?? []) this.#writeFavourite(favourite)
    const isOnline = this.isOnline(row)
    if (isOnline !== wasOnline) {
      this.#countOnline(row, isOnline ? 1 : -1)
      this.onlineVersion++
    }
    if (this.#changed) this.version++
  }

  /** States that time alone changes: positions that grew stale. */
  refreshStates(nowMs: number): void {
    this.#changed = false
    for (const row of this.#rowsBySn().values()) this.#writeDevice(row, nowMs)
    for (const list of this.#favouriteRows.values()) for (const row of list) this.#writeFavourite(row)
    if (this.#changed) this.version++
  }

  /** Of several rows with one serial number the first counts. */
  #rowsBySn(): Map<string, number> {
    if (this.#deviceRow) return this.#deviceRow
    const rows = new Map<string, number>()
    for (const row of this.deviceRows()) {
      const { sn } = this.entry[row]!
      if (sn && !rows.has(sn)) rows.set(sn, row)
    }
    this.#deviceRow = rows
    return rows
  }

  #writeDevice(row: number, nowMs: number): void {
    const node = this.entry[row]!
    const online = isDeviceOnline(node)
    const state = NODE_STATES.indexOf(nodeState(node, nowMs))
    this.#write(row, DEVICE | (online ? ONLINE : 0) | (state << STATE_SHIFT))
    for (let child = row + 1; child < this.end[row]!; child++) {
      if (this.part[child] === -1) break
      const part = this.part[child]!
      const chnId = senseOf(node, part)?.chnId
      const channel =
        chnId === undefined ? node.chnList?.[part] : node.chnList?.find((each) => each.chnId === chnId)
      const up = part >= 0 ? isChannelOnline(channel, online) : online
      this.#writePlain(child, up)
    }
  }

  #writeFavourite(row: number): void {
    const above = this.rowOfDevice(this.entry[row]!.sn ?? '')
    const device = above === undefined ? undefined : this.entry[above]
    const online = device !== undefined && isChannelOnline(this.channel(row), isDeviceOnline(device))
    // Alarm and position are the device's, the online state is the channel's.
    const state = above === undefined ? 'offline' : this.state(above)
    const own = state === 'online' || state === 'offline' ? (online ? 'online' : 'offline') : state
    this.#write(row, (online ? ONLINE : 0) | (NODE_STATES.indexOf(own) << STATE_SHIFT))
  }

  #writePlain(row: number, online: boolean): void {
    this.#write(row, online ? ONLINE | (NODE_STATES.indexOf('online') << STATE_SHIFT) : 0)
  }

  #write(row: number, flags: number): void {
    if (this.#flags[row] === flags) return
    this.#flags[row] = flags
    this.#changed = true
  }

  /** Adds to the count of devices online, at a row and all above it. */
  #countOnline(row: number, by: 1 | -1): void {
    for (let up = row; up >= 0; up = this.parent[up]!) this.devicesOnline[up]! += by
  }

  /** Text that a search looks at: own name and number; nothing for function entries, which the screen names. */
  #lineOf(row: number): string {
    const part = this.part[row]!
    if (part >= FIRST_SENSE_PART) return `${this.name(row)}\t${this.sense(row)?.number ?? ''}`
    if (part >= 0) return this.name(row)
    if (part !== -1) return ''
    const { name, sn, favouriteId } = this.entry[row]!
    return sn === undefined || favouriteId !== undefined ? name : `${name}\t${sn}`
  }
}
