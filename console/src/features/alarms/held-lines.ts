/** A line of the live list: an alarm, or a group of them. */
type Keyed = { key: string }

/**
 * The lines that stay under the operator's eyes and mouse: those that were held, each as it is by now, and how many
 * came since that are not among them. `asNow`: a line that the list has no more, with what is known of it by now.
 */
export function heldLines<L extends Keyed>(
  held: readonly L[],
  current: readonly L[],
  asNow: (gone: L) => L = (line) => line,
): { lines: readonly L[]; waiting: number } {
  const now = new Map<string, L>()
  for (const line of current) now.set(line.key, line)
  let there = 0
  const lines = held.map((line) => {
    const as = now.get(line.key)
    if (as) there++
    return as ?? asNow(line)
  })
  return { lines, waiting: now.size - there }
}
