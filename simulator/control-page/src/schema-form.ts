/** A form drawn from a JSON Schema of an object: one field for each of its properties. */
import { h } from './dom.ts'
import { choice, type Field, field, tick, words } from './forms.ts'
import { lang, t } from './words.ts'

export type Schema = {
  type?: string
  description?: string
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  enum?: readonly (string | number)[]
  const?: string | number | boolean
  anyOf?: readonly Schema[]
  items?: Schema
  default?: unknown
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
}

export type SchemaForm = {
  element: HTMLElement
  isEmpty: boolean
  /** What was filled in; what was left empty is left out. Throws a SyntaxError for JSON that is none. */
  value(): Record<string, unknown>
  /** Says what is wrong with a property; without a name all complaints go. */
  complain(name?: string, text?: string): void
}

type Drawn = { element: HTMLElement; value(): unknown; complain(text: string | undefined): void }

export function schemaForm(schema: Schema): SchemaForm {
  const drawn = new Map<string, Drawn>()
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    drawn.set(name, draw(name, property, schema.required?.includes(name) ?? false))
  }
  return {
    element: h('div', { class: 'fields' }, ...[...drawn.values()].map(({ element }) => element)),
    isEmpty: drawn.size === 0,
    value: () =>
      Object.fromEntries(
        [...drawn]
          .map(([name, one]) => [name, one.value()] as const)
          .filter(([, value]) => value !== undefined),
      ),
    complain(name, text) {
      for (const [key, one] of drawn) one.complain(key === name ? text : undefined)
    },
  }
}

function draw(name: string, schema: Schema, isRequired: boolean): Drawn {
  const { label, unit } = labelOf(name)
  const choices =
    schema.enum ?? schema.anyOf?.flatMap((one) => (one.const === undefined ? [] : [one.const as string]))
  if (choices && choices.length > 0) {
    const list = choices.map((value) => [String(value), String(value)] as const)
    const one = choice(
      label,
      isRequired || schema.default !== undefined ? list : [['', t('fleet.byDefault')], ...list],
      {
        value: asText(schema.default),
      },
    )
    const value = () => choices.find((each) => String(each) === one.input.value)
    return withField(one, value, schema)
  }
  if (schema.type === 'boolean') {
    const one = tick(label, schema.default === true)
    if (schema.description) one.box.title = schema.description
    return {
      element: h('div', { class: 'field' }, one.box),
      value: () => one.input.checked,
      complain: () => {},
    }
  }
  if (schema.type === 'number' || schema.type === 'integer') {
    const one = field(label, {
      type: 'number',
      min: schema.minimum ?? schema.exclusiveMinimum,
      max: schema.maximum,
      step: schema.type === 'integer' ? 1 : 'any',
      value: asText(schema.default),
      ...(unit === undefined ? {} : { unit }),
    })
    return withField(one, () => (one.input.value.trim() === '' ? undefined : Number(one.input.value)), schema)
  }
  if (schema.type === 'array' && (schema.items?.type === 'string' || schema.items?.enum)) {
    const one = field(label, {
      placeholder: t('faults.commas'),
      value: (schema.default as string[] | undefined)?.join(', '),
    })
    const value = () => (words(one.input.value).length > 0 ? words(one.input.value) : undefined)
    return withField(one, value, schema)
  }
  if (schema.type === 'string') {
    const one = field(label, { value: asText(schema.default) })
    return withField(one, () => (one.input.value === '' ? undefined : one.input.value), schema)
  }
  const one = field(label, {
    placeholder: t('faults.json'),
    value: schema.default === undefined ? undefined : JSON.stringify(schema.default),
  })
  return withField(
    one,
    () => (one.input.value.trim() === '' ? undefined : (JSON.parse(one.input.value) as unknown)),
    schema,
  )
}

function withField(one: Field, value: () => unknown, { description }: Schema): Drawn {
  if (description) one.box.title = description
  return { element: one.box, value, complain: one.complain }
}

const asText = (value: unknown) => (value === undefined || value === null ? undefined : String(value))

/** Units stand at the ends of the names. */
const UNITS: readonly (readonly [ending: string, unit: string])[] = [
  ['Ms', 'ms'],
  ['PerSecond', '/ s'],
  ['Kbps', 'kbit/s'],
  ['Percent', '%'],
  ['Bytes', 'B'],
  ['Deg', '°'],
  ['Db', 'dB'],
]

function labelOf(name: string): { label: string; unit?: string } {
  const found = UNITS.find(([ending]) => name.endsWith(ending) && name.length > ending.length)
  const bare = found ? name.slice(0, -found[0].length) : name
  const spoken = PARAMETER_WORDS[bare] && lang() === 'zh' ? PARAMETER_WORDS[bare] : inWords(bare)
  return found ? { label: spoken, unit: found[1] } : { label: spoken }
}

/** 'delayMs' is read 'Delay'. */
function inWords(name: string): string {
  const text = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const PARAMETER_WORDS: Readonly<Record<string, string>> = {
  delay: '延迟',
  jitter: '抖动',
  status: '状态码',
  code: '返回码',
  message: '消息',
  msg: '消息',
  refuseFor: '拒绝时长',
  period: '周期',
  cycle: '周期',
  every: '每隔',
  after: '延后',
  for: '持续',
  chunk: '分块',
  chunks: '分块数',
  size: '大小',
  rate: '速率',
  bytes: '字节',
  keep: '保留',
  by: '偏移',
  jump: '跳变',
  codec: '编码',
  trouble: '问题',
  amount: '程度',
  topics: '主题',
  kinds: '类型',
  count: '数量',
  gap: '间隔',
}
