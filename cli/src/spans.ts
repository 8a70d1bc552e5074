import { parseDurationMs } from './duration.ts'
import { UserError } from './user-error.ts'

/** Whole milliseconds of a flag's span within bounds. Throws a UserError that names the flag. */
export function spanOf(
  flag: string,
  text: string,
  bounds: { minMs: number; maxMs: number; said: string },
): number {
  const ms = Math.round(parseDurationMs(text))
  if (ms >= bounds.minMs && ms <= bounds.maxMs) return ms
  throw new UserError(`${flag} ${text}: ${bounds.said}.`)
}
