import { z } from 'zod'
import { AREA_TEXTS } from './area-texts.ts'
import { type Access, type AnyCall, CHANGES_TEXT } from './call.ts'
import { emptyStatusesOf, type Refusal, refusalsOf, statusOf } from './call-replies.ts'
import { CODES } from './codes.ts'
import { exampleOf } from './example-of.ts'
import { BODIES, DATA, PARAMETERS, REPLY_HEADERS } from './openapi-examples.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 description of calls. Parts not in the specification are marked `x-origin: assumed`. */
export function openApi(calls: readonly AnyCall[], version: string): Json {
  const paths: Record<string, Json> = {}
  const shared: Shared = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, shared) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Backlot: a field-device platform',
      version,
      description:
        'Every reply except files is `{code, msg, data}`; code 0 is success. Business refusals keep HTTP status 200; other refusals have the listed status. Texts are in the language of the `lang` header (`zh` or `en`), otherwise of `Accept-Language`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: '/', description: 'The platform that serves this description.' },
      {
        url: '{scheme}://{host}:{port}',
        description: 'Another platform.',
        variables: {
          scheme: { default: 'http', enum: ['http', 'https'] },
          host: { default: '127.0.0.1' },
          port: { default: '8080' },
        },
      },
    ],
    tags: [...new Set(calls.map(areaOf))].map((name) => ({ name, description: AREA_TEXTS[name] })),
    paths,
    components: {
      schemas: { Refusal: REFUSAL },
      responses: shared,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'backlot_session',
          description: 'Set by `session.login`.',
        },
        sessionToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'For programs: the `sessionId` from the reply of `session.login`.',
        },
        ...(calls.some(({ access }) => access.kind === 'control') ? { controlToken: CONTROL_TOKEN } : {}),
      },
    },
  }
}

const CONTROL_TOKEN = {
  type: 'http',
  scheme: 'bearer',
  description: 'The token of the control API. Programs on the same machine do not need it.',
}

const REFUSAL = {
  type: 'object',
  description: 'The reason for a refusal.',
  required: ['code', 'msg'],
  properties: {
    code: { type: 'integer', description: 'Never 0.' },
    msg: { type: 'string', description: 'For people, in the language of the request.' },
    data: {
      type: 'object',
      properties: { field: { type: 'string', description: 'The wrong input field.' } },
    },
  },
}

const areaOf = ({ name }: AnyCall): string => name.slice(0, name.indexOf('.'))

/** Replies that many calls have, by the codes that they carry. */
type Shared = Record<string, Json>

function operation(call: AnyCall, shared: Shared): Json {
  return {
    operationId: call.name,
    tags: [areaOf(call)],
    summary: call.summary,
    description: descriptionOf(call),
    ...(call.changes ? { 'x-changes': call.changes } : {}),
    'x-origin': call.origin,
    ...(call.whenMissing ? { 'x-when-missing': call.whenMissing } : {}),
    ...accessOf(call.access),
    parameters: [
      ...parametersOf(call, call.params, 'path'),
      ...parametersOf(call, call.query, 'query'),
      ...headersOf(call),
    ],
    ...bodyOf(call),
    responses: repliesOf(call, shared),
  }
}

const WHEN_MISSING = {
  hide: 'hides the parts that need it',
  disable: 'disables the parts that need it',
  fallback: 'works without it',
} as const

function descriptionOf({ origin, access, changes, whenMissing }: AnyCall): string {
  const source =
    origin === 'stated' ? "Stated by the platform's specification." : 'Assumed: not in the specification.'
  const missing = whenMissing ? ` On a platform without it the console ${WHEN_MISSING[whenMissing]}.` : ''
  return `${source} ${rightOf(access)}${changes ? ` ${CHANGES_TEXT[changes]}` : ''}${missing}`
}

function rightOf(access: Access): string {
  if (access.kind === 'public') return 'No sign-in needed.'
  if (access.kind === 'signedIn') return 'For all signed-in users.'
  if (access.kind === 'control') return 'For programs on the same machine, or with the control token.'
  const routes = access.routes.map((route) => `\`${route}\``).join(' or ')
  return `Needs the permission ${routes}${access.anyOf ? ` and the capability ${access.anyOf.join(' or ')}` : ''}.`
}

