import { z } from 'zod'
import { type Access, type AnyCall, CHANGES_TEXT } from './call.ts'
import { EXAMPLES, REPLY_HEADERS, textThatFits } from './openapi-examples.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 description of calls. What the specification does not state is marked `x-origin: assumed`. */
export function openApi(calls: readonly AnyCall[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Backlot: a field-device platform',
      version,
      description:
        'Every reply is {code, msg, data}; code 0 is success, 429 asks a session that calls without end to wait.',
    },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'backlot_session' },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

function operation(call: AnyCall): Json {
  return {
    operationId: call.name,
    tags: [call.name.split('.')[0]],
    summary: call.summary,
    ...(call.changes ? { description: CHANGES_TEXT[call.changes], 'x-changes': call.changes } : {}),
    'x-origin': call.origin,
    ...(call.whenMissing ? { 'x-when-missing': call.whenMissing } : {}),
    ...accessOf(call.access),
    parameters: [
      ...parametersOf(call.params, 'path'),
      ...parametersOf(call.query, 'query'),
      ...headersOf(call),
    ],
    ...bodyOf(call),
    responses: {
      200: {
        description: describeCodes(call),
        ...(call.name in REPLY_HEADERS ? { headers: REPLY_HEADERS[call.name] } : {}),
        content: replyOf(call),
      },
    },
  }
}

function accessOf(access: Access): Json {
  if (access.kind === 'public') return { security: [] }
  if (access.kind === 'control') return { security: [{ token: [] }] }
  const security = { security: [{ session: [] }] }
  if (access.kind === 'signedIn') return security
  return {
    ...security,
    'x-routes': access.routes,
    ...(access.anyOf ? { 'x-capabilities': access.anyOf } : {}),
  }
}

function headersOf(call: AnyCall): Json[] {
  if (!call.idempotencyKey) return []
  return [
    { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 128 } },
  ]
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const json = schemaOf(schema, 'input')
  const required = new Set((json.required as string[] | undefined) ?? [])
  return Object.entries((json.properties as Record<string, Json> | undefined) ?? {}).map(
    ([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.has(name),
      schema: property,
    }),
  )
}

function bodyOf(call: AnyCall): Json {
  if (call.method === 'GET') return {}
  if (call.raw?.request) {
    const binary = { schema: { type: 'string', format: 'binary' } }
    return {
      requestBody: {
        required: true,
        content: Object.fromEntries(call.raw.request.map((type) => [type, binary])),
      },
    }
  }
  const required = !call.body.safeParse(undefined).success
  return {
    requestBody: { required, content: { 'application/json': { schema: schemaOf(call.body, 'input') } } },
  }
}

function replyOf(call: AnyCall): Json {
  if (call.raw?.reply) return { [call.raw.reply]: { schema: { type: 'string', format: 'binary' } } }
  const schema = {
    type: 'object',
    required: ['code', 'msg'],
    properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: schemaOf(call.data, 'output') },
  }
  const example = call.name in EXAMPLES ? { example: { code: 0, msg: '', data: EXAMPLES[call.name] } } : {}
  return { 'application/json': { schema, ...example } }
}

function describeCodes(call: AnyCall): string {
  const codes = Object.entries(call.codes ?? {}).map(([code, text]) => `${code}: ${text}`)
  return ['0: success', ...codes].join('; ')
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: forReaders }) as Json
  delete json.$schema
  return json
}

/**
 * A schema as tools of other people read it best. What a number of JavaScript can hold is no bound of the platform's;
 * named keys and pairs are written out; a text of a certain form has an example, which most tools cannot make up.
 */
function forReaders({ jsonSchema: schema }: { jsonSchema: Json }): void {
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
  const keys = (schema['propertyNames'] as { enum?: string[] } | undefined)?.enum
  if (keys) {
    schema['properties'] = Object.fromEntries(keys.map((key) => [key, schema['additionalProperties']]))
    schema['additionalProperties'] = false
    delete schema['propertyNames']
  }
  const pair = schema['prefixItems'] as Json[] | undefined
  if (pair && schema['items'] === undefined)
    Object.assign(schema, { minItems: pair.length, maxItems: pair.length })
  if (pair?.every(({ type }) => type === 'number')) schema['examples'] ??= [pair.map(() => 0)]
  const example = typeof schema['pattern'] === 'string' ? textThatFits(schema) : undefined
  if (example !== undefined) schema['examples'] ??= [example]
}
