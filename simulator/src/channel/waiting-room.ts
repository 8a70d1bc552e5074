/** Sockets of which nobody knows yet whose they are; they come and go within seconds. */
const WAITING_MAX = 400

/**
 * Sockets that have not signed in. When there are too many, the longest waiting ones are cut: real clients sign in at
 * once, so a flood of silent ones keeps nobody out.
 */
export class WaitingRoom<Link extends { cut(): void }> {
  readonly #most: number
  readonly #links = new Set<Link>()

  constructor(most = WAITING_MAX) {
    this.#most = most
  }

  enter(link: Link): void {
    this.#links.add(link)
    if (this.#links.size <= this.#most) return
    const [oldest] = this.#links
    if (!oldest) return
    this.#links.delete(oldest)
    oldest.cut()
  }

  /** It has signed in, or gone. */
  leave(link: Link): void {
    this.#links.delete(link)
  }

  get size(): number {
    return this.#links.size
  }
}