function accessOf(access: Access): Json {
  if (access.kind === 'public') return { security: [] }
  if (access.kind === 'control') return { security: [{ controlToken: [] }, {}] }
  const security = { security: [{ session: [] }, { sessionToken: [] }] }
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
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'Repeated calls with the same key run once and get the same answer, for ten minutes.',
      schema: { type: 'string', minLength: 1, maxLength: 128 },
      example: '5f2a9d7e-1',
    },
  ]
}

function parametersOf(call: AnyCall, schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const json = schemaOf(schema, 'input')
  const required = new Set((json['required'] as string[] | undefined) ?? [])
  return Object.entries((json['properties'] as Record<string, Json> | undefined) ?? {}).map(
    ([name, { description, ...property }]) => ({
      name,
      in: place,
      required: place === 'path' || required.has(name),
      ...(description ? { description } : {}),
      schema: property,
      example: PARAMETERS[call.name]?.[name] ?? exampleOf(property, name),
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
  const schema = schemaOf(call.body, 'input')
  const example = BODIES[call.name] ?? exampleOf(schema)
  return { requestBody: { required, content: { 'application/json': { schema, example } } } }
}

function repliesOf(call: AnyCall, shared: Shared): Json {
  const refusals = refusalsOf(call)
  const withStatus = (status: number) => refusals.filter(({ code }) => statusOf(code) === status)
  const business = withStatus(200)
  const replies: Json = {
    200: {
      description: ['0: success', ...business.map(lineOf)].join('; '),
      ...(call.name in REPLY_HEADERS ? { headers: REPLY_HEADERS[call.name] } : {}),
      content: successOf(call, business),
    },
  }
  if (call.raw?.parts) replies[206] = { ...PART, content: successOf(call, []) }
  for (const status of emptyStatusesOf(call)) replies[status] = { description: EMPTY_TEXTS[status] }
  const statuses = new Set(refusals.map(({ code }) => statusOf(code)))
  statuses.delete(200)
  for (const status of statuses) replies[status] = refusedWith(status, withStatus(status), shared)
  return replies
}

const PART = {
  description: 'The byte range requested by `Range`.',
  headers: {
    'Content-Range': {
      description: 'The byte range, and the size of the whole file.',
      schema: { type: 'string' },
      example: 'bytes 0-1023/48211',
    },
  },
}

const EMPTY_TEXTS: Readonly<Record<number, string>> = {
  204: 'No content.',
  304: 'If-None-Match matches the ETag: the caller already has this reply.',
}

const lineOf = ({ code, text }: Refusal): string => `${code}: ${text}`

function refusedWith(status: number, list: readonly Refusal[], shared: Shared): Json {
  if (!list.every(({ isCommon }) => isCommon)) return refusedReply(status, list)
  const name = `refused${list.map(({ code }) => code).join('-')}`
  shared[name] ??= refusedReply(status, list)
  return { $ref: `#/components/responses/${name}` }
}

function refusedReply(status: number, list: readonly Refusal[]): Json {
  const schema = { $ref: '#/components/schemas/Refusal' }
  const retryAfter = {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 1 },
    example: 4,
  }
  return {
    description: list.map(lineOf).join('; '),
    ...(status === CODES.tooManyRequests ? { headers: { 'Retry-After': retryAfter } } : {}),
    content: { 'application/json': { schema, examples: examplesOf(list) } },
  }
}

const examplesOf = (list: readonly Refusal[]): Json =>
  Object.fromEntries(
    list.map(({ code, text }) => [
      `code${code}`,
      { value: { code, msg: text, ...(code === CODES.invalid ? { data: { field: 'pageSize' } } : {}) } },
    ]),
  )

function successOf(call: AnyCall, business: readonly Refusal[]): Json {
  if (call.raw?.reply) {
    const binary = { schema: { type: 'string', format: 'binary' } }
    return Object.fromEntries(call.raw.reply.split(/,\s*/).map((type) => [type, binary]))
  }
  const data = schemaOf(call.data, 'output')
  const schema = {
    type: 'object',
    required: ['code', 'msg'],
    properties: { code: { type: 'integer' }, msg: { type: 'string' }, data },
  }
  const value = { code: 0, msg: '', data: DATA[call.name] ?? exampleOf(data) }
  const examples = { success: { value }, ...examplesOf(business) }
  return { 'application/json': { schema, examples } }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: forReaders }) as Json
  delete json.$schema
  return json
}

/**
 * A schema in the form that other tools read best. The range of a JavaScript number is no bound of the platform's;
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
  if (typeof schema['pattern'] === 'string') schema['examples'] ??= [exampleOf(schema)]
}
