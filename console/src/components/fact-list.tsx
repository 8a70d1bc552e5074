import type { ReactNode } from 'react'
import './fact-list.css'

type FactListProps = { facts: readonly (readonly [name: string, value: ReactNode])[] }

/** Facts as a list of names and values: one row each, those without a value left out. Each name occurs once. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className="fact-list">
      {facts
        .filter(([, value]) => value || value === 0)
        .map(([name, value]) => [<dt key={`${name}-l`}>{name}</dt>, <dd key={name}>{value}</dd>])}
    </dl>
  )
}
