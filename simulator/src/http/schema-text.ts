/** A JSON Schema as people read it: names, types and limits in a few lines. */
export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  default?: unknown
  description?: string
  additionalProperties?: JsonSchema | boolean
  $ref?: string
}

/** Zod's bounds of a safe integer are meaningless. */
const SAFE = Number.MAX_SAFE_INTEGER

/** Writes a schema out; `indent` is the indentation of its lines. */
export function schemaText(schema: JsonSchema, indent = ''): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => schemaText(choice, indent)).join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => schemaText(part, indent)).join(' & ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.type === 'object') return objectText(schema, indent)
  if (schema.prefixItems) return `[${schema.prefixItems.map((item) => schemaText(item, indent)).join(', ')}]`
  if (schema.type === 'array')
    return `${wrapped(schema.items, indent)}[]${range(schema.minItems, schema.maxItems)}`
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'anything')
  const limits =
    type === 'string' ? range(schema.minLength, schema.maxLength) : range(schema.minimum, schema.maximum)
  return `${type}${limits}${schema.pattern === undefined ? '' : ` /${schema.pattern}/`}`
}

function objectText(schema: JsonSchema, indent: string): string {
  const required = new Set(schema.required)
  const inner = `${indent}  `
  const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const value = property.default === undefined ? '' : ` = ${JSON.stringify(property.default)}`
    const note = property.description === undefined ? '' : `  — ${property.description}`
    return `${inner}${name}${required.has(name) ? '' : '?'}: ${schemaText(property, inner)}${value}${note}`
  })
  if (
    typeof schema.additionalProperties === 'object' &&
    Object.keys(schema.additionalProperties).length > 0
  ) {
    lines.push(`${inner}[name]: ${schemaText(schema.additionalProperties, inner)}`)
  }
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

function wrapped(items: JsonSchema | undefined, indent: string): string {
  const text = items ? schemaText(items, indent) : 'anything'
  return items?.anyOf || items?.oneOf || items?.enum || Array.isArray(items?.type) ? `(${text})` : text
}

function range(least: number | undefined, most: number | undefined): string {
  const from = least === undefined || least <= -SAFE ? undefined : least
  const to = most === undefined || most >= SAFE ? undefined : most
  if (from === undefined && to === undefined) return ''
  if (from === to) return ` ${from}`
  if (to === undefined) return ` ≥ ${from}`
  return from === undefined ? ` ≤ ${to}` : ` ${from}–${to}`
}
