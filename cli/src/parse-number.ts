import { UserError } from './user-error.ts'

/** A number of a flag within bounds. Throws a UserError that names the flag. */
export function numberOf(
  flag: string,
  text: string,
  bounds: { min: number; max: number; whole?: boolean },
): number {
  const { min, max, whole = false } = bounds
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (value >= min && value <= max && (!whole || Number.isInteger(value))) return value
  throw new UserError(`${flag} ${text}: give ${whole ? 'a whole number' : 'a number'} from ${min} to ${max}.`)
}

/** The parts of a comma-separated list, none of them empty; undefined when nothing was given. */
export function listOf(text: string | undefined): string[] | undefined {
  const parts = text
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return parts && parts.length > 0 ? parts : undefined
}
