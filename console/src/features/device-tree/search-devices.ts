import { createPinyinFinder, type PinyinFinder } from './pinyin.ts'
import type { TreeIndex } from './tree-index.ts'

/** Hits that are looked at: the best of them are shown. */
const MOST_HITS = 400
const SN_SEPARATOR = '\t'

/** Rows of a tree's devices and groups whose name, serial number or pinyin has what was typed; best first. */
export function searchDevices(index: TreeIndex, typed: string, most: number): number[] {
  const query = typed.trim().toLowerCase()
  if (query === '') return []
  const { text, at } = index.searchText()
  const ranks = new Map<number, number>()
  const take = (place: number, byPinyin: boolean) => {
    const row = rowAt(at, place)
    // Favourites are shown as the devices that they are.
    if (ranks.has(row) || index.part[row] !== -1 || index.entry[row]!.favouriteId !== undefined) return
    const start = at[row]!
    const separator = text.indexOf(SN_SEPARATOR, start)
    const isInName = separator === -1 || separator >= at[row + 1]! || place < separator
    const rank = (place === start ? 0 : isInName ? 1 : 2) + (byPinyin ? 3 : 0)
    ranks.set(row, rank * 2 + (index.isDevice(row) && !index.isOnline(row) ? 1 : 0))
  }
  for (let place = text.indexOf(query); place !== -1; place = text.indexOf(query, place + query.length)) {
    take(place, false)
    if (ranks.size >= MOST_HITS) break
  }
  const pattern = pinyinOf(index).pattern(query)
  if (pattern && ranks.size < MOST_HITS) {
    for (const hit of text.matchAll(pattern)) {
      take(hit.index, true)
      if (ranks.size >= MOST_HITS) break
    }
  }
  return [...ranks]
    .sort(([one, a], [other, b]) => a - b || one - other)
    .slice(0, most)
    .map(([row]) => row)
}

/** The row whose text holds a place: the last one that begins at it or before. */
function rowAt(at: Int32Array, place: number): number {
  let [low, high] = [0, at.length - 1]
  while (low < high - 1) {
    const middle = (low + high) >> 1
    if (at[middle]! <= place) low = middle
    else high = middle
  }
  return low
}

/** Names of the groups over a row, outermost first. */
export function pathOf(index: TreeIndex, row: number): string[] {
  const names: string[] = []
  for (let above = index.parent[row]!; above >= 0; above = index.parent[above]!)
    names.unshift(index.name(above))
  return names
}

/** The pinyin of a tree's names, made when it is first searched. */
const finders = new WeakMap<TreeIndex, PinyinFinder>()

function pinyinOf(index: TreeIndex): PinyinFinder {
  const finder = finders.get(index) ?? createPinyinFinder(index.searchText().text)
  finders.set(index, finder)
  return finder
}
