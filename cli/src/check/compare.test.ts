import { expect, test } from 'vitest'
import { z } from 'zod'
import { Comparer } from './compare.ts'
import { sentSchema } from './json-schema.ts'

const Row = z.object({
  sn: z.string().min(1),
  state: z.number().int().min(0).max(2),
  level: z.enum(['low', 'high']),
  note: z.string().optional(),
  endTime: z.number().nullable(),
  pair: z.union([z.literal(1), z.literal(2)]).default(1),
})
const Page = z.object({ list: z.array(Row), total: z.number().int() })
const good = { sn: 'A', state: 1, level: 'low', endTime: null, pair: 2 }

/** `kind field count/of seen` of all differences. */
function differencesOf(schema: z.ZodType, ...values: unknown[]) {
  const comparer = new Comparer(sentSchema(schema))
  for (const value of values) comparer.add(value)
  return comparer
    .result()
    .differences.map(({ kind, field, count, of, seen }) => `${kind} ${field} ${count}/${of} ${seen}`)
}

test('a value as the schema says has no difference, and its fields are counted', () => {
  const { differences, present, absent } = new Comparer(sentSchema(Page))
    .add({ list: [good, { ...good, note: 'x' }], total: 2 })
    .result()
  expect(differences).toEqual([])
  expect(present).toContain('list[].sn')
  expect(present).toContain('list[].note')
  expect([...absent]).toEqual([])
})

test('everything that is other is told, not the first', () => {
  const { sn: _, ...nameless } = good
  const rows = [
    good,
    { ...nameless, name: 'x' },
    { ...good, state: 7 },
    { ...good, state: '1', level: 'mid' },
  ]
  expect(differencesOf(Page, { list: rows, total: 2.5 })).toEqual([
    'missing list[].sn 1/4 nothing',
    'extra list[].name 1/1 text of 1 character',
    'range list[].state 1/4 whole number 7',
    'type list[].state 1/4 text of 1 character',
    'range list[].level 1/4 "mid"',
    'type total 1/1 number 2.5',
  ])
})

test('one bad row is found and its place is said', () => {
  const { differences } = new Comparer(sentSchema(Page))
    .add({ list: [...Array(17).fill(good), { ...good, endTime: 'late' }], total: 18 })
    .result()
  expect(differences).toMatchObject([{ kind: 'type', places: ['list[17].endTime'], count: 1, of: 18 }])
  expect(differences[0]?.expected).toBe('number or null')
})

test('of a union the alternative that is meant counts', () => {
  const Shape = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('circle'), radius: z.number() }),
    z.object({ kind: z.literal('box'), width: z.number(), height: z.number() }),
  ])
  expect(differencesOf(Shape, { kind: 'box', width: 1 })).toEqual(['missing height 1/1 nothing'])
  expect(differencesOf(Shape, { kind: 'star', points: 5 })).toEqual(['range kind 1/1 "star"'])
  expect(differencesOf(Shape, 'box')).toEqual(['type  1/1 text of 3 characters'])
  const Either = z.union([z.object({ a: z.string(), b: z.string() }), z.object({ c: z.string() })])
  expect(differencesOf(Either, { a: 'x', b: 1 })).toEqual(['type b 1/1 whole number 1'])
  expect(differencesOf(z.object({ pair: z.union([z.literal(1), z.literal(2)]) }), { pair: 3 })).toEqual([
    'range pair 1/1 whole number 3',
  ])
})

test('maps, tuples, loose objects and null where nothing may be', () => {
  const Data = z.object({
    counts: z.record(z.string(), z.number().int()),
    bounds: z.tuple([z.number(), z.number()]),
    rest: z.object({ a: z.string() }).loose(),
    deep: z.object({ x: z.string() }).nullable().optional(),
  })
  expect(
    differencesOf(Data, {
      counts: { a: 1, b: 'two' },
      bounds: [1, 'x'],
      rest: { a: 'y', more: true },
      deep: null,
    }),
  ).toEqual(['type counts.* 1/1 text of 3 characters', 'type bounds[] 1/1 text of 1 character'])
  expect(differencesOf(Data, null)).toEqual(['type  1/1 null'])
})

test('a schema that refers to itself is followed', () => {
  type Tree = { name: string; children?: Tree[] | undefined }
  const Node: z.ZodType<Tree> = z.lazy(() =>
    z.object({ name: z.string(), children: z.array(Node).optional() }),
  )
  expect(differencesOf(Node, { name: 'a', children: [{ name: 'b', children: [{ name: 3 }] }] })).toEqual([
    'type children[].children[].name 1/1 whole number 3',
  ])
})
