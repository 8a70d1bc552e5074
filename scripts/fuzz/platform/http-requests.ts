// Requests for every call of the contract, right ones and damaged ones, as each role and as nobody.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import type { AnyCall } from '../../../contract/src/call.ts'
import { byteDamage, hostileText, spoil } from './hostile-values.ts'
import { knownValues } from './known-values.ts'
import { damaged, damages } from './mutate-value.ts'
import { type Rig, ROLES, type Role } from './rig.ts'
import { type KnownValues, valuesOf } from './schema-arbitrary.ts'
import { tame } from './tame.ts'

export type FuzzRequest = {
  kind: 'http'
  /** Name of the call; undefined for paths that are none. */
  call: string | undefined
  role: Role
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

const role: fc.Arbitrary<Role> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Role>('Administrator') },
  { weight: 3, arbitrary: fc.constantFrom<Role>(...ROLES) },
  { weight: 1, arbitrary: fc.constant<Role>('nobody') },
)

/** Headers that callers may send, seldom. */
const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          'lang',
          'accept-language',
          'idempotency-key',
          'if-none-match',
          'x-request-id',
          'content-type',
          'range',
          'accept-encoding',
          'x-forwarded-for',
          'referer',
        ),
        hostileText,
      )
      .map(([name, value]) => ({ [name]: value.replace(/[^\x20-\x7e]/g, '?').slice(0, 2000) })),
  },
  { weight: 1, arbitrary: fc.uuid().map((key) => ({ 'idempotency-key': key })) },
)

/** Bodies that are no JSON, or too much of it. */
const strangeBody: fc.Arbitrary<Buffer> = fc.oneof(
  fc
    .constantFrom('', '{', 'null', '[]', '"x"', '1e999', '{"a":1,"a":2}', '\ufeff{}', '{}{}')
    .map(Buffer.from),
  fc.constantFrom(100, 50_000, 400_000).map((depth) => Buffer.from('['.repeat(depth))),
  fc.constantFrom(100, 50_000).map((depth) => Buffer.from('{"a":'.repeat(depth) + 1 + '}'.repeat(depth))),
  fc
    .tuple(fc.constantFrom(1500, 5000, 60_000), fc.constantFrom('', '},{'))
    .map(([n, between]) =>
      Buffer.from(`[{${Array.from({ length: n }, (_, i) => `"k${i}":1`).join(between || ',')}}]`),
    ),
  fc
    .constantFrom('1', '{}', '"a"')
    .map((each) => Buffer.from(`{"list":[${Array(120_000).fill(each).join()}]}`)),
  fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
)

/** Requests of one call. */
export function requestsOf(call: AnyCall, rig: Rig): fc.Arbitrary<FuzzRequest> {
  const known = knownValues(rig, call.name)
  const query = fc
    .tuple(valuesOf(call.query, 'output', known), damages)
    .map(([value, list]) => damaged(value, list))
  const params = call.params ? valuesOf(call.params, 'output', known) : fc.constant({})
  const strange = fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: hostileText },
  )
  return fc
    .record({ role, query, params, strange, headers, body: bodiesOf(call, known), more: moreParameters })
    .map((drawn): FuzzRequest => {
      const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
        const value = drawn.strange ?? (drawn.params as Record<string, unknown>)[name] ?? 1
        return encodeText(String(value)).slice(0, 2000) || '1'
      })
      const text = queryText(drawn.query) + drawn.more
      const type = call.raw?.request ? drawn.body.type : 'application/json'
      return {
        kind: 'http',
        call: call.name,
        role: drawn.role,
        method: call.method,
        path: text === '' ? path : `${path}?${text}`,
        headers: { ...(call.method === 'POST' ? { 'content-type': type } : {}), ...drawn.headers },
        body: call.method === 'POST' ? drawn.body.bytes : undefined,
      }
    })
}

type Body = { type: string; bytes: Buffer }

function bodiesOf(call: AnyCall, known: KnownValues): fc.Arbitrary<Body> {
  if (call.method === 'GET') return fc.constant({ type: '', bytes: Buffer.alloc(0) })
  if (call.raw?.request) return rawBodies(call.raw.request)
  const json = fc
    .tuple(valuesOf(call.body, 'input', known), damages)
    .map(([value, list]) => jsonBytes(tame(call, damaged(value, list))))
  return fc
    .oneof({ weight: 14, arbitrary: json }, { weight: 1, arbitrary: strangeBody })
    .map((bytes) => ({ type: 'application/json', bytes }))
}

function jsonBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value) ?? '')
}

/** Files: whole ones, spoilt ones, and forms that carry them. */
function rawBodies(types: readonly string[]): fc.Arbitrary<Body> {
  const whole = fc.constantFrom(...imageBytes(), ...sheetBytes())
  const bytes = fc
    .tuple(whole, fc.oneof(fc.constant([]), fc.array(byteDamage, { minLength: 1, maxLength: 3 })))
    .map(([file, list]) => spoil(file, list))
  return fc
    .tuple(fc.constantFrom(...types), bytes, hostileText, fc.nat(3))
    .map(([type, file, name, extra]) => {
      if (type !== 'multipart/form-data') return { type, bytes: file }
      const quoted = name.replace(/[\r\n"]/g, '_').slice(0, 300)
      const field = `--b\r\ncontent-disposition: form-data; name="f"\r\n\r\nx\r\n`
      const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${quoted}"\r\ncontent-type: image/png\r\n\r\n`
      const form = Buffer.concat([
        Buffer.from(field.repeat(extra) + head),
        file,
        Buffer.from('\r\n--b--\r\n'),
      ])
      return { type: `${type}; boundary=b`, bytes: form }
    })
}

function queryText(query: unknown): string {
  if (typeof query !== 'object' || query === null) return encodeText(String(query)).slice(0, 4000)
  const pairs = Object.entries(query).flatMap(([key, value]) => {
    const texts = Array.isArray(value) && value.length < 20 ? value : [value]
    return texts.map((each) => {
      const text = typeof each === 'object' ? (JSON.stringify(each) ?? '') : String(each)
      return `${encodeText(key)}=${encodeText(text)}`
    })
  })
  return pairs.join('&').slice(0, 6000)
}

/** Parameters that no call has, few or many. */
const moreParameters: fc.Arbitrary<string> = fc.oneof(
  { weight: 30, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(150, 1200).map((n) => Array.from({ length: n }, (_, i) => `&p${i}`).join('')),
  },
)

/** Escapes, lone surrogates too, which encodeURIComponent does not take. */
const encodeText = (text: string) => encodeURIComponent(Buffer.from(text).toString())

/** Paths that are no call: pages, files, streams, and paths that people probe on servers. */
export function strangePaths(): fc.Arbitrary<FuzzRequest> {
  const base = fc.constantFrom(
    '/',
    '/index.html',
    '/assets/',
    '/upload/',
    '/docs',
    '/openapi.json',
    '/healthz',
    '/metrics',
    '/live/',
    '/live/cam/1/main.flv',
    '/replay/',
    '/control/',
    '/control/ui',
    '/manual/',
    '/realtime',
    '/talk',
    '/config.json',
    '//',
    '/.env',
    '/backlot/media/http/127.0.0.1/x',
  )
  const tail = fc.oneof(
    fc.constantFrom(
      '',
      '..%2f..%2f..%2fetc%2fpasswd',
      '%00',
      '%',
      '%ff',
      '..\\..\\x',
      '../../package.json',
      '%2e%2e/%2e%2e/x',
      'CON',
      'a:b',
    ),
    hostileText.map((text) => encodeText(text).slice(0, 3000)),
  )
  const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH')
  return fc.record({ base, tail, method, role, headers }).map((drawn) => ({
    kind: 'http',
    call: undefined,
    role: drawn.role,
    method: drawn.method,
    path: drawn.base + drawn.tail.replace(/[^\x21-\x7e]/g, '_'),
    headers: drawn.headers,
    body: undefined,
  }))
}

/** A picture that the platform takes. */
function imageBytes(): Buffer[] {
  return [PNG.sync.write(new PNG({ width: 300, height: 60 }))]
}

/** Lists of devices as office programs write them. */
function sheetBytes(): Buffer[] {
  return ['devices.xlsx', 'devices.xls'].map((name) =>
    readFileSync(new URL(`../../../fixtures/sheets/${name}`, import.meta.url)),
  )
}
