import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Schema = Readonly<Record<string, unknown>> & {
  type?: string | readonly string[]
  properties?: Readonly<Record<string, Schema>>
  items?: Schema
  prefixItems?: readonly Schema[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  additionalProperties?: Schema | boolean
}
type Operation = {
  operationId: string
  responses: Record<string, { content: Record<string, { schema: Schema }> }>
}
export type OpenApi = { paths: Record<string, Record<string, Operation>> }

export type OpenApiMock = AsyncDisposable & { url: string }

/**
 * Serves an OpenAPI description as Prism does: every operation answers an example of its schema, whatever is asked.
 * `change` may turn the body of an operation into another; undefined: the operation is not there.
 */
export async function serveOpenApi(
  description: OpenApi,
  change: (operationId: string, body: unknown) => unknown = (_, body) => body,
): Promise<OpenApiMock> {
  const find = finderOf(description)
  const server: Server = createServer((request, response) => answer(request, response))
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    request.resume()
    const operation = find(request.method ?? 'GET', (request.url ?? '/').split('?')[0]!)
    const [type, content] = Object.entries(operation?.responses['200']?.content ?? {})[0] ?? []
    const isJson = type === 'application/json'
    const body = operation && isJson ? change(operation.operationId, exampleOf(content!.schema)) : undefined
    if (!operation || (isJson && body === undefined)) {
      response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{"status":404}')
      return
    }
    response.writeHead(200, { 'content-type': isJson ? type : type!.split(',')[0]!.replace('*', 'png') })
    response.end(isJson ? JSON.stringify(body) : 'bytes')
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function finderOf({ paths }: OpenApi) {
  const patterns = Object.entries(paths).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    methods,
  }))
  return (method: string, path: string) =>
    patterns.find(({ pattern, methods }) => pattern.test(path) && methods[method.toLowerCase()])?.methods[
      method.toLowerCase()
    ]
}

/** A value that a schema allows. */
function exampleOf(schema: Schema): unknown {
  if ('const' in schema) return schema['const']
  if ('default' in schema) return schema['default']
  const values = schema['enum'] as readonly unknown[] | undefined
  if (values) return values[0]
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return exampleOf(alternatives[0]!)
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, own]) => [name, exampleOf(own)]),
    )
  if (type === 'array') {
    const rows = schema.prefixItems ?? (schema.items ? [schema.items] : [])
    const least = (schema['minItems'] as number | undefined) ?? 1
    return rows.length === 1 ? Array.from({ length: least }, () => exampleOf(rows[0]!)) : rows.map(exampleOf)
  }
  if (type === 'integer' || type === 'number') {
    const least = (schema['minimum'] as number | undefined) ?? Number.NEGATIVE_INFINITY
    const above = (schema['exclusiveMinimum'] as number | undefined) ?? Number.NEGATIVE_INFINITY
    const most = (schema['maximum'] as number | undefined) ?? Number.POSITIVE_INFINITY
    return Math.min(Math.max(0, least, above + 1), most)
  }
  if (type === 'string') return textOf(schema)
  if (type === 'boolean') return true
  return type === 'null' ? null : {}
}

/** Texts that the forms of the contract's fields take. */
const TEXTS = ['text', '#000000', '127.0.0.1', '00:00', '00', 'rtmp://host/path', '0.0.1', '1']

function textOf(schema: Schema): string {
  const {
    pattern,
    minLength = 0,
    maxLength = 1000,
  } = schema as {
    pattern?: string
    minLength?: number
    maxLength?: number
  }
  const fits = (text: string) =>
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text))
  const found = [...TEXTS, 'x'.repeat(minLength)].find(fits)
  if (found === undefined) throw new Error(`No example of a text like ${JSON.stringify(schema)}`)
  return found
}
