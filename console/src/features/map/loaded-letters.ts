import { noteProblem } from '../../platform/diagnostics.ts'
import { MARKER_FONT } from './marker-font.ts'

/** Most distinct letters held before the record restarts. */
const MOST = 20_000

/**
 * Which letters of the marker font the page has loaded. Chinese comes in subsets by range, and a letter that is drawn
 * before its subset came would stay a box in the atlas of texts.
 */
export class LoadedLetters {
  readonly #known = new Set<string>()
  readonly #asked = new Set<string>()
  readonly #onLoaded: () => void

  constructor(onLoaded: () => void) {
    this.#onLoaded = onLoaded
  }

  /** The text when all its letters can be drawn; otherwise undefined, and the letters are loaded. */
  ready(text: string): string | undefined {
    const missing = [...text].filter((letter) => !this.#known.has(letter))
    if (missing.length === 0) return text
    const news = missing.filter((letter) => !this.#asked.has(letter))
    if (news.length > 0) void this.#load(news)
    return undefined
  }

  async #load(letters: string[]): Promise<void> {
    if (this.#asked.size > MOST) this.#asked.clear()
    for (const letter of letters) this.#asked.add(letter)
    try {
      await document.fonts.load(`600 48px ${MARKER_FONT}`, letters.join(''))
    } catch (error) {
      // The system's font draws them then.
      noteProblem('map', `marker font: ${String(error)}`)
    }
    for (const letter of letters) this.#known.add(letter)
    this.#onLoaded()
  }
}
