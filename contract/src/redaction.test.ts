import { expect, it } from 'vitest'
import { z } from 'zod'
import { PLATFORM_CALLS } from './calls.ts'
import { ChannelMessage, ClientFrame, ServerFrame } from './channel/frames.ts'
import { isSecretField, isSecretParam, personalKind } from './redaction.ts'

/** Names of all fields of the contract, in calls and on the channel. */
const names = new Set<string>()
for (const { query, body, data } of PLATFORM_CALLS) for (const schema of [query, body, data]) collect(schema)
for (const schema of [ChannelMessage, ClientFrame, ServerFrame]) collect(schema)

function collect(schema: z.ZodType): void {
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('properties' in node) for (const name of Object.keys(node.properties as object)) names.add(name)
    for (const inner of Object.values(node)) walk(inner)
  }
  walk(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }))
}

it('every field of the contract that sounds like a secret is one, but for figures', () => {
  const sounds = [...names].filter((name) =>
    /passw|pwd|token|secret|session|verify|captcha|cookie|authoriz/i.test(name),
  )
  expect(sounds.length).toBeGreaterThan(4)
  expect(sounds.filter((name) => !isSecretField(name))).toEqual(['passwordValidDays', 'sessions'])
})

it('every field of the contract that tells of a person is on the list', () => {
  const persons =
    /^(login|user|creator|owner|sender|assignee|processing|audit)Name$|phone$|phoneNumber|mail|identity|^card$|birth|installer|^addr$/i
  const found = [...names].filter((name) => persons.test(name))
  expect(found.length).toBeGreaterThan(12)
  expect(found.filter((name) => personalKind(name, []) === undefined)).toEqual([])
})

it("a name is a person's beside the marks of one only; writing does not matter", () => {
  expect(personalKind('name', ['sn', 'name'])).toBeUndefined()
  expect(personalKind('name', ['login_name', 'name'])).toBe('name')
  expect([
    personalKind('PHONE_NUMBER', []),
    isSecretField('refresh_token'),
    isSecretField('X-Api-Key'),
  ]).toEqual(['phone', true, true])
  expect(['sn', 'type', 'key', 'sign', 'code', 'startTime'].map(isSecretParam)).toEqual([
    false,
    false,
    true,
    true,
    false,
    false,
  ])
})
