import { expect, test } from 'vitest'
import { JSON_DEPTH_MAX, JSON_KEYS_MAX, JSON_VALUES_MAX, JsonFault, parseJson } from './parse-json.ts'

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('JSON is parsed as it stands, brackets and quotation marks in its texts too', () => {
  for (const value of [{ a: [1, { b: '}]"\\' }] }, '[[[['.repeat(40), null, { '"': '\\"[' }])
    expect(parseJson(JSON.stringify(value))).toEqual(value)
})

test('what is nested too deep is refused before anything is made of it, and no stack runs out', () => {
  expect(parseJson(lists(JSON_DEPTH_MAX))).toBeDefined()
  for (const text of [lists(JSON_DEPTH_MAX + 1), '['.repeat(500_000), '{"a":'.repeat(100_000)])
    expect(() => parseJson(text)).toThrow(JsonFault)
})

test('keys that reach a prototype are refused, however they are written and wherever they stand', () => {
  for (const text of [
    '{"__proto__":{"isAdmin":true}}',
    '{"a":[{"\\u005f_proto__":1}]}',
    '{"constructor":{"prototype":{}}}',
    '[{"constr\\u0075ctor":1}]',
  ])
    expect(() => parseJson(text), text).toThrow(/is not allowed/)
  expect(parseJson('{"name":"constructor"}')).toEqual({ name: 'constructor' })
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

test('what is no JSON is a fault with the reason', () => {
  for (const text of ['', '{', '{"a":1,}', 'NaN', '"']) expect(() => parseJson(text), text).toThrow(JsonFault)
})

const rows = (count: number, row: string) => `[${Array.from({ length: count }, () => row).join()}]`
const keyed = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `"k${from + n}":1`)

test('more different keys than the contract has are refused, in one object or in many', () => {
  expect(Object.keys(parseJson(`{${keyed(JSON_KEYS_MAX).join()}}`) as object)).toHaveLength(JSON_KEYS_MAX)
  for (const text of [
    `{${keyed(JSON_KEYS_MAX + 1).join()}}`,
    `{${keyed(60_000).join()}}`,
    `[${keyed(JSON_KEYS_MAX + 1)
      .map((pair) => `{${pair}}`)
      .join()}]`,
  ])
    expect(() => parseJson(text)).toThrow(new JsonFault('it has more than 2000 different keys'))
})

test('more values than the largest call carries are refused, whatever they are', () => {
  const alarm = `{${keyed(60).join()}}`
  expect(parseJson(rows(1000, alarm))).toHaveLength(1000)
  for (const row of ['1', '{}', '[]', '"a"', '[[[[]]]]', alarm]) {
    expect(() => parseJson(rows(JSON_VALUES_MAX + 1, row)), row).toThrow(/more than 100000 values/)
  }
})
