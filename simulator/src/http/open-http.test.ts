import { request as httpRequest } from 'node:http'
import { get, post } from '@backlot/contract/call'
import { CODES } from '@backlot/contract/codes'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createCallRunner } from '../calls/call-runner.ts'
import { type Caller, FileReply, route } from '../calls/route.ts'
import type { SessionFinding } from '../calls/session-port.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { createHostClock } from '../timeline/host-clock.ts'
import { createHttpListener, type HttpListener } from './create-http-listener.ts'
import { openHttp } from './open-http.ts'

const declared = { origin: 'assumed' as const, summary: 'for the test', data: z.object({}).loose() }
const open = get('/open', { ...declared, name: 't.open', access: { kind: 'public' }, query: z.object({}) })
const mine = get('/mine', {
  ...declared,
  name: 't.mine',
  access: { kind: 'signedIn' },
  query: z.object({ pageSize: z.coerce.number().int().min(1).max(5).default(2) }),
})
const granted = post('/granted', {
  ...declared,
  name: 't.granted',
  access: { kind: 'routes', routes: ['/dispatch'], anyOf: ['alarm'] },
  changes: 'platform',
  body: z.strictObject({ sn: z.string().min(1), list: z.array(z.object({ id: z.number() })).default([]) }),
  idempotencyKey: true,
})
const failing = get('/failing/:what', {
  ...declared,
  name: 't.failing',
  access: { kind: 'public' },
  codes: { 409: 'it clashes' },
  query: z.object({}),
})
const file = get('/file', {
  ...declared,
  name: 't.file',
  access: { kind: 'public' },
  query: z.object({}),
  raw: { reply: 'video/mp4', parts: true },
})
const steer = get('/control/thing', {
  ...declared,
  name: 't.control',
  access: { kind: 'control' },
  query: z.object({}),
})
const wrong = get('/wrong', {
  ...declared,
  name: 't.wrong',
  access: { kind: 'public' },
  query: z.object({}),
  data: z.object({ n: z.number() }),
})

const callers: Record<string, SessionFinding> = {
  full: { caller: caller(['/dispatch'], 32767) },
  bare: { caller: caller([], 32767) },
  bounded: { caller: { ...caller(['/dispatch'], 32767), scope: { rootGroupIds: [7] } } },
  unlicensed: { caller: caller(['/dispatch'], 1) },
  old: { reason: 'expired' },
}

function caller(permission: string[], systemFunction: number): Caller {
  return {
    sessionId: 'x',
    userId: 1,
    loginName: 'a',
    name: 'a',
    type: 1,
    firstProcess: 0,
    mustChangePassword: false,
    permission: new Set(permission),
    systemFunction,
    scope: { rootGroupIds: [0] },
    language: 'en',
  }
}

let listener: HttpListener
let granting = 0
const metrics = createMetrics()
const TOKEN = 'a-token-for-the-test'

beforeAll(async () => {
  const find = (id: string): SessionFinding => callers[id] ?? { reason: 'unknown' }
  const log = pino({ level: 'silent' })
  listener = await createHttpListener({
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    allowedOrigins: ['http://localhost:5173'],
    log,
  })
  expect(await ask('GET', '/open')).toMatchObject({ status: 503, body: { code: 503 } })
  openHttp(listener, {
    version: '0',
    controlToken: TOKEN,
    consoleFolder: undefined,
    run: createCallRunner({ log, checkReplies: true }),
    hostClock: createHostClock(),
    metrics,
    health: () => ({ store: true }),
    sessions: { find, peek: find },
    routes: [
      route(open, () => ({ hello: 1 })),
      route(mine, ({ query }) => ({ query })),
      route(granted, ({ body }) => ({ body, granting: ++granting })),
      route(failing, ({ params }) => {
        if (params['what'] === 'ours') throw new Error('secret detail')
        if (params['what'] === 'gone') throw new PlatformError('notFound', 'It is gone.')
        throw new PlatformError('conflict', 'It clashes.')
      }),
      route(
        file,
        () => new FileReply(Buffer.from('0123456789'), { 'content-type': 'video/mp4', etag: '"1"' }),
      ),
      route(steer, () => ({ steered: true })),
      route(wrong, () => ({ n: 'text' as unknown as number })),
    ],
    middlewares: [],
    upgrades: [],
  })
})

