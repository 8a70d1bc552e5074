import { CONTROL_LIMITS } from '@backlot/contract/control-lists/constants'
import { AutoComplete } from 'antd'

type LabelFieldProps = {
  labels: readonly string[]
  /** Given by the form. */
  id?: string
  value?: string
  onChange?: (label: string) => void
}

/** The list of a person: an existing one, or a new one by its name. */
export function LabelField({ labels, id, value, onChange }: LabelFieldProps) {
  return (
    <AutoComplete
      {...(id === undefined ? {} : { id })}
      {...(value === undefined ? {} : { value })}
      {...(onChange ? { onChange } : {})}
      maxLength={CONTROL_LIMITS.labelMax}
      options={labels.map((label) => ({ value: label }))}
    />
  )
}
