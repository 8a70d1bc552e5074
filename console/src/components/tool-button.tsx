import { Button } from 'antd'
import type { ReactNode } from 'react'

/** A button of a toolbar: an icon with its name, pressed while its function is on. */
export function ToolButton(props: {
  label: string
  icon: ReactNode
  disabled?: boolean
  /** Why it cannot be used; not empty disables it and is its tooltip. */
  why?: string
  pressed?: boolean
  primary?: boolean
  onClick: () => void
}) {
  const { label, why = '' } = props
  return (
    <Button
      size="small"
      type={props.primary ? 'primary' : 'text'}
      icon={props.icon}
      aria-label={label}
      aria-pressed={props.pressed}
      title={why === '' ? label : `${label}: ${why}`}
      disabled={props.disabled === true || why !== ''}
      className={props.pressed ? 'tool-pressed' : ''}
      onClick={props.onClick}
    />
  )
}
