import { type ReactNode, useId } from 'react'

/** One setting: its name, a line about its effect, its control. */
export function SettingsRow(props: {
  label: string
  hint: string
  children: (labelId: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className="settings-row">
      <span id={id}>{props.label}</span>
      <small>{props.hint}</small>
      <span className="settings-control">{props.children(id)}</span>
    </div>
  )
}
