import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { type TextKey, useText } from '../language/language.ts'

export type Term = TextKey<'glossary'>

/** A figure's name, or the figure with its name, with its definition as a tooltip (docs/glossary.md). */
export function DefinedTerm({ term, children }: { term: Term; children: ReactNode }) {
  const t = useText('glossary')
  return (
    <Tooltip title={t(term)} classNames={{ root: 'definition' }}>
      {children}
    </Tooltip>
  )
}
