/** Sockets that have said nothing yet; real clients sign in at once. */
const WAITING_MAX = 400

/**
 * Sockets that have yet to say who they are. When there are too many, the longest waiting ones are cut: a flood of silent
 * ones keeps nobody out.
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

  /** It has said something, or gone. */
  leave(link: Link): void {
    this.#links.delete(link)
  }

  get size(): number {
    return this.#links.size
  }
}
