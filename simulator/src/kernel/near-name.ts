/** The name nearest to a mistyped one, when one is near enough to be meant; undefined otherwise. */
export function nearName(typed: string, names: Iterable<string>): string | undefined {
  const wanted = typed.toLowerCase()
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const name of names) {
    const distance = editDistance(wanted, name.toLowerCase())
    if (distance < bestDistance) {
      best = name
      bestDistance = distance
    }
  }
  return best
}

/** Hint after 'there is no such …'. */
export function suggestion(typed: string, names: Iterable<string>): string {
  const near = nearName(typed, names)
  return near === undefined ? '' : ` Did you mean '${near}'?`
}

/** Letters to add, take away, change or swap with their neighbour (Damerau, adjacent swaps only). */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, before[j - 2]! + 1)
      }
      row.push(cost)
    }
    before = last
    last = row
  }
  return last[b.length]!
}
