import { alternativesOf, type JsonSchema, resolved, typeOf, typesOf, valuesOf } from './json-schema.ts'

/** Texts of an enumeration that are shown; longer ones are counted only. */
const SHOWN_CHARACTERS = 24
const SHOWN_VALUES = 8

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  array: 'list',
  object: 'object',
  null: 'null',
}

/** Expected value of a schema, in a few words: `whole number from 0`, `text or null`, `main or sub`. */
export function expectedText(given: JsonSchema, root: JsonSchema): string {
  const words = alternativesOf(resolved(given, root)).map((one) => wordsOf(resolved(one, root)))
  const known = [...new Set(words)]
  return known.length === 0 ? 'anything' : known.join(' or ')
}

function wordsOf(schema: JsonSchema): string {
  const values = valuesOf(schema)
  if (values) return listText(values)
  const types = typesOf(schema)
  if (types.length === 0) return 'anything'
  const range = rangeText(schema)
  const names = types.map((type) => TYPE_NAMES[type] ?? type).join(' or ')
  return range === '' ? names : `${names} ${range}`
}

function rangeText(schema: JsonSchema): string {
  const least = schema.minimum ?? schema.minLength ?? schema.minItems
  const most = schema.maximum ?? schema.maxLength ?? schema.maxItems
  const parts: string[] = []
  if (schema.exclusiveMinimum !== undefined) parts.push(`above ${schema.exclusiveMinimum}`)
  else if (least !== undefined && least > -Number.MAX_SAFE_INTEGER) parts.push(`from ${least}`)
  if (schema.exclusiveMaximum !== undefined) parts.push(`below ${schema.exclusiveMaximum}`)
  else if (most !== undefined && most < Number.MAX_SAFE_INTEGER) parts.push(`to ${most}`)
  if (parts.length === 0) return ''
  const unit =
    schema.minLength !== undefined || schema.maxLength !== undefined
      ? ' characters'
      : schema.minItems !== undefined || schema.maxItems !== undefined
        ? ' items'
        : ''
  return `${parts.join(' ')}${unit}`
}

function listText(values: readonly unknown[]): string {
  const shown = values.slice(0, SHOWN_VALUES).map((value) => JSON.stringify(value))
  const rest = values.length - shown.length
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** Why a value of the right type is out of range; undefined when it is not. */
export function rangeFault(value: unknown, schema: JsonSchema): string | undefined {
  const values = valuesOf(schema)
  if (values && !values.includes(value)) return listText(values)
  if (typeof value === 'number' && !isInside(value, schema)) return wordsOf(schema)
  if (typeof value === 'string') return textFault(value, schema)
  if (Array.isArray(value)) {
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
    if (value.length < minItems || value.length > maxItems) return wordsOf(schema)
  }
  return undefined
}

function isInside(value: number, schema: JsonSchema): boolean {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
  const { exclusiveMinimum = Number.NEGATIVE_INFINITY, exclusiveMaximum = Number.POSITIVE_INFINITY } = schema
  return value >= minimum && value <= maximum && value > exclusiveMinimum && value < exclusiveMaximum
}

function textFault(text: string, schema: JsonSchema): string | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema
  const length = [...text].length
  if (length < minLength || text.length > maxLength) return wordsOf(schema)
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return `text like ${pattern}`
  return undefined
}

/** Found value, without revealing what people wrote: the words of a text only where `isListed` ones were expected. */
export function seenText(value: unknown, isListed: boolean): string {
  const type = typeOf(value)
  if (type === 'integer' || type === 'number' || type === 'boolean') return `${TYPE_NAMES[type]} ${value}`
  if (typeof value === 'string') {
    if (isListed && value.length <= SHOWN_CHARACTERS) return JSON.stringify(value)
    if (value.length === 1) return 'text of 1 character'
    return value === '' ? 'empty text' : `text of ${value.length} characters`
  }
  if (Array.isArray(value)) return `list of ${value.length}`
  return TYPE_NAMES[type] ?? type
}
