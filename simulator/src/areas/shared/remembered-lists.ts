/** Lists that are remembered at most: one for a scope, a group, a language and a column. */
const REMEMBERED = 24

/** Caches lists until their sources have another version. */
export function rememberedLists<Item>(version: () => string | number) {
  const lists = new Map<string, readonly Item[]>()
  let versionThen: string | number | undefined
  return (key: string, make: () => readonly Item[]): readonly Item[] => {
    const now = version()
    if (now !== versionThen) {
      lists.clear()
      versionThen = now
    }
    const known = lists.get(key)
    if (known) return known
    if (lists.size >= REMEMBERED) lists.clear()
    const made = make()
    lists.set(key, made)
    return made
  }
}
