import PinyinMatch from 'pinyin-match'

/** The longest syllable (zhuang). */
const MOST_LETTERS = 6
/** Ways to cut what was typed into syllables that are tried, longest syllables first. */
const MOST_WAYS = 48
const TYPED = /^[a-z]{1,24}$/

const [FIRST_HAN, LAST_HAN] = [0x4e00, 0x9fff]

/** Pinyin of the characters of a text. */
export type PinyinFinder = {
  /** Finds names by pinyin: whole syllables, their beginnings or first letters, in any mix. Undefined for other text. */
  pattern(typed: string): RegExp | undefined
}

/** `text`: all names that will be searched. */
export function createPinyinFinder(text: string): PinyinFinder {
  const signs = hanOf(text)
  const classes = new Map<string, string>()
  /** Characters whose pinyin begins with some letters; more letters leave fewer of them. */
  const classOf = (letters: string): string => {
    const known = classes.get(letters)
    if (known !== undefined) return known
    const among = letters.length === 1 ? signs : [...classOf(letters.slice(0, -1))]
    const found = among.filter((sign) => PinyinMatch.match(sign, letters) !== false).join('')
    classes.set(letters, found)
    return found
  }
  return {
    pattern(typed) {
      const letters = typed.toLowerCase().replace(/[\s']/g, '')
      if (!TYPED.test(letters) || signs.length === 0) return undefined
      const ways: string[] = []
      const dead = new Set<number>()
      const cut = (at: number, before: string): void => {
        if (at === letters.length) ways.push(before)
        if (at === letters.length || dead.has(at)) return
        const sum = ways.length
        for (let size = Math.min(MOST_LETTERS, letters.length - at); size > 0; size--) {
          if (ways.length >= MOST_WAYS) return
          const found = classOf(letters.slice(at, at + size))
          if (found !== '') cut(at + size, `${before}[${found}]`)
        }
        if (ways.length === sum) dead.add(at)
      }
      cut(0, '')
      return ways.length === 0 ? undefined : new RegExp(ways.join('|'), 'g')
    },
  }
}

/** The Chinese characters of a text, each once. */
function hanOf(text: string): string[] {
  const there = new Uint8Array(LAST_HAN - FIRST_HAN + 1)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= FIRST_HAN && code <= LAST_HAN) there[code - FIRST_HAN] = 1
  }
  return Array.from(there.keys())
    .filter((at) => there[at] === 1)
    .map((at) => String.fromCharCode(FIRST_HAN + at))
}
