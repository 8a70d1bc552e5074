import type { z } from 'zod'
import { cut, InvalidInput } from './invalid-input.ts'

export type InputPart = 'query' | 'body' | 'params'

/** Parses a part of a call's input by the contract. Throws InvalidInput with the field's name. */
export function validate(schema: z.ZodType, value: unknown, part: InputPart): unknown {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  const issue = deepest(parsed.error.issues)
  const path = issue?.path.map(String).join('.') ?? ''
  throw new InvalidInput(cut(path === '' ? part : path), issue)
}

/** Of a union's alternatives, the issue that got furthest: it is the one the caller meant. */
function deepest(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  const issue = issues[0]
  if (issue?.code !== 'invalid_union') return issue
  const inner = issue.errors.map(deepest).filter((found) => found !== undefined)
  const best = inner.sort((a, b) => b.path.length - a.path.length)[0]
  return best && best.path.length > 0 ? { ...best, path: [...issue.path, ...best.path] } : issue
}
