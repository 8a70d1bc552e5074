import { z } from 'zod'

/** Limits of a field, as far as the contract's schema has any. */
export type FieldRules = {
  minLength?: number
  maxLength?: number
  min?: number
  max?: number
  isInt?: boolean
  choices?: readonly unknown[]
}

/** The schema of a field of an object, or of one below it; undefined where there is none. */
export function schemaAt(schema: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((at, key) => (at instanceof z.ZodObject ? at.shape[key] : undefined), schema)
}

/** The rules of a schema, through what wraps it; of a union, what any of its members lets in. */
export function rulesOf(schema: unknown): FieldRules {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return rulesOf(schema.unwrap())
  if (schema instanceof z.ZodPipe) return rulesOf(schema.in)
  if (schema instanceof z.ZodString) {
    const { minLength, maxLength } = schema
    return { ...(minLength !== null && { minLength }), ...(maxLength !== null && { maxLength }) }
  }
  if (schema instanceof z.ZodNumber) {
    const { minValue: min, maxValue: max, isInt } = schema
    return { isInt, ...(isBound(min) && { min }), ...(isBound(max) && { max }) }
  }
  if (schema instanceof z.ZodEnum) return { choices: schema.options }
  if (schema instanceof z.ZodLiteral) return { choices: [...schema.values] }
  return schema instanceof z.ZodUnion ? rulesOfUnion(schema.options.map(rulesOf)) : {}
}

/** Schemas without a bound say infinity. */
const isBound = (value: number | null): value is number => value !== null && Number.isFinite(value)

function rulesOfUnion(members: readonly FieldRules[]): FieldRules {
  // An empty text beside a text or a number, e.g. no address, limits nothing.
  const texts = members.filter(({ choices }) => choices === undefined)
  if (texts.length === 0) return { choices: members.flatMap(({ choices = [] }) => choices) }
  if (texts.length !== 1) return {}
  const { minLength: _, ...rules } = texts[0]!
  return rules
}
