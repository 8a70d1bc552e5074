/** The moment of a device's track that the pointer shows, on the map or in the chart. */
type Hovered = { sn: string; atMs: number } | undefined

/** Joins map and chart past React: the pointer moves more often than a screen is drawn. */
export class HoverMoment {
  readonly #listeners = new Set<(hovered: Hovered) => void>()
  #hovered: Hovered

  readonly subscribe = (listener: (hovered: Hovered) => void): (() => void) => {
    this.#listeners.add(listener)
    listener(this.#hovered)
    return () => this.#listeners.delete(listener)
  }

  set(hovered: Hovered): void {
    if (hovered?.sn === this.#hovered?.sn && hovered?.atMs === this.#hovered?.atMs) return
    this.#hovered = hovered
    for (const listener of this.#listeners) listener(hovered)
  }
}
