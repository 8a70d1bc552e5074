import type { AnyCall } from '@backlot/contract/call'
import { z } from 'zod'

/**
 * What a call takes, as one JSON Schema of an object: its fields of path, query and body together. No call has two of
 * one name.
 */
export function inputSchemaOf(call: AnyCall): { type: 'object'; [word: string]: unknown } {
  const main = call.method === 'GET' ? call.query : call.body
  const [path, rest] = [call.params, main].map((part) => (part === undefined ? {} : schemaOf(part)))
  if (!call.params) return { ...rest, type: 'object' }
  return {
    type: 'object',
    properties: { ...fieldsOf(path), ...fieldsOf(rest) },
    required: [...requiredOf(path), ...requiredOf(rest)],
  }
}

/** The same fields, apart again: what stands in the path, and what is query or body. */
export function splitInput(call: AnyCall, given: Readonly<Record<string, unknown>>) {
  const inPath = new Set(Object.keys(call.params?.shape ?? {}))
  const params: Record<string, string> = {}
  const rest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (inPath.has(name)) params[name] = String(value)
    else rest[name] = value
  }
  return { params, ...(call.method === 'GET' ? { query: rest } : { body: rest }) }
}

type JsonSchema = Record<string, unknown>

function schemaOf(part: z.ZodType): JsonSchema {
  const { $schema, ...schema } = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })
  return schema
}

const fieldsOf = (schema: JsonSchema | undefined) => (schema?.['properties'] ?? {}) as JsonSchema
const requiredOf = (schema: JsonSchema | undefined) => (schema?.['required'] ?? []) as string[]
