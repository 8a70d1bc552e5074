type Still = { key: string; atMs: number; picture: HTMLCanvasElement }

/** Small pictures of recorded moments, the last ones that were looked at. */
export class PreviewCache {
  readonly #most: number
  #stills: Still[] = []

  constructor(most: number) {
    this.#most = most
  }

  add(still: Still): void {
    const others = this.#stills.filter(({ key, atMs }) => key !== still.key || atMs !== still.atMs)
    this.#stills = [...others, still].slice(-this.#most)
  }

  /** The picture of a channel that is nearest to a moment, if it is within a distance. */
  find(key: string, atMs: number, withinMs: number): HTMLCanvasElement | undefined {
    const off = (still: Still) => Math.abs(still.atMs - atMs)
    return this.#stills
      .filter((still) => still.key === key && off(still) <= withinMs)
      .sort((a, b) => off(a) - off(b))[0]?.picture
  }
}
