import type { ReactNode } from 'react'

/** A block of the wall with its title; `aside` is at the right end of the title. */
export function Panel(props: { name: string; title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={`wall-panel wall-${props.name}`} aria-label={props.title}>
      <header>
        <h2>{props.title}</h2>
        {props.aside}
      </header>
      {props.children}
    </section>
  )
}

/**
 * Shares of a bar, 0 … 1, each with the class that colours it. `says` gives the shares as text, where the figures
 * beside the bar do not.
 */
export function Bar({
  parts,
  says,
}: {
  parts: readonly (readonly [share: number, look: string])[]
  says?: string
}) {
  return (
    <span className="wall-bar" title={says}>
      {says && <span className="visually-hidden">{says}</span>}
      {parts.map(([share, look]) => (
        <span key={look} className={look} style={{ width: `${Math.min(1, share) * 100}%` }} />
      ))}
    </span>
  )
}