afterAll(async () => {
  await listener[Symbol.asyncDispose]()
  metrics[Symbol.dispose]()
})

type Asked = {
  status: number
  body: { code: number; msg: string; data?: unknown }
  headers: NodeJS.Dict<string | string[]>
}

/** Raw request: fetch would not let Host, Origin and Sec-Fetch-Site be chosen. */
function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port: listener.port, method, path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text += part
      })
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          body: JSON.parse(text || 'null'),
          headers: answer.headers,
        }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const json = { 'content-type': 'application/json' }
const as = (who: string) => ({ cookie: `other=1; backlot_session=${who}` })

test('a public call answers in the envelope with a request id', async () => {
  const { status, body, headers } = await ask('GET', '/open', { 'x-request-id': 'mine-1' })
  expect(status).toBe(200)
  expect(body).toEqual({ code: 0, msg: '', data: { hello: 1 } })
  expect(headers['x-request-id']).toBe('mine-1')
  expect(headers['x-powered-by']).toBeUndefined()
})

test('without a session a call answers 401, with an ended one 20011', async () => {
  expect(await ask('GET', '/mine')).toMatchObject({ status: 401, body: { code: 401 } })
  expect(await ask('GET', '/mine', as('nobody'))).toMatchObject({ status: 401, body: { code: 401 } })
  expect(await ask('GET', '/mine', as('old'))).toMatchObject({
    status: 401,
    body: { code: CODES.sessionExpired },
  })
})

test('a session is read from a cookie, among others of its name, or from a bearer header', async () => {
  expect((await ask('GET', '/mine', as('full'))).status).toBe(200)
  expect((await ask('GET', '/mine', { cookie: 'backlot_session=nobody; backlot_session=full' })).status).toBe(
    200,
  )
  expect((await ask('GET', '/mine', { authorization: 'Bearer full' })).status).toBe(200)
})

test('a missing permission answers 40003 and a missing capability 40010', async () => {
  const body = JSON.stringify({ sn: 'A' })
  expect(await ask('POST', '/granted', { ...json, ...as('bare') }, body)).toMatchObject({
    status: 403,
    body: { code: 40003 },
  })
  expect(await ask('POST', '/granted', { ...json, ...as('unlicensed') }, body)).toMatchObject({
    status: 403,
    body: { code: 40010 },
  })
  expect((await ask('POST', '/granted', { ...json, ...as('full') }, body)).status).toBe(200)
})

test('what all groups share is changed by nobody who is bounded to one', async () => {
  const before = granting
  const body = JSON.stringify({ sn: 'A' })
  expect(
    await ask('POST', '/granted', { ...json, ...as('bounded'), 'accept-language': 'en' }, body),
  ).toMatchObject({
    status: 403,
    body: { code: 40003, msg: expect.stringContaining('without a group limit') },
  })
  expect(granting).toBe(before)
})

test('wrong input names its field', async () => {
  const nested = await ask(
    'POST',
    '/granted',
    { ...json, ...as('full') },
    JSON.stringify({ sn: 'A', list: [{ id: 'x' }] }),
  )
  expect(nested).toMatchObject({ status: 400, body: { code: 400, data: { field: 'list.0.id' } } })
  expect(nested.body.msg).toContain('list.0.id')
  const query = await ask('GET', '/mine?pageSize=9', as('full'))
  expect(query).toMatchObject({ status: 400, body: { data: { field: 'pageSize' } } })
})

test('unknown paths, wrong methods, bad JSON, wrong types and large bodies are refused in the envelope', async () => {
  const nothing = await ask('GET', '/nothing', { 'x-request-id': 'mine-2' })
  expect(nothing).toMatchObject({ status: 404, body: { code: 404 } })
  expect(nothing.headers).toMatchObject({ 'x-request-id': 'mine-2', 'x-content-type-options': 'nosniff' })
  const method = await ask('DELETE', '/open')
  expect(method).toMatchObject({ status: 405, body: { code: 405 } })
  expect(method.headers['allow']).toBe('GET')
  expect(await ask('POST', '/granted', { ...json, ...as('full') }, '{"sn":')).toMatchObject({
    status: 400,
    body: { code: 400 },
  })
  expect(await ask('POST', '/granted', { 'content-type': 'text/plain', ...as('full') }, '{}')).toMatchObject({
    status: 415,
    body: { code: 415 },
  })
  expect(
    await ask('POST', '/granted', { 'content-type': 'application/json; charset=gbk', ...as('full') }, '{}'),
  ).toMatchObject({ status: 415 })
  const large = JSON.stringify({ sn: 'x'.repeat(1024 * 1024) })
  expect(await ask('POST', '/granted', { ...json, ...as('full') }, large)).toMatchObject({
    status: 413,
    body: { code: 413 },
  })
  expect(
    await ask('POST', '/granted', { ...json, ...as('full'), 'transfer-encoding': 'chunked' }, large),
  ).toMatchObject({ status: 413 })
  expect(await ask('GET', '/failing/%E0%A4%A')).toMatchObject({ status: 404, body: { code: 404 } })
})

