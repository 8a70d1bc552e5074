import type { ComponentProps } from 'react'
import { DatePicker } from './date-picker.ts'

type Props = Omit<ComponentProps<typeof DatePicker.RangePicker>, 'aria-label'> & { label: string }

/**
 * Two days or moments. antd gives a label to both of its fields alike: here it names the group, and each field is called
 * by its placeholder, start or end.
 */
export function RangeField({ label, ...picker }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset breaks out of the bars that it stands in.
    <span role="group" aria-label={label}>
      <DatePicker.RangePicker {...picker} />
    </span>
  )
}
