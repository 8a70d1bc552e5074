import { InputNumber } from '../../components/number-input.tsx'

/** A whole number in a form; emptied, it is the least. */
export function NumberField(props: {
  id?: string
  value?: number
  onChange?: (value: number) => void
  min: number
  max: number
  suffix?: string
  disabled?: boolean
}) {
  const { id, value, onChange, min, max, suffix, disabled = false } = props
  return (
    <InputNumber
      {...(id === undefined ? {} : { id })}
      value={value ?? min}
      min={min}
      max={max}
      precision={0}
      suffix={suffix}
      disabled={disabled}
      style={{ width: '100%' }}
      onChange={(next) => onChange?.(next ?? min)}
    />
  )
}
