import type { FormulaError } from './formula/parse-formula.ts'

/** A mistake in a kind file: the field, what is wrong, and of an unknown name those that it may be. */
export type KindProblem = {
  path: readonly PropertyKey[]
  message: string
  unknown?: NonNullable<FormulaError['unknown']>
}

/** The problem of a mistake in a formula: with the place where it stands. */
export function problemOf(path: readonly PropertyKey[], text: string, error: FormulaError): KindProblem {
  const before = text.slice(Math.max(0, error.at - 16), error.at).trim()
  const where = before === '' ? '' : ` (after '${before}')`
  return { path, message: `${error.message}${where}`, ...(error.unknown ? { unknown: error.unknown } : {}) }
}
