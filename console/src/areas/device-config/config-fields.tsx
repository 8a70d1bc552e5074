import { Checkbox, Form, Input, Select, Switch } from 'antd'
import type { NamePath } from 'antd/es/form/interface'
import type { z } from 'zod'
import { InputNumber } from '../../components/number-input.tsx'
import { type FieldRules, rulesOf, schemaAt } from '../../features/table-screen/field-rules.ts'
import { MinuteInput, MinutesInput } from './minute-input.tsx'

/** One entry of a section's form. */
export type ConfigField = {
  name: NamePath
  label: string
  help?: string
  /** Whether it cannot be changed while the others are so. */
  disabled?: (values: Record<string, unknown>) => boolean
} /** As long, and within such bounds, as the section's schema says. */ & (
  | { kind: 'text' }
  | { kind: 'number'; unit?: string }
  | { kind: 'select' | 'checks'; options: readonly { value: string | number; label: string }[] }
  | { kind: 'switch' | 'minute' | 'minutes' }
)

const controlOf = (field: ConfigField, { maxLength, min, max }: FieldRules, disabled: boolean) => {
  switch (field.kind) {
    case 'text':
      return <Input maxLength={maxLength} disabled={disabled} />
    case 'number':
      return (
        <InputNumber
          min={min}
          max={max}
          precision={0}
          suffix={field.unit}
          disabled={disabled}
          style={{ width: '100%' }}
        />
      )
    case 'select':
      return <Select options={[...field.options]} disabled={disabled} aria-label={field.label} />
    case 'checks':
      return <Checkbox.Group options={[...field.options]} disabled={disabled} className="config-checks" />
    case 'switch':
      return <Switch disabled={disabled} aria-label={field.label} />
    case 'minute':
      return <MinuteInput disabled={disabled} label={field.label} />
    case 'minutes':
      return <MinutesInput disabled={disabled} label={field.label} />
  }
}

/** A field with its label; its value is checked with the whole section when it is saved. */
export function ConfigFieldItem(props: {
  field: ConfigField
  schema: z.ZodType
  values: Record<string, unknown>
}) {
  const { field, schema, values } = props
  const rules = rulesOf(schemaAt(schema, [field.name].flat()))
  return (
    <Form.Item name={field.name} label={field.label} extra={field.help}>
      {controlOf(field, rules, field.disabled?.(values) === true)}
    </Form.Item>
  )
}
