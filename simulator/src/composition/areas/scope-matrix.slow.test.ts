import type { AnyCall } from '@backlot/contract/call'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  AIMED_ROWS,
  addStations,
  type Client,
  FOREIGN,
  foreignFor,
  type Input,
  OWN_ALONE,
  prepareThings,
  type Things,
} from './scope-matrix-rows.test-support.ts'
import { createTestPlatform, hash, PASSWORD, type TestPlatform } from './test-platform.test-support.ts'

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  minimum?: number
  exclusiveMinimum?: number
  minLength?: number
  minItems?: number
  pattern?: string
  default?: unknown
}

const NOW_S = 1_795_140_000

/** The least that a schema takes, aimed at a device of another group. */
function sampleOf(schema: JsonSchema, name = ''): unknown {
  if (name === 'sn') return FOREIGN
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf ?? schema.oneOf
  if (choice) return sampleOf(choice[0]!, name)
  if (name === 'startTime') return NOW_S - 3600
  if (name === 'endTime') return NOW_S - 1800
  if (schema.type === 'object' || schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([key]) => schema.required?.includes(key) || key === 'sn' || key === 'sns')
        .map(([key, of]) => [key, sampleOf(of, key)]),
    )
  if (schema.type === 'array')
    return [name === 'sns' ? FOREIGN : sampleOf(schema.items ?? {}, singular(name))]
  if (schema.type === 'number' || schema.type === 'integer')
    return Math.max(
      schema.minimum ?? 1,
      schema.exclusiveMinimum === undefined ? 1 : schema.exclusiveMinimum + 1,
    )
  if (schema.type === 'boolean') return true
  return 'aaaa'.padEnd(schema.minLength ?? 0, 'a')
}
const singular = (name: string) => (name === 'sn' || name === 'sns' ? 'sn' : '')

const jsonOf = (schema: unknown) =>
  z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema
const aimed = (schema: JsonSchema | undefined): boolean =>
  schema !== undefined && /"sns?":/.test(JSON.stringify(schema.properties ?? schema.items ?? {}))

/** Calls that name a device, each with an input that aims at a device of another group. */
const AIMED = PLATFORM_CALLS.flatMap((call: AnyCall) => {
  const [query, body] = [call.query, call.body].map((schema) => (schema ? jsonOf(schema) : undefined))
  if (call.raw || (!aimed(query) && !aimed(body) && !/:sn\b/.test(call.path))) return []
  return [
    {
      name: call.name,
      call,
      query: (query && sampleOf(query)) as Input['query'],
      body: body && sampleOf(body),
    },
  ]
})

let platform: TestPlatform
let admin: Client
let north: Client
beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
  const user = { loginName: 'chief', name: 'North chief', roleId: 1, nodeId: 1, password: hash(PASSWORD) }
  expect(await admin.post('/user/add', user)).toMatchObject({ code: 0 })
  north = await platform.signIn('chief')
})
afterAll(() => platform[Symbol.asyncDispose]())

const ask = (client: Client, call: AnyCall, { query, body, bytes, type }: Input) => {
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
  )
  const path = `${call.path.replace(/:sn\b/, FOREIGN).replace(/:\w+/g, '1')}?${search}`
  if (bytes) return client.upload(path, bytes, type)
  return call.method === 'GET' ? client.get(path) : client.post(path, body ?? {})
}

describe('an account that may do everything, bound to one group, names a device of another', () => {
  test.each(AIMED)('$name tells and changes nothing of it', async (row) => {
    const changes = () => platform.directory.deviceBySn(FOREIGN)
    const before = JSON.stringify(changes())
    const answer = await ask(north, row.call, row)
    const told = JSON.stringify(answer.data ?? null).replaceAll(`"sn":"${FOREIGN}"`, '')
    expect(answer.status).toBeLessThan(500)
    expect(told).not.toMatch(/South|S-PTZ|S-CAR/)
    expect(JSON.stringify(changes())).toBe(before)
    const { list } = (answer.data ?? {}) as { list?: unknown }
    if (answer.code === 0 && Array.isArray(list)) expect(list).toEqual([])
  })

  test('most of these inputs are ones that an account without bounds is answered', async () => {
    const answered: string[] = []
    for (const row of AIMED) if ((await ask(admin, row.call, row)).code === 0) answered.push(row.name)
    expect(answered.length).toBeGreaterThan(AIMED.length / 3)
  })
})

