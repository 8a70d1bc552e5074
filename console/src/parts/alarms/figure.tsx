import type { ReactNode } from 'react'
import './figure.css'

/** A counted figure that opens what it counts. */
export function Figure(props: { says: string; onOpen: (() => void) | undefined; children: ReactNode }) {
  const { says, onOpen, children } = props
  if (!onOpen) return children
  return (
    <button
      type="button"
      className="figure"
      title={says}
      onClick={(event) => {
        // The row that it may stand in opens something else.
        event.stopPropagation()
        onOpen()
      }}
    >
      {children}
    </button>
  )
}
