/** Request that is not in the recording. */
export type Miss = { asked: string; count: number; answeredBy: 'nobody' | 'simulator' }

export class Misses {
  readonly #list = new Map<string, Miss>()
  readonly #onFirst: (miss: Miss) => void

  constructor(onFirst: (miss: Miss) => void) {
    this.#onFirst = onFirst
  }

  add(asked: string, answeredBy: Miss['answeredBy']): void {
    const key = `${answeredBy} ${asked}`
    const known = this.#list.get(key)
    if (known) {
      known.count += 1
      return
    }
    const miss = { asked, count: 1, answeredBy }
    this.#list.set(key, miss)
    this.#onFirst(miss)
  }

  list(): Miss[] {
    return [...this.#list.values()]
  }
}
