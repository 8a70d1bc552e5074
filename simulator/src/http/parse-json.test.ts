import { expect, test } from 'vitest'
import { JSON_DEPTH_MAX, JsonFault, parseJson } from './parse-json.ts'

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
