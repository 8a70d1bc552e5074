/** Simulated devices, as `backlot devices` shows and judges them. */
export type RunningSwarm = AsyncDisposable & {
  /** Counters of now, for a line a second. */
  columns(): readonly Column[]
  /** What became of them, once they have ended. */
  summary(to: string, elapsedMs: number): SwarmVerdict
  /** No new devices or reports from here on; resolves when all have signed off, or after `withinMs`. */
  drain(withinMs: number): Promise<void>
}

/** A counter: its title, its width, and its value. */
export type Column = readonly [title: string, width: number, value: string | number]

export type SwarmVerdict = {
  /** For `--json`. */
  data: { passed: boolean; failures: string[] }
  /** For people. */
  lines: string[]
}

const HEAD_EVERY = 20

/** Writes a line a second on standard error. */
export function liveCounters(): (columns: readonly Column[]) => void {
  let lines = 0
  const write = (cells: readonly Column[], cellOf: (column: Column) => string | number) =>
    process.stderr.write(`${cells.map((column) => String(cellOf(column)).padStart(column[1])).join('')}\n`)
  return (columns) => {
    const all: readonly Column[] = [['s', 5, lines + 1], ...columns]
    if (lines++ % HEAD_EVERY === 0) write(all, ([title]) => title)
    write(all, ([, , value]) => value)
  }
}

/** First line of a summary. */
export const headLine = (
  to: string,
  seconds: number,
  { passed, failures }: { passed: boolean; failures: readonly string[] },
): string => `${to}   ${seconds} s   ${passed ? 'passed' : `FAILED: ${failures.join('; ')}`}`

/** Tenths of seconds. */
export const secondsOf = (elapsedMs: number): number => Math.round(elapsedMs / 100) / 10

/** So many of something in a second. */
export const perSecond = (count: number, seconds: number): number =>
  seconds > 0 ? Math.round(count / seconds) : 0
