import { UserError } from './user-error.ts'

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of a duration as people type it: 250ms, 30s, 5m, 2h, 1d; a bare number is seconds; a sign is allowed. */
export function parseDurationMs(text: string): number {
  const match = /^([+-]?)(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text.trim())
  if (!match) throw new UserError(`'${text}' is not a duration: write 250ms, 30s, 5m, 2h or 1d.`)
  const unitMs = UNIT_MS[match[3] ?? 's'] as number
  return (match[1] === '-' ? -1 : 1) * Number(match[2]) * unitMs
}
