import { Field, Tick } from '../form.tsx'
import { useControl } from '../store.ts'
import { t } from '../text.ts'

/** Parts of a JSON Schema that are read. */
export type Schema = {
  type?: string
  description?: string
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  enum?: readonly (string | number)[]
  const?: string | number
  anyOf?: readonly Schema[]
  items?: Schema
  default?: unknown
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
}

/** One field for each property of an object. */
export function SchemaFields({ schema, within }: { schema: Schema; within: string }) {
  const properties = Object.entries(schema.properties ?? {})
  if (properties.length === 0) return <p className="note">{t('faults.noParameters')}</p>
  return (
    <div className="fields">
      {properties.map(([name, property]) => (
        <PropertyField
          key={name}
          {...labelOf(name)}
          name={`${within}.${name}`}
          schema={property}
          isRequired={schema.required?.includes(name) ?? false}
        />
      ))}
    </div>
  )
}

type PropertyProps = { label: string; unit?: string; name: string; schema: Schema; isRequired: boolean }

function PropertyField({ label, unit, name, schema, isRequired }: PropertyProps) {
  const { type, description, items, default: given, minimum, maximum, exclusiveMinimum } = schema
  const choices = schema.enum ?? schema.anyOf?.flatMap((one) => one.const ?? [])
  const shared = { label, name, title: description }
  if (choices?.length) {
    const list = choices.map((value) => [String(value), String(value)] as const)
    return (
      <Field
        {...shared}
        {...(typeof choices[0] === 'number' ? { as: 'number' } : {})}
        choices={isRequired || given !== undefined ? list : [['', t('byDefault')], ...list]}
        defaultValue={textOf(given)}
      />
    )
  }
  if (type === 'boolean')
    return (
      <div className="field">
        <Tick label={label} name={name} title={description} defaultTicked={given === true} />
      </div>
    )
  if (type === 'number' || type === 'integer')
    return (
      <Field
        {...shared}
        as="number"
        min={minimum ?? exclusiveMinimum}
        max={maximum}
        step={type === 'integer' ? 1 : 'any'}
        defaultValue={textOf(given)}
        unit={unit}
      />
    )
  if (type === 'array' && (items?.type === 'string' || items?.enum))
    return <Field {...shared} as="list" placeholder={t('withCommas')} defaultValue={textOf(given)} />
  if (type === 'string') return <Field {...shared} defaultValue={textOf(given)} />
  return (
    <Field
      {...shared}
      as="json"
      placeholder={t('faults.json')}
      defaultValue={given === undefined ? undefined : JSON.stringify(given)}
    />
  )
}

const textOf = (value: unknown) =>
  Array.isArray(value) ? value.join(', ') : value === undefined || value === null ? undefined : String(value)

/** Units are at the ends of the names: 'delayMs' is read 'Delay', in ms. */
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
  const [ending = '', unit] = UNITS.find(([end]) => name.endsWith(end) && name.length > end.length) ?? []
  const bare = name.slice(0, name.length - ending.length)
  const chinese = useControl.getState().language === 'zh' && CHINESE[bare]
  const label = chinese || bare.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return { label: label.charAt(0).toUpperCase() + label.slice(1), ...(unit && { unit }) }
}

/** Chinese names of the parameters. */
const CHINESE: Readonly<Record<string, string>> = {
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
