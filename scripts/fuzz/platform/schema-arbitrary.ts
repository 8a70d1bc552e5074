// Values that fit a schema of the contract, as fast-check draws (and shrinks) them.
import fc from 'fast-check'
import { z } from 'zod'

type JsonSchema = z.core.JSONSchema.JSONSchema

/** Known values of the platform by field name: serial numbers, identities, times. */
export type KnownValues = (name: string, schema: JsonSchema) => readonly unknown[] | undefined

/** Draws of a schema. `side`: numbers of a query are text until they are read, so a query is drawn as it is read. */
export function valuesOf(
  schema: z.ZodType,
  side: 'input' | 'output',
  known: KnownValues,
): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: side, unrepresentable: 'any' })
  return draw(json as JsonSchema, known, '')
}

function draw(schema: JsonSchema, known: KnownValues, name: string): fc.Arbitrary<unknown> {
  const values = known(name, schema)
  const plain = drawPlain(schema, known, name)
  if (!values) return plain
  // The list may have grown since: values from answers are used.
  const one = fc.tuple(fc.nat(1000), plain).map(([n, other]) => values[n % values.length] ?? other)
  return fc.oneof({ weight: 6, arbitrary: one }, { weight: 1, arbitrary: plain })
}

function drawPlain(schema: JsonSchema, known: KnownValues, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => draw(choice as JsonSchema, known, name)))
  if (schema.allOf)
    return fc.tuple(...schema.allOf.map((part) => draw(part as JsonSchema, known, name))).map(merged)
  switch (schema.type) {
    case 'object':
      return drawObject(schema, known)
    case 'array':
      return drawArray(schema, known, name)
    case 'string':
      return drawText(schema)
    case 'integer':
      return fc.integer(limitsOf(schema))
    case 'number':
      return drawNumber(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

const merged = (parts: readonly unknown[]) => Object.assign({}, ...(parts as object[])) as unknown

function drawObject(schema: JsonSchema, known: KnownValues): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {})
  const required = new Set(schema.required)
  const model = Object.fromEntries(
    properties.map(([key, property]) => [key, draw(property as JsonSchema, known, key)]),
  )
  const needed = properties.map(([key]) => key).filter((key) => required.has(key))
  const record = fc.record(model, { requiredKeys: needed })
  const { additionalProperties: more } = schema
  if (typeof more !== 'object' || properties.length > 0) return record
  return fc.dictionary(fc.string({ maxLength: 12 }), draw(more as JsonSchema, known, ''), { maxKeys: 4 })
}

/** Long lists are drawn seldom: a fault in the tenth row is one in the third. */
const ROWS_MOST = 6

function drawArray(schema: JsonSchema, known: KnownValues, name: string): fc.Arbitrary<unknown> {
  if (schema.prefixItems) {
    return fc.tuple(...schema.prefixItems.map((item) => draw(item as JsonSchema, known, name)))
  }
  const minLength = schema.minItems ?? 0
  const item = draw((schema.items ?? {}) as JsonSchema, known, name)
  return fc.array(item, {
    minLength,
    maxLength: Math.max(minLength, Math.min(schema.maxItems ?? ROWS_MOST, ROWS_MOST)),
  })
}

function drawText(schema: JsonSchema): fc.Arbitrary<string> {
  // A class of almost all letters is drawn from a list of them, a million long: any text fits it just as well.
  if (schema.pattern !== undefined && !/\\p|\[\^/.test(schema.pattern)) return drawMatching(schema.pattern)
  const minLength = schema.minLength ?? 0
  const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? 64, 64))
  return fc.string({ unit: 'grapheme', minLength, maxLength })
}

const matching = new Map<string, fc.Arbitrary<string>>()

function drawMatching(pattern: string): fc.Arbitrary<string> {
  const known = matching.get(pattern) ?? fc.stringMatching(new RegExp(pattern))
  matching.set(pattern, known)
  return known
}

/** Whole ones, fractions that people write, and the odd ones between the smallest and the largest. */
function drawNumber(schema: JsonSchema): fc.Arbitrary<number> {
  const { min, max } = limitsOf(schema)
  const share = fc.nat(1000).map((n) => Math.round((min + ((max - min) * n) / 1000) * 100) / 100)
  return fc.oneof(
    { weight: 4, arbitrary: share.map((value) => Math.min(max, Math.max(min, value))) },
    { weight: 1, arbitrary: fc.double({ min, max, noNaN: true, noDefaultInfinity: true }) },
  )
}

/** Widest whole numbers that are drawn: farther ones are the hostile values' business. */
const FAR = 100_000

function limitsOf(schema: JsonSchema): { min: number; max: number } {
  const low = Number(schema.minimum ?? schema.exclusiveMinimum ?? -FAR)
  const high = Number(schema.maximum ?? schema.exclusiveMaximum ?? FAR)
  const min = low < -1e15 ? -FAR : low
  const max = high > 1e15 ? Math.max(FAR, min) : high
  return { min, max }
}
