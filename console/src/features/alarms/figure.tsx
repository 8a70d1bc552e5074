import type { ReactNode } from 'react'
import './figure.css'

/** A figure that opens the alarms it counts. A number alone is no name: `called` names the counted items. */
export function Figure(props: {
  called: string
  says: string
  onOpen: (() => void) | undefined
  children: ReactNode
}) {
  const { called, says, onOpen, children } = props
  if (!onOpen) return children
  return (
    <button
      type="button"
      className="figure"
      aria-label={called}
      title={says}
      onClick={(event) => {
        // Its row may open something else.
        event.stopPropagation()
        onOpen()
      }}
    >
      {children}
    </button>
  )
}
