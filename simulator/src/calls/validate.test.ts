import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { oneLine } from '@backlot/contract/texts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Language } from '../kernel/language.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import { inputRuleText } from './input-rules.ts'
import { validate } from './validate.ts'

/** Why a value is refused. */
function refusalOf(schema: z.ZodType, value: unknown, language: Language): PlatformError {
  try {
    validate(schema, value, 'body')
  } catch (error) {
    if (error instanceof PlatformError) return error.inLanguage(language)
  }
  throw new Error('it was taken')
}

it('a refused input is worded in the language of the caller, with its field and its code', () => {
  const schema = z.object({ count: z.number().min(1), name: oneLine(1, 8).optional() })
  for (const [value, en, zh] of [
    [{ count: 0 }, /^count: must be 1 or more$/, /^count: 不能小于 1$/],
    [{ count: 'a' }, /^count: must be a number$/, /^count: 应为数字$/],
    [{ count: 1, name: 'a\nb' }, /^name: must be one line/, /^name: 只能有一行/],
  ] as const) {
    expect(refusalOf(schema, value, 'en')).toMatchObject({ code: 400, message: expect.stringMatching(en) })
    expect(refusalOf(schema, value, 'zh')).toMatchObject({ code: 400, message: expect.stringMatching(zh) })
    expect(refusalOf(schema, value, 'zh').field).toBe(refusalOf(schema, value, 'en').field)
  }
})

it('what zod refuses is said as people say it', () => {
  const kind = z.enum(['car', 'bus'])
  for (const [schema, value, en, zh] of [
    [z.string(), undefined, 'it is missing', '缺失'],
    [z.number().int(), 1.5, 'must be a whole number', '应为整数'],
    [z.boolean(), 'a', 'must be true or false', '应为 true 或 false'],
    [z.string().min(1), '', 'must not be empty', '不能为空'],
    [z.string().min(4), 'abc', 'at least 4 characters are needed', '至少要有 4 个字符'],
    [z.string().max(2), 'abc', 'at most 2 characters are allowed', '最多 2 个字符'],
    [z.array(z.number()).min(1), [], 'at least one entry is needed', '至少要有一项'],
    [z.array(z.number()).max(1), [1, 2], 'at most 1 entry is allowed', '最多 1 项'],
    [z.number().max(7), 8, 'must be 7 or less', '不能大于 7'],
    [z.number().gt(0), 0, 'must be more than 0', '应大于 0'],
    [z.number().lt(1), 1, 'must be less than 1', '应小于 1'],
    [z.number().multipleOf(5), 7, 'must be a multiple of 5', '应为 5 的倍数'],
    [kind, 'tram', 'must be one of car, bus', '应为以下之一：car, bus'],
    [z.literal(1), 2, 'must be 1', '应为 1'],
    [z.string().regex(/^a+$/), 'b', 'must match /^a+$/', '格式不正确，应符合 /^a+$/'],
    [z.strictObject({}), { a: 1 }, 'there is no field a', '没有字段 a'],
    [z.union([z.string(), z.number()]), true, 'it is not valid', '无效'],
  ] as const) {
    const refused = (language: Language) =>
      refusalOf(z.object({ it: schema }), { it: value }, language).message
    expect(refused('en')).toBe(`it: ${en}`)
    expect(refused('zh')).toBe(`it: ${zh}`)
  }
})

it('a rule that the contract words itself is refused in Chinese too', () => {
  const schema = z.object({ ports: z.number().refine(() => false, 'the two ports must differ') })
  expect(refusalOf(schema, { ports: 1 }, 'zh').message).toBe('ports: 两个端口不能相同')
  expect(refusalOf(schema, { ports: 1 }, 'en').message).toBe('ports: the two ports must differ')
  for (const words of ['a rectangle needs 2 to 2 points', 'at most 64 parameters', 'must be some of a, b'])
    expect(inputRuleText(words, 'zh')).toMatch(/\p{Script=Han}/u)
})

it('every rule that a call of the platform words has Chinese words', () => {
  const words = new Set(
    PLATFORM_CALLS.flatMap(({ query, body, params }) => [query, body, params]).flatMap((schema) =>
      schema ? [...wordsIn(schema)] : [],
    ),
  )
  expect(words.size).toBeGreaterThan(15)
  const own = [...words].filter((text) => !TEXT_RULES.has(text))
  expect(own.filter((text) => !/\p{Script=Han}/u.test(inputRuleText(text, 'zh')))).toEqual([])
})
/** Worded in messages.ts. */
const TEXT_RULES = new Set([
  'one line, without control characters and invisible marks',
  'no control characters and no invisible marks',
  'digits, letters and underscores only',
])

type Inner = { def?: Record<string, unknown>; _zod?: { def?: Record<string, unknown> } }

/** Texts of a schema's own rules, anywhere in it. */
function* wordsIn(value: unknown, seen = new Set<unknown>()): Generator<string> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const { _zod, def = _zod?.def } = value as Inner
  if (def) {
    const { error } = def
    const said: unknown = typeof error === 'function' ? (error as (issue: object) => unknown)({}) : undefined
    if (typeof said === 'string') yield said
  }
  for (const part of def ? Object.values(def) : Array.isArray(value) ? value : Object.values(value))
    yield* wordsIn(part, seen)
}
