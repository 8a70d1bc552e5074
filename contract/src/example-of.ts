type Schema = Readonly<Record<string, unknown>>

/** A moment of all examples: 2026-01-01 08:00 in the platform's zone. */
const SECONDS = 1_767_225_600

/** Texts for fields of these names. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^(sn|sns|list|device|devices|mn)$/i, 'EX000011'],
  [/^loginName$/, 'operator'],
  [/(password|sha256)$/i, '5e884898da28047151d0e56f8dc6292773603d0d6aabbd62a11ef721d1542d8a'],
  [/(nameZh|^zh)$/, '示例'],
  [/name|^en$|label|title/i, 'Example'],
  [/colou?r|theme/i, '#409eff'],
  [/ip$|mask$|gateway|dns|addr\d?$|host/i, '192.0.2.10'],
  [/url$/i, 'https://hooks.example.org/alarms'],
  [/email/i, 'duty@example.org'],
  [/phone/i, '13800000000'],
  [/^birthday$/, '1949-12-31'],
  [/date|day$/i, '2026-01-01'],
  [/(time|begin|end|start)$/i, '2026-01-01 08:00:00'],
  [/^script$/, '01 03 00 00 00 01 84 0A'],
  [/^identityCard$/, '11010519491231002X'],
  [/remark|content|notes?|text|because/i, 'An example.'],
  [/^type$/, 'IoAlarm'],
  [/^subType$/, 'SOS'],
  [/path|file/i, '/upload/0123456789abcdef0123456789abcdef.jpg'],
]

/** Further texts, tried in this order where a pattern wants another form. */
const FORMS: readonly string[] = [
  'example',
  'EX000011',
  '1',
  '1,2',
  '08:00',
  '10s',
  '1.0.0',
  '+6h',
  '>= 1',
  '2011',
  '192.0.2.10',
  '#409eff',
  '2026-01-01',
  '13800000000',
  'duty@example.org',
  'a'.repeat(32),
  '0123456789abcdef0123',
  'rtmp://media.example.org/live/gate',
  '/upload/0123456789abcdef0123456789abcdef.jpg',
  '0123456789abcdef0123456789abcdef.jpg',
  '5e884898da28047151d0e56f8dc6292773603d0d6aabbd62a11ef721d1542d8a',
]

/** Numbers for fields of these names. */
const NUMBERS: readonly (readonly [RegExp, number])[] = [
  [/(atMs|nowMs|toMs|At)$/, SECONDS * 1000],
  [/time$/i, SECONDS],
  [/^(lat|latitude)|lat$/i, 39.915],
  [/^(lon|lng|longitude)|lon$/i, 116.404],
  [/^rtspPort$/, 554],
  [/port$/i, 8080],
  [/^(from|on)Minute$/, 480],
  [/^(to|off)Minute$/, 1080],
  [/^fromHour$/, 8],
  [/^toHour$/, 18],
  [/^uploadMinutes$/, 60],
  [/^high$/, 2],
  [/^baudRate$/, 9600],
  [/^sex$/, 0],
  [/pageSize/, 20],
  [/total|count|ids?$|page|version|index|chnId/i, 1],
]

/**
 * An example of a JSON Schema, as schemas of the contract are written: with every property, one item of each list, and
 * texts and numbers that a field of such a name may hold. Equal schemas have equal examples. `name` is the field's.
 */
export function exampleOf(schema: Schema, name = ''): unknown {
  if ('const' in schema) return schema['const']
  if ('default' in schema) return schema['default']
  const values = schema['enum'] as unknown[] | undefined
  if (values) return values[0]
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined
  if (choices) return exampleOf(choices.find(({ type }) => type !== 'null') ?? choices[0]!, name)
  const parts = schema['allOf'] as Schema[] | undefined
  if (parts) return Object.assign({}, ...parts.map((part) => exampleOf(part, name)))
  const types = [schema['type']].flat()
  switch (types.find((type) => type !== 'null') ?? types[0]) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return listOf(schema, name)
    case 'string':
      return textOf(schema, name)
    case 'integer':
    case 'number':
      return numberOf(schema, name)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return {}
  }
}

function objectOf(schema: Schema): object {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>
  const entries = Object.entries(properties).map(([key, field]) => [key, exampleOf(field, key)] as const)
  const more = schema['additionalProperties']
  if (entries.length > 0 || typeof more !== 'object') return Object.fromEntries(entries)
  return Object.keys(more as Schema).length === 0 ? {} : { example: exampleOf(more as Schema, 'example') }
}

function listOf(schema: Schema, name: string): unknown[] {
  const places = schema['prefixItems'] as Schema[] | undefined
  if (places) return places.map((place) => exampleOf(place, name))
  const { minItems = 1, maxItems = 1 } = schema as Record<string, number>
  const items = (schema['items'] ?? {}) as Schema
  const kinds = (items['anyOf'] ?? items['oneOf']) as Schema[] | undefined
  // A list of things of several kinds has one of each.
  if (kinds?.every(({ type }) => type === 'object') && kinds.length <= maxKinds(schema))
    return kinds.map((kind) => exampleOf(kind, name))
  const item = exampleOf(items, name)
  return Array.from({ length: Math.min(Math.max(1, minItems), Math.max(maxItems, minItems)) }, () => item)
}

const maxKinds = ({ maxItems = Number.POSITIVE_INFINITY }: Schema): number => Number(maxItems)

function textOf(schema: Schema, name: string): string {
  const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern'], 'u') : /^/
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema as Record<string, number>
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength && pattern.test(text)
  const named = TEXTS.filter(([names]) => names.test(name)).map(([, text]) => text)
  const found = [...named, ...FORMS].find(fits)
  return found ?? 'x'.repeat(minLength)
}

function numberOf(schema: Schema, name: string): number {
  const { minimum, maximum, exclusiveMinimum, multipleOf } = schema as Record<string, number | undefined>
  const low = minimum ?? (exclusiveMinimum === undefined ? -Infinity : exclusiveMinimum + 1)
  const high = maximum ?? Infinity
  const named = NUMBERS.find(([names, number]) => names.test(name) && number >= low && number <= high)
  const number = named?.[1] ?? Math.min(high, Math.max(low, 1))
  return [schema['type']].flat().includes('integer') || multipleOf === 1 ? Math.round(number) : number
}