test('more keys, values or parameters than any call has are refused, and no refusal repeats what was sent', async () => {
  const keys = (count: number) => Array.from({ length: count }, (_, n) => `k${n}`)
  const send = (input: object) => ask('POST', '/granted', { ...json, ...as('full') }, JSON.stringify(input))
  for (const input of [
    Object.fromEntries(keys(60_000).map((key) => [key, 1])),
    { list: Array(200_000).fill(1) },
  ])
    expect(await send(input)).toMatchObject({
      status: 400,
      body: { code: 400, msg: expect.stringMatching(/more than \d+ (different keys|values)$/) },
    })
  const unknown = await send({ sn: 'A', ...Object.fromEntries(keys(1500).map((key) => [key, 1])) })
  expect(unknown).toMatchObject({ status: 400, body: { msg: expect.stringContaining('k1') } })
  expect(unknown.body.msg.length).toBeLessThan(300)
  const parameters = (count: number) =>
    ask('GET', `/mine?pageSize=3&${keys(count - 1).join('&')}`, as('full'))
  expect(await parameters(200)).toMatchObject({ status: 200, body: { data: { query: { pageSize: 3 } } } })
  expect(await parameters(201)).toMatchObject({
    status: 400,
    body: { code: 400, msg: 'query: at most 200 parameters' },
  })
})

test('keys that reach the prototype are refused, escaped ones too', async () => {
  for (const body of [
    '{"sn":"A","__proto__":{"x":1}}',
    '{"sn":"A","\\u005f_proto__":{"x":1}}',
    '{"sn":"A","constructor":{}}',
  ]) {
    expect(await ask('POST', '/granted', { ...json, ...as('full') }, body)).toMatchObject({ status: 400 })
  }
  expect(({} as Record<string, unknown>)['x']).toBeUndefined()
})

test('refusals keep their code, failures of ours tell nothing', async () => {
  expect(await ask('GET', '/failing/theirs')).toMatchObject({
    status: 409,
    body: { code: 409, msg: 'It clashes.' },
  })
  const ours = await ask('GET', '/failing/ours')
  expect(ours).toMatchObject({ status: 500, body: { code: 500 } })
  expect(JSON.stringify(ours.body)).not.toContain('secret')
})

test('an answer that breaks the contract is a failure under test', async () => {
  expect((await ask('GET', '/wrong')).body.msg).toContain('t.wrong breaks the contract at n')
  expect(await ask('GET', '/failing/gone')).toMatchObject({
    status: 500,
    body: { msg: 't.failing does not declare the refusal 404: It is gone.' },
  })
})

test('a foreign or rebound Host is refused, ours are answered', async () => {
  expect((await ask('GET', '/open', { host: 'evil.example' })).status).toBe(403)
  expect((await ask('GET', '/open', { host: `127.0.0.1.evil.example:${listener.port}` })).status).toBe(403)
  expect((await ask('GET', '/open', { host: `localhost:${listener.port}` })).status).toBe(200)
  expect((await ask('GET', '/open', { host: `[::1]:${listener.port}` })).status).toBe(200)
})

