import type { AnyCall } from '@backlot/contract/call'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestPlatform, hash, PASSWORD, type TestPlatform } from './test-platform.test-support.ts'

type Client = Awaited<ReturnType<TestPlatform['signIn']>>
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

const FOREIGN = 'S-PTZ'
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
  return [{ name: call.name, call, query: query && sampleOf(query), body: body && sampleOf(body) }]
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

const ask = (client: Client, { call, query, body }: (typeof AIMED)[number]) => {
  const search = new URLSearchParams(
    Object.entries((query ?? {}) as Record<string, unknown>).map(([key, value]): [string, string] => [
      key,
      String(value),
    ]),
  )
  const path = `${call.path.replace(/:sn\b/, FOREIGN).replace(/:\w+/g, '1')}?${search}`
  return call.method === 'GET' ? client.get(path) : client.post(path, body ?? {})
}

describe('an account that may do everything, bound to one group, names a device of another', () => {
  test.each(AIMED)('$name tells and changes nothing of it', async (row) => {
    const changes = () => platform.directory.deviceBySn(FOREIGN)
    const before = JSON.stringify(changes())
    const answer = await ask(north, row)
    const told = JSON.stringify(answer.data ?? null).replaceAll(`"sn":"${FOREIGN}"`, '')
    expect(answer.status).toBeLessThan(500)
    expect(told).not.toMatch(/South|S-PTZ|S-CAR/)
    expect(JSON.stringify(changes())).toBe(before)
    const { list } = (answer.data ?? {}) as { list?: unknown }
    if (answer.code === 0 && Array.isArray(list)) expect(list).toEqual([])
  })

  test('most of these inputs are ones that an account without bounds is answered', async () => {
    const answered: string[] = []
    for (const row of AIMED) if ((await ask(admin, row)).code === 0) answered.push(row.name)
    expect(answered.length).toBeGreaterThan(AIMED.length / 3)
  })
})
