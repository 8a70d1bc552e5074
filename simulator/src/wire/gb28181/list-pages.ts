/** Pages of catalogs and recordings: every page says the sum of all items (SumNum) and has some of them. */

export type ListPage<T> = { sumNum: number; items: T[] }

/** At least one page, also of nothing. Throws a RangeError for a size that is no whole number above zero. */
export function pagesOf<T>(items: readonly T[], pageSize: number): ListPage<T>[] {
  if (!(Number.isInteger(pageSize) && pageSize > 0)) throw new RangeError(`pages of ${pageSize}`)
  const count = Math.max(1, Math.ceil(items.length / pageSize))
  return Array.from({ length: count }, (_, page) => ({
    sumNum: items.length,
    items: items.slice(page * pageSize, (page + 1) * pageSize),
  }))
}

/**
 * Collects the pages of one answer (one SN) in any order. Items of the same key count once, the last of them stays:
 * pages come again when their acknowledgement was lost.
 */
export class PageCollector<T> {
  readonly #items = new Map<string, T>()
  readonly #keyOf: (item: T) => string
  readonly #max: number
  #sum = 0

  /** `max` limits the items that are kept; further ones are dropped. Throws a RangeError when it is below 1. */
  constructor(keyOf: (item: T) => string, max = 100_000) {
    if (!(Number.isInteger(max) && max > 0)) throw new RangeError(`at most ${max} items`)
    this.#keyOf = keyOf
    this.#max = max
  }

  /** Adds a page; true once all items that the latest page counts are there. */
  add({ sumNum, items }: ListPage<T>): boolean {
    this.#sum = sumNum
    for (const item of items) {
      const key = this.#keyOf(item)
      if (this.#items.has(key) || this.#items.size < this.#max) this.#items.set(key, item)
    }
    return this.complete
  }

  get complete(): boolean {
    return this.#items.size >= Math.min(this.#sum, this.#max)
  }

  get items(): T[] {
    return [...this.#items.values()]
  }
}
