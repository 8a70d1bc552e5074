import { z } from 'zod'

/**
 * A bound on a number, as people write it: '>= 0.95', '< 200', '3..5'; the meaning of a bare number depends on its
 * place.
 */
export type Comparison =
  | { operator: '>=' | '<=' | '>' | '<' | '='; value: number }
  | { operator: '..'; value: number; upTo: number }

const NUMBER = '-?\\d+(?:\\.\\d+)?'
const BOUND = new RegExp(`^(>=|<=|>|<|=)\\s*(${NUMBER})$`)
const RANGE = new RegExp(`^(${NUMBER})\\s*\\.\\.\\s*(${NUMBER})$`)

/** Reads a comparison; undefined when it is none. */
export function parseComparison(text: string, bare: '>=' | '='): Comparison | undefined {
  const trimmed = text.trim()
  const range = RANGE.exec(trimmed)
  if (range) return { operator: '..', value: Number(range[1]), upTo: Number(range[2]) }
  const bound = BOUND.exec(trimmed)
  if (bound) return { operator: bound[1] as '>=', value: Number(bound[2]) }
  return new RegExp(`^${NUMBER}$`).test(trimmed) ? { operator: bare, value: Number(trimmed) } : undefined
}

const form = z
  .string()
  .regex(
    new RegExp(`^\\s*(?:(?:>=|<=|>|<|=)?\\s*${NUMBER}|${NUMBER}\\s*\\.\\.\\s*${NUMBER})\\s*$`),
    "write a bound: '>= 5', '< 200', '= 3' or a range '3..5'",
  )

/** A comparison in a file or a body. `bare`: meaning of a bare number. */
export function comparison(bare: '>=' | '=') {
  return z.union([z.number(), form]).transform((given): Comparison => {
    return typeof given === 'number' ? { operator: bare, value: given } : parseComparison(given, bare)!
  })
}

export function holds(bound: Comparison, value: number): boolean {
  switch (bound.operator) {
    case '>=':
      return value >= bound.value
    case '<=':
      return value <= bound.value
    case '>':
      return value > bound.value
    case '<':
      return value < bound.value
    case '=':
      return value === bound.value
    case '..':
      return value >= bound.value && value <= bound.upTo
  }
}

/** Whether more of something can only help: then it holds as soon as there is enough. */
export function isLowerBound({ operator }: Comparison): boolean {
  return operator === '>=' || operator === '>'
}
