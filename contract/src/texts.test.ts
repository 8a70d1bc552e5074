import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AnyCall } from './call.ts'
import { ALL_CALLS } from './calls.ts'
import { ServerFrame } from './channel/frames.ts'
import { TalkClientFrame, TalkServerFrame } from './talk/frames.ts'
import { asOneLine, brokenTextRule, lines, oneLine } from './texts.ts'

/** NUL, escape, delete, a control of C1, a lone surrogate, marks of direction, invisible spaces. */
const HOSTILE = [
  '\0',
  '\x1b',
  '\x7f',
  '\x85',
  '\ud800',
  '\udc00',
  '\u202e',
  '\u2066',
  '\u200f',
  '\u061c',
  '\u200b',
  '\ufeff',
]
const BREAKS = ['\n', '\t', '\u2028', '\u2029']
const around = (sign: string) => `ab${sign}cd`

describe('a text that people write', () => {
  it('is in any script, with joined letters and signs', () => {
    for (const text of ['东风路摄像头', 'Ñandú №5', 'می‌خواهم', '👩‍👩‍👧', 'क्‍ष', '❤️', '\ue000'])
      for (const schema of [oneLine(1, 64), lines(1, 64)])
        expect(schema.safeParse(text), text).toMatchObject({ success: true, data: text })
  })

  it.each(HOSTILE)('holds no %j, and says so', (sign) => {
    for (const [schema, rule] of [
      [oneLine(1, 64), 'oneLine'],
      [lines(1, 64), 'lines'],
    ] as const) {
      const [issue] = schema.safeParse(around(sign)).error!.issues
      expect(brokenTextRule(issue!)).toBe(rule)
    }
    expect(brokenTextRule(oneLine(1, 3).safeParse('long').error!.issues[0]!)).toBeUndefined()
  })

  it.each(['', 'u'])('is judged the same by tools that read its pattern with the flags %j', (flags) => {
    for (const make of [oneLine, lines]) {
      const { pattern = '' } = z.toJSONSchema(make(1, 64))
      const read = new RegExp(pattern, flags)
      for (const sign of [...HOSTILE, ...BREAKS, '😀', '\u200d', 'ß', '\u{20000}'])
        expect(read.test(around(sign)), JSON.stringify(sign)).toBe(
          make(1, 64).safeParse(around(sign)).success,
        )
    }
  })

  it.each(BREAKS)('has %j only where it has lines', (sign) => {
    expect(oneLine(1, 64).safeParse(around(sign)).success).toBe(false)
    expect(lines(1, 64).safeParse(around(sign)).success).toBe(true)
  })
})

/** Names of existing things: others are not found. And names of a route or a picture. */
const LOOKUPS =
  /(^|\.)(sn|sns|list|devices?|accounts|paths?|path|kinds|types?|subType|alarmSeq|requestId|sessionId|downloadId|groupId|stormId|fleetId|runId|callId|memberId|ids|fid|target|targets|photos|logo|version|versions|loginName|projectName|verifycode|verifyKey|codes?|scenario|fault|group|of|at|near|past|chase|setting|quantity|models|district|road|worksite|parent|endFaults|removeFleet|key|script|id)$/
/** Texts of several lines. */
const SEVERAL = /(config|value|remark|content|notes?|note\.(?:en|zh)|because|text)$/

/** Coordinates of a recorded track, not a text for people: up to four million characters. */
const POLYLINE = /addFleet\.tracks\.list\.path$/

type Leaf = { path: string; schema: z.ZodType }

/** Texts of an input, with the path of each. */
function textsOf(schema: unknown, path: string): Leaf[] {
  if (schema instanceof z.ZodString) return [{ path, schema }]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) => textsOf(field, `${path}.${key}`))
  if (schema instanceof z.ZodArray) return textsOf(schema.element, path)
  if (schema instanceof z.ZodRecord) return textsOf(schema.valueType, `${path}.*`)
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((item) => textsOf(item, path))
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => textsOf(option, path))
  if (schema instanceof z.ZodPipe)
    return schema.in instanceof z.ZodString ? [{ path, schema }] : textsOf(schema.in, path)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return textsOf(schema.unwrap(), path)
  return []
}

const inputsOf = (call: AnyCall): Leaf[] => [
  ...textsOf(call.query, call.name),
  ...textsOf(call.body, call.name),
]

describe('the contract', () => {
  const written = [
    ...ALL_CALLS.filter(({ writes }) => writes).flatMap(inputsOf),
    ...textsOf(TalkClientFrame, 'talk'),
  ].filter(({ path }) => path === 'users.add.loginName' || !LOOKUPS.test(path))

  it('lets no such character into any text that is kept', () => {
    expect(written.map(({ path }) => path)).toContain('roles.add.name')
    expect(written.length).toBeGreaterThan(60)
    const open = written.flatMap(({ path, schema }) => {
      const signs = SEVERAL.test(path) ? HOSTILE : [...HOSTILE, ...BREAKS]
      const passed = signs.filter((sign) => schema.safeParse(around(sign)).success)
      return passed.length > 0 ? [`${path}: ${JSON.stringify(passed)}`] : []
    })
    expect(open).toEqual([])
  })

  it('bounds every text that comes in', () => {
    const endless = ALL_CALLS.flatMap(inputsOf).filter(
      ({ path, schema }) => schema.safeParse('a'.repeat(POLYLINE.test(path) ? 4_000_001 : 20_000)).success,
    )
    expect(endless.map(({ path }) => path)).toEqual([])
  })

  it('reads what was kept before', () => {
    const answers = [
      ...ALL_CALLS.flatMap(({ name, data }) => textsOf(data, name)),
      ...textsOf(ServerFrame, 'channel'),
      ...textsOf(TalkServerFrame, 'talk'),
    ]
    const strict = answers.filter(({ schema }) => {
      const [issue] = schema.safeParse(around('\0')).error?.issues ?? []
      return issue && brokenTextRule(issue) !== undefined
    })
    expect(strict.map(({ path }) => path)).toEqual([])
  })
})

it('is a name with two Chinese characters wherever a call takes a name', () => {
  const refused: string[] = []
  const names: string[] = []
  for (const call of ALL_CALLS as readonly AnyCall[]) {
    if (!(call.body instanceof z.ZodObject)) continue
    const shape = call.body.shape as Record<string, z.ZodType>
    for (const [field, schema] of Object.entries(shape)) {
      // Login names and file names have characters of their own.
      if (!/^name(Zh|En)?$/.test(field)) continue
      names.push(call.name)
      if (!schema.safeParse('张伟').success) refused.push(`${call.name} ${field}`)
    }
  }
  expect(refused).toEqual([])
  expect(names.length).toBeGreaterThan(20)
})

it('a text of others, cut to one line, is taken or empty', () => {
  const others = fc
    .array(fc.constantFrom(...HOSTILE, ...BREAKS, 'a', ' ', '东', '👩', '\ue000'))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(others, fc.integer({ min: 1, max: 20 }), (text, max) => {
      const cut = asOneLine(text, max)
      if (cut !== '') expect(oneLine(1, max).parse(cut)).toBe(cut)
    }),
  )
  expect(asOneLine('东门\n👩', 5)).toBe('东门 👩')
  expect(asOneLine('东门\n👩', 4)).toBe('东门')
})
