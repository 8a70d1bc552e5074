import { expect, test } from 'vitest'
import { z } from 'zod'
import { type JsonSchema, schemaText } from './schema-text.ts'

const textOf = (schema: z.ZodType) => schemaText(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema)

test('objects show what is optional, its limits and its default', () => {
  const schema = z.object({
    sn: z.string().min(1).max(64),
    page: z.number().int().min(1).default(1),
    list: z.array(z.object({ id: z.number().int() })).max(9),
  })
  expect(textOf(schema)).toBe(
    [
      '{',
      '  sn: string 1–64',
      '  page?: integer ≥ 1 = 1',
      '  list: {',
      '    id: integer',
      '  }[] ≤ 9',
      '}',
    ].join('\n'),
  )
})

test('choices, constants and tuples are written as in TypeScript', () => {
  expect(textOf(z.union([z.literal(5), z.enum(['a', 'b'])]))).toBe('5 | "a" | "b"')
  expect(textOf(z.array(z.union([z.string(), z.number()])))).toBe('(string | number)[]')
  expect(textOf(z.tuple([z.number(), z.string()]))).toBe('[number, string]')
  expect(textOf(z.record(z.string(), z.number()))).toBe('{\n  [name]: number\n}')
})
