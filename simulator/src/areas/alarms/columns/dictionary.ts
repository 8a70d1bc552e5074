/** Texts by number: each is kept once, rows carry its number. */
export class Dictionary {
  readonly #numbers = new Map<string, number>()
  readonly texts: string[] = []

  /** The number of a text, which is taken in when it is new. */
  numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#numbers.set(text, this.texts.length)
    return this.texts.push(text) - 1
  }
}
