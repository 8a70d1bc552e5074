import type { Channel } from '@backlot/contract/devices/entities'
import { passesAbility } from './ability-filter.ts'
import type { TreeEntry } from './tree-entry.ts'
import type { TreeIndex } from './tree-index.ts'

/** Tabs of the tree: -1 all, 1 online, 0 offline (stated). */
export type StatusFilter = -1 | 0 | 1

/** Which rows a tree offers at all. `channel` is set on channel rows. */
export type NodeFilter = (node: TreeEntry, nodeType: number, channel: Channel | undefined) => boolean

type TreeModelOptions = {
  /** Mandatory: without it an error is raised (stated). */
  filter: NodeFilter
  /** Name of the key field; operations by key raise an error without it (stated). */
  treeKey?: '_id'
  /** False: groups without an offered device are left out, and the others count offered devices only. */
  emptyGroups?: boolean
}

/** A tree with more top groups than this begins closed. */
const TOP_EXPANDED_MOST = 4

type TreeCounts = { all: number; online: number; offline: number }

/**
 * One view of a tree: search, filters and expansion, and from them the flat list of visible rows. Rows are numbers of
 * the index; nothing here makes an object per row, so that a keystroke over 100,000 nodes costs some milliseconds.
 *
 * Search keeps matches by name or serial number, everything below a matching group or device, and the way up to it.
 * Status and ability filters judge devices; groups without a device that passes fall away.
 */
export class TreeModel {
  index: TreeIndex
  /** Grows with every change of the visible list. */
  version = 0
  readonly #filter: NodeFilter
  readonly #treeKey: string | undefined
  #query = ''
  #status: StatusFilter = -1
  #ability = 0
  #offered: Uint8Array
  #hit: Uint8Array
  #show: Uint8Array
  #expanded: Uint8Array
  /** Expansion while a search is on: it begins as a copy and is thrown away with the search. */
  #searchExpanded: Uint8Array | undefined
  /** The search has opened its matches; later ones are opened as they come. */
  #matchesOpened = false
  #rows: Int32Array
  #rowCount = 0
  #counts: TreeCounts = { all: 0, online: 0, offline: 0 }
  #stale: 'nothing' | 'rows' | 'filter' = 'filter'
  #onlineVersion = -1
  /** Offered devices at or below a row, and those online; undefined when groups count every device. */
  #below: { all: Int32Array; online: Int32Array } | undefined
  readonly #emptyGroups: boolean

  constructor(index: TreeIndex, options: TreeModelOptions) {
    if (typeof options.filter !== 'function') throw new Error('device tree: a filter callback is mandatory')
    this.#filter = options.filter
    this.#treeKey = options.treeKey
    this.#emptyGroups = options.emptyGroups ?? true
    this.index = index
    this.#offered = this.#offer()
    this.#hit = new Uint8Array(index.length)
    this.#show = new Uint8Array(index.length)
    this.#rows = new Int32Array(index.length)
    this.#expanded = new Uint8Array(index.length)
  }

