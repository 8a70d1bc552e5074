/** Content of one message to a listener: everything is counted, the first of each kind are kept. */
export class Sample<Kind extends string, Item> {
  readonly #most: number
  #list: Item[] = []
  readonly #seen = new Map<Kind, number>()

  /** `most`: of each kind, until it is taken. */
  constructor(most: number) {
    this.#most = most
  }

  /** Counts one; makes it only when there is room. */
  offer(kind: Kind, make: () => Item): void {
    const seen = this.#seen.get(kind) ?? 0
    this.#seen.set(kind, seen + 1)
    if (seen < this.#most) this.#list.push(make())
  }

  /** Counts many at once: of a flood only the first are looked at. */
  offerAll<Given>(kind: Kind, given: readonly Given[], make: (one: Given) => Item): void {
    const seen = this.#seen.get(kind) ?? 0
    this.#seen.set(kind, seen + given.length)
    const room = Math.max(0, this.#most - seen)
    for (let i = 0; i < given.length && i < room; i++) this.#list.push(make(given[i]!))
  }

  /** Everything since the last time; undefined when there was nothing. */
  take(): { list: Item[]; seen: Partial<Record<Kind, number>>; left: number } | undefined {
    if (this.#seen.size === 0) return undefined
    const seen = Object.fromEntries(this.#seen) as Partial<Record<Kind, number>>
    let all = 0
    for (const count of this.#seen.values()) all += count
    const list = this.#list
    this.#list = []
    this.#seen.clear()
    return { list, seen, left: all - list.length }
  }
}
