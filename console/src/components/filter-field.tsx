import type { ReactNode } from 'react'

/** A filter with its name before it. */
export function FilterField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="filter-field">
      <span>{label}</span>
      {children}
    </span>
  )
}