test('writes from another origin or site are refused, from our own and from programs they pass', async () => {
  const write = (headers: Record<string, string>) =>
    ask('POST', '/granted', { ...json, ...as('full'), ...headers }, JSON.stringify({ sn: 'A' }))
  expect((await write({ origin: 'http://evil.example' })).status).toBe(403)
  expect((await write({ origin: 'null' })).status).toBe(403)
  expect((await write({ origin: `http://127.0.0.1:${listener.port + 1}` })).status).toBe(403)
  expect((await write({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await write({ 'sec-fetch-site': 'same-site' })).status).toBe(403)
  expect(
    (await write({ origin: `http://127.0.0.1:${listener.port}`, 'sec-fetch-site': 'same-origin' })).status,
  ).toBe(200)
  expect((await write({ origin: 'http://localhost:5173' })).status).toBe(200)
  expect((await write({})).status).toBe(200)
})

test('the control API is for its token and for programs on this machine, not for pages', async () => {
  expect((await ask('GET', '/control/thing')).status).toBe(200)
  expect((await ask('GET', '/control/thing', { 'sec-fetch-site': 'same-origin' })).status).toBe(403)
  expect((await ask('GET', '/control/thing', { origin: `http://127.0.0.1:${listener.port}` })).status).toBe(
    403,
  )
  expect((await ask('GET', '/control/thing', { 'x-forwarded-for': '10.0.0.1' })).status).toBe(403)
  expect((await ask('GET', '/control/thing', { authorization: 'Bearer guess' })).status).toBe(403)
  const held = { authorization: `Bearer ${TOKEN}`, 'sec-fetch-site': 'same-origin' }
  expect((await ask('GET', '/control/thing', held)).status).toBe(200)
})

test('a repeated write with one idempotency key runs once and answers the same', async () => {
  const headers = { ...json, ...as('full'), 'idempotency-key': 'k-1' }
  const before = granting
  const [first, second] = await Promise.all([
    ask('POST', '/granted', headers, '{"sn":"A"}'),
    ask('POST', '/granted', headers, '{"sn":"A"}'),
  ])
  const third = await ask('POST', '/granted', headers, '{"sn":"A"}')
  expect(granting).toBe(before + 1)
  expect(second.body).toEqual(first.body)
  expect(third.body).toEqual(first.body)
  expect((await ask('POST', '/granted', headers, '{"sn":"B"}')).status).toBe(409)
})

test('the interface is described, measured and healthy', async () => {
  expect(await ask('GET', '/healthz')).toMatchObject({
    status: 200,
    body: { ok: true, parts: { store: true } },
  })
  const openapi = (await ask('GET', '/openapi.json')).body as unknown as { paths: Record<string, unknown> }
  expect(openapi.paths['/alarm/picture/{id}/{index}']).toBeDefined()
  expect((await ask('GET', '/asyncapi.json')).body).toMatchObject({ asyncapi: '3.0.0' })
  const text = await (await fetch(`http://127.0.0.1:${listener.port}/metrics`)).text()
  expect(text).toContain('backlot_http_request_duration_seconds_count{method="GET",route="/open"}')
  const page = await (await fetch(`http://127.0.0.1:${listener.port}/docs`)).text()
  expect(page).toContain('/api/ptzContorlReq')
})

test('parts of a file are answered as such, behind its end with 416 in our form, several of them whole', async () => {
  const part = async (headers: Record<string, string>, method = 'GET') => {
    const reply = await fetch(`http://127.0.0.1:${listener.port}/file`, { method, headers })
    const { status } = reply
    return [
      status,
      reply.headers.get('content-range'),
      reply.headers.get('content-length'),
      await reply.text(),
    ]
  }
  expect(await part({ range: 'bytes=2-4' })).toEqual([206, 'bytes 2-4/10', '3', '234'])
  expect(await part({ range: 'bytes=-2' })).toEqual([206, 'bytes 8-9/10', '2', '89'])
  expect(await part({ range: 'bytes=2-4', 'if-range': '"1"' })).toEqual([206, 'bytes 2-4/10', '3', '234'])
  expect(await part({ range: 'bytes=2-4', 'if-range': '"2"' })).toEqual([200, null, '10', '0123456789'])
  expect(await part({ range: 'bytes=1-2,4-5' })).toEqual([200, null, '10', '0123456789'])
  expect(await part({ range: 'bytes=2-4' }, 'HEAD')).toEqual([200, null, '10', ''])
  const [status, range, , body] = await part({ range: 'bytes=10-' })
  expect([status, range]).toEqual([416, 'bytes */10'])
  expect(JSON.parse(String(body))).toEqual({
    code: CODES.rangeNotSatisfiable,
    msg: 'The file has 10 bytes; ask for a range within them.',
  })
})
