import { InputNumber } from '../../components/number-input.tsx'

type NumberFieldProps = {
  min?: number | undefined
  max?: number | undefined
  precision?: number | undefined
  placeholder?: string
  disabled?: boolean
  /** Emptied, it is `min`; left out: none. */
  least?: boolean | undefined
  /** Given by the form. */
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
}

/** A number of a form, or none. */
export function NumberField({ onChange, least = false, value = null, ...props }: NumberFieldProps) {
  const none = least ? (props.min ?? null) : null
  return (
    <InputNumber
      {...props}
      value={value ?? none}
      style={{ width: '100%' }}
      onChange={(next) => onChange?.(typeof next === 'number' ? next : none)}
    />
  )
}
