import { z } from 'zod'

/** The part of JSON Schema (2020-12) that the contract's schemas come out as. */
export type JsonSchema = {
  type?: string | readonly string[]
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  items?: JsonSchema
  prefixItems?: readonly JsonSchema[]
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  const?: unknown
  enum?: readonly unknown[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  $ref?: string
  $defs?: Readonly<Record<string, JsonSchema>>
}

/**
 * JSON Schema of data that a platform has to send: what the console reads (`input`), so that a field with a default may
 * be omitted. Objects without a rule for further fields have none; loose ones may have any.
 */
export function sentSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

/** The schema that a `$ref` inside `root` refers to. Throws for a dangling one: a defect of the schema. */
export function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema
  if (schema.$ref === '#') return root
  const name = /^#\/\$defs\/(.+)$/.exec(schema.$ref)?.[1]
  const found = name === undefined ? undefined : root.$defs?.[name]
  if (!found) throw new Error(`The schema refers to ${schema.$ref}, which is not in it.`)
  return resolved(found, root)
}

/** Alternatives of a union; a single schema is its own. */
export function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  return schema.anyOf ?? schema.oneOf ?? [schema]
}

/** Names of types that a schema takes; empty: any. */
export function typesOf(schema: JsonSchema): readonly string[] {
  if (schema.type === undefined) {
    const values = valuesOf(schema)
    return values ? [...new Set(values.map(typeOf))] : []
  }
  return typeof schema.type === 'string' ? [schema.type] : schema.type
}

/** The values of an enumeration or constant; undefined where any value of the type is allowed. */
export function valuesOf(schema: JsonSchema): readonly unknown[] | undefined {
  if ('const' in schema) return [schema.const]
  return schema.enum
}

/** The type of a JSON value as JSON Schema names it; whole numbers are `integer`. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

export function fitsType(value: unknown, types: readonly string[]): boolean {
  const own = typeOf(value)
  return types.length === 0 || types.includes(own) || (own === 'integer' && types.includes('number'))
}