  /** Shows another index (after a reload); expanded rows stay expanded, by key. */
  bind(index: TreeIndex): void {
    if (index === this.index) return
    const before = this.index
    const carry = (from: Uint8Array): Uint8Array => {
      const to = new Uint8Array(index.length)
      for (let row = 0; row < from.length; row++) {
        const next = from[row] ? index.rowOfKey(before.key(row)) : undefined
        if (next !== undefined) to[next] = 1
      }
      return to
    }
    this.#expanded = carry(this.#expanded)
    this.#searchExpanded = this.#searchExpanded && carry(this.#searchExpanded)
    this.index = index
    this.#offered = this.#offer()
    this.#hit = new Uint8Array(index.length)
    this.#show = new Uint8Array(index.length)
    this.#rows = new Int32Array(index.length)
    this.#touch('filter')
    if (this.#matchesOpened) this.#openMatches(before)
  }

  get query(): string {
    return this.#query
  }

  /** Searches by part of a name or serial number, without regard to case. */
  setQuery(text: string): void {
    const query = text.trim().toLowerCase()
    if (query === this.#query) return
    this.#query = query
    this.#matchesOpened = false
    if (query === '') this.#searchExpanded = undefined
    else this.#searchExpanded ??= this.#expanded.slice()
    this.#touch('filter')
  }

  /** Opens the way to every match of the search (500 ms after the last key, stated). */
  expandMatches(): void {
    this.#matchesOpened = true
    this.#openMatches(undefined)
  }

  /** Opens the way to matches, only to those that `before` did not have when it is given. */
  #openMatches(before: TreeIndex | undefined): void {
    if (this.#query === '') return
    this.#refresh()
    const { parent } = this.index
    const expanded = this.#open()
    for (let row = 0; row < this.#hit.length; row++) {
      if (!this.#hit[row] || !this.#show[row]) continue
      // A device that matches is found: its channels need no opening.
      const above = parent[row]!
      if (above >= 0 && this.#hit[above] && this.index.isDevice(above)) continue
      if (before?.rowOfKey(this.index.key(row)) !== undefined) continue
      for (let up = parent[row]!; up >= 0 && !expanded[up]; up = parent[up]!) expanded[up] = 1
    }
    this.#touch('rows')
  }

  get status(): StatusFilter {
    return this.#status
  }

  setStatus(status: StatusFilter): void {
    if (status === this.#status) return
    this.#status = status
    this.#touch('filter')
  }

  get ability(): number {
    return this.#ability
  }

  /** Keeps devices that have one of these abilities (ABILITY_FILTERS); 0 keeps all. */
  setAbility(bits: number): void {
    if (bits === this.#ability) return
    this.#ability = bits
    this.#touch('filter')
  }

  /** Devices by state that pass search and ability, whatever the tab. */
  counts(): TreeCounts {
    this.#refresh()
    return this.#counts
  }

  /** Devices at or below a row, and those online. */
  devicesBelow(row: number): { all: number; online: number } {
    this.#refresh()
    const { devices, devicesOnline } = this.index
    return {
      all: (this.#below?.all ?? devices)[row]!,
      online: (this.#below?.online ?? devicesOnline)[row]!,
    }
  }

  /** Visible rows from top to bottom. The array is reused: read it, do not keep it. */
  rows(): Int32Array {
    this.#refresh()
    return this.#rows.subarray(0, this.#rowCount)
  }

  isShown(row: number): boolean {
    this.#refresh()
    return this.#show[row] === 1
  }

  isExpanded(row: number): boolean {
    return this.#open()[row] === 1
  }

  /** Whether a row has anything below it that the filters leave. */
  isExpandable(row: number): boolean {
    this.#refresh()
    const end = this.index.end[row]!
    for (let child = row + 1; child < end; child = this.index.end[child]!) if (this.#show[child]) return true
    return false
  }

  setExpanded(row: number, expanded: boolean): void {
    const open = this.#open()
    if ((open[row] === 1) === expanded) return
    open[row] = expanded ? 1 : 0
    this.#touch('rows')
  }

  /** Place of a row in the visible list, or -1. */
  positionOf(row: number): number {
    const rows = this.rows()
    let low = 0
    let high = rows.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      if (rows[middle] === row) return middle
      if (rows[middle]! < row) low = middle + 1
      else high = middle - 1
    }
    return -1
  }

  /** Row of a key. Raises an error when the tree was made without a key. */
  rowOfKey(key: string): number | undefined {
    if (!this.#treeKey) throw new Error('device tree: a tree key is required for operations by key')
    return this.index.rowOfKey(key)
  }

  /** Opens the way to a key and answers its place in the visible list, or -1 when the filters hide it. */
  reveal(key: string): number {
    const row = this.rowOfKey(key)
    if (row === undefined) return -1
    for (let up = this.index.parent[row]!; up >= 0; up = this.index.parent[up]!) this.setExpanded(up, true)
    return this.positionOf(row)
  }

  /** Opens the top level when it is a handful of groups. */
  expandTop(): void {
    const tops: number[] = []
    for (let row = 0; row < this.index.length; row = this.index.end[row]!) tops.push(row)
    if (tops.length > TOP_EXPANDED_MOST) return
    for (const row of tops) if (this.index.devices[row]! > 0) this.setExpanded(row, true)
  }

  /** Takes note of devices that went online or offline; true when the visible list or the counts may differ. */
  noticeStates(): boolean {
    if (this.#onlineVersion === this.index.onlineVersion) return false
    this.#touch('filter')
    return true
  }

  #open(): Uint8Array {
    return this.#searchExpanded ?? this.#expanded
  }

  #touch(what: 'rows' | 'filter'): void {
    if (this.#stale !== 'filter') this.#stale = what
    this.version++
  }

  #offer(): Uint8Array {
    const { index } = this
    const offered = new Uint8Array(index.length)
    for (let row = 0; row < index.length; row++) {
      offered[row] = this.#filter(index.entry[row]!, index.nodeType(row), index.channel(row)) ? 1 : 0
    }
    return offered
  }

  #refresh(): void {
    if (this.#stale === 'nothing') return
    if (this.#stale === 'filter') {
      this.#search()
      this.#judge()
      this.#onlineVersion = this.index.onlineVersion
    }
    this.#list()
    this.#stale = 'nothing'
  }

  /** Marks the rows whose own text has the query in it. */
  #search(): void {
    this.#hit.fill(0)
    if (this.#query === '') return
    const { text, at: textAt } = this.index.searchText()
    let row = 0
    for (let at = text.indexOf(this.#query); at >= 0; at = text.indexOf(this.#query, textAt[row]!)) {
      while (textAt[row + 1]! <= at) row++
      this.#hit[row] = 1
      row++
      if (row >= this.index.length) break
    }
  }

  #judge(): void {
    const { index } = this
    const { parent, part, end } = index
    const show = this.#show
    const offered = this.#offered
    const searching = this.#query !== ''
    const judging = this.#status !== -1 || this.#ability !== 0
    /** 1 below a match or without a search: everything here fits the text. */
    const fits = new Uint8Array(index.length)
    let all = 0
    let online = 0
    this.#below = this.#emptyGroups ? undefined : this.#countOffered()
    show.fill(0)
    for (let row = 0; row < index.length; row++) {
      const above = parent[row]!
      const fit = !searching || this.#hit[row] === 1 || (above >= 0 && fits[above] === 1) ? 1 : 0
      fits[row] = fit
      if (!offered[row]) continue
      if (part[row] !== -1) {
        // Shown with its device, which was judged just before.
        if (show[above] && fit) show[row] = 1
      } else if (index.isDevice(row)) {
        let found = fit === 1
        for (let child = row + 1; !found && child < end[row]! && part[child] !== -1; child++) {
          found = this.#hit[child] === 1 && offered[child] === 1
        }
        if (!found || !passesAbility(index.entry[row]!, this.#ability)) continue
        const up = index.isOnline(row)
        all++
        if (up) online++
        if (this.#status === -1 || (this.#status === 1) === up) show[row] = 1
      } else if (index.nodeType(row) === 1) {
        if (fit && !judging && this.#below?.all[row] !== 0) show[row] = 1
      } else if (fit && (this.#status === -1 || (this.#status === 1) === index.isOnline(row))) {
        const device = above >= 0 && index.isDevice(above)
        if (!device || show[above]) show[row] = 1
      }
    }
    for (let row = index.length - 1; row >= 0; row--) {
      const above = parent[row]!
      if (show[row] && above >= 0 && offered[above]) show[above] = 1
    }
    this.#counts = { all, online, offline: all - online }
  }

  #countOffered(): { all: Int32Array; online: Int32Array } {
    const { index } = this
    const all = new Int32Array(index.length)
    const online = new Int32Array(index.length)
    for (let row = index.length - 1; row >= 0; row--) {
      if (index.isDevice(row) && this.#offered[row]) {
        all[row]!++
        if (index.isOnline(row)) online[row]!++
      }
      const above = index.parent[row]!
      if (above < 0) continue
      all[above]! += all[row]!
      online[above]! += online[row]!
    }
    return { all, online }
  }

  #list(): void {
    const { end } = this.index
    const open = this.#open()
    const show = this.#show
    let count = 0
    for (let row = 0; row < show.length; ) {
      if (!show[row]) {
        row = end[row]!
        continue
      }
      this.#rows[count++] = row
      row = open[row] ? row + 1 : end[row]!
    }
    this.#rowCount = count
  }
}
