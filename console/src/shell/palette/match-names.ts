import type { PinyinFinder } from '../../features/device-tree/pinyin.ts'

/**
 * How well names fit what was typed: 0 for a beginning, 1 for the beginning of a word, 2 for any part, 3 for pinyin;
 * undefined for not at all.
 */
export function matchNames(
  names: readonly string[],
  typed: string,
  pinyin: PinyinFinder,
): number | undefined {
  const query = typed.trim().toLowerCase()
  if (query === '') return undefined
  const small = names.map((name) => name.toLowerCase())
  if (small.some((name) => name.startsWith(query))) return 0
  if (small.some((name) => name.includes(` ${query}`))) return 1
  if (small.some((name) => name.includes(query))) return 2
  const pattern = pinyin.pattern(query)
  return pattern && names.some((name) => name.search(pattern) !== -1) ? 3 : undefined
}

/** Those that fit, best first; equals keep their order. */
export function bestOf<T>(all: readonly T[], rank: (one: T) => number | undefined, most: number): T[] {
  return all
    .flatMap((one) => {
      const at = rank(one)
      return at === undefined ? [] : [{ one, at }]
    })
    .sort((a, b) => a.at - b.at)
    .slice(0, most)
    .map(({ one }) => one)
}
