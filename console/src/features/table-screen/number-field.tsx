import { InputNumber } from '../../components/number-input.tsx'

type NumberFieldProps = {
  min?: number
  max?: number
  precision?: number
  placeholder?: string
  /** Given by the form. */
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
}

/** A number of a form, or none. */
export function NumberField({ onChange, value = null, ...props }: NumberFieldProps) {
  return (
    <InputNumber
      {...props}
      value={value}
      style={{ width: '100%' }}
      onChange={(next) => onChange?.(typeof next === 'number' ? next : null)}
    />
  )
}
