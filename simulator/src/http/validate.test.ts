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
    [{ count: 0 }, /^count: Too small: expected number to be >=1$/, /^count: 数值过小：/],
    [
      { count: 'a' },
      /^count: Invalid input: expected number, received string$/,
      /^count: 无效输入：期望 数字/,
    ],
    [{ count: 1, name: 'a\nb' }, /^name: it must be one line/, /^name: 只能有一行/],
  ] as const) {
    expect(refusalOf(schema, value, 'en')).toMatchObject({ code: 400, message: expect.stringMatching(en) })
    expect(refusalOf(schema, value, 'zh')).toMatchObject({ code: 400, message: expect.stringMatching(zh) })
    expect(refusalOf(schema, value, 'zh').field).toBe(refusalOf(schema, value, 'en').field)
  }
})

it('a rule that the contract words itself is refused in Chinese too', () => {
  const schema = z.object({ ports: z.number().refine(() => false, 'the two ports differ') })
  expect(refusalOf(schema, { ports: 1 }, 'zh').message).toBe('ports: 两个端口不能相同')
  expect(refusalOf(schema, { ports: 1 }, 'en').message).toBe('ports: the two ports must differ')
  for (const words of ['a rectangle has 2 to 2 points', 'at most 64 parameters', 'some of a, b'])
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

/** The words of a schema's own rules, wherever in it they stand. */
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