/** Everything that is stored, except logs, sessions, and the caller's own data; and the tree as it is. */
function everything(of: TestPlatform, callerId: number): string {
  const tables = of.store.read
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .pluck()
    .all() as string[]
  const kept = tables
    .filter((table) => !UNCOUNTED.includes(table))
    .map((table) => {
      const rows = of.store.read.prepare(`SELECT * FROM "${table}"`).all() as Record<string, unknown>[]
      const isOwn = (row: Record<string, unknown>) =>
        [row['user_id'], row['owner_id'], table === 'users' ? row['id'] : undefined].includes(callerId)
      return [table, rows.filter((row) => !isOwn(row))]
    })
  const groups = [...of.records.view.groupsIn(0)]
  const devices = of.records.view.devices()
  return JSON.stringify([kept, groups, [...devices]])
}
/** Logs and sessions: they record refused calls too. */
const UNCOUNTED = ['audit_log', 'log_events', 'sessions', 'sign_in_failures', 'service_samples']
const REFUSED = [404, 40003]

const WRITING = PLATFORM_CALLS.filter(({ writes }) => writes)
const generated = (call: AnyCall): Input | undefined => {
  const aim = AIMED.find(({ name }) => name === call.name)
  if (aim) {
    const { query, body } = aim
    return JSON.parse(JSON.stringify({ query, body }).replaceAll(FOREIGN, foreignFor(call.name))) as Input
  }
  if (call.changes !== 'platform') return undefined
  if (call.raw?.request) return { bytes: Buffer.from('a'), type: call.raw.request.at(-1)! }
  return { body: sampleOf(jsonOf(call.body)) }
}
const inputOf = (call: AnyCall, things: Things): Input | undefined =>
  AIMED_ROWS[call.name]?.(things) ?? generated(call)
/** Removals go last, and containers last of all. */
const lateness = ({ name }: AnyCall): number => {
  if (!/delete|stop|cancel|withdraw/i.test(name) || name.endsWith('Devices')) return 0
  if (name === 'deviceAdmin.delete') return 3
  return name.startsWith('deviceAdmin.') ? 2 : 1
}
const isOwnAlone = ({ name }: AnyCall) => name in OWN_ALONE

describe('an account that may do everything, bound to one group', () => {
  let other: TestPlatform
  let owner: Client
  let chief: Client
  let chiefId: number
  let things: Things
  beforeAll(async () => {
    other = await createTestPlatform({ push: { allowed: ['192.0.2.1'] } })
    addStations(other)
    owner = await other.signIn('admin')
    things = await prepareThings(other, owner)
    const user = { loginName: 'chief', name: 'North chief', roleId: 1, nodeId: 1, password: hash(PASSWORD) }
    chiefId = ((await owner.post('/user/add', user)).data as { userId: number }).userId
    chief = await other.signIn('chief')
  })
  afterAll(() => other[Symbol.asyncDispose]())

  test.each(WRITING.filter((call) => !isOwnAlone(call)))(
    '$name is refused for a thing of somebody else, which stays as it was',
    async (call) => {
      const input = inputOf(call, things)
      expect(input, `${call.name} has no row in scope-matrix-rows.test-support.ts`).toBeDefined()
      const before = everything(other, chiefId)
      const answer = await ask(chief, call, input!)
      expect(REFUSED, `${answer.code} ${answer.msg}`).toContain(answer.code)
      if (call.changes === 'platform') expect(answer.code).toBe(40003)
      expect(everything(other, chiefId)).toBe(before)
    },
  )

  test.each(WRITING.filter(isOwnAlone))('$name changes what is its own alone', async (call) => {
    expect(call.changes).toBe('own')
    const before = everything(other, chiefId)
    const answer = await ask(chief, call, OWN_ALONE[call.name]!)
    expect(REFUSED).not.toContain(answer.code)
    expect(everything(other, chiefId)).toBe(before)
  })

  test('the same inputs are refused to nobody who owns or sees all of it', async () => {
    const refused: string[] = []
    const inOrder = WRITING.filter((one) => !isOwnAlone(one)).sort((a, b) => lateness(a) - lateness(b))
    for (const call of inOrder) {
      const { code, msg } = await ask(owner, call, inputOf(call, things)!)
      // Things that all groups share are refused before they are looked up.
      if (code === 40003 || (code === 404 && call.changes !== 'platform'))
        refused.push(`${call.name} ${code} ${msg}`)
    }
    expect(refused).toEqual([])
  })

  test('every row is of a writing call', () => {
    const names = WRITING.map(({ name }) => name)
    for (const name of [...Object.keys(AIMED_ROWS), ...Object.keys(OWN_ALONE)]) expect(names).toContain(name)
  })
})
