import { Button } from 'antd'
import type { ReactNode } from 'react'

/** A button of a toolbar: an icon with its name, pressed while what it stands for is on. */
export function ToolButton(props: {
  label: string
  icon: ReactNode
  disabled?: boolean
  pressed?: boolean
  onClick: () => void
}) {
  return (
    <Button
      size="small"
      type="text"
      icon={props.icon}
      aria-label={props.label}
      aria-pressed={props.pressed}
      title={props.label}
      disabled={props.disabled ?? false}
      className={props.pressed ? 'tool-pressed' : ''}
      onClick={props.onClick}
    />
  )
}
