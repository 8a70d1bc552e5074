import type { ReactNode } from 'react'

/** Something that the palette can do or open. */
export type Found = {
  key: string
  icon: ReactNode
  name: string
  /** Where it is, or what it is about. */
  about?: string | undefined
  /** What Enter does, where the name does not say it. */
  does?: string | undefined
  run(): void
  /** What Ctrl+Enter does. */
  other?: { does: string; run(): void } | undefined
}

export type FoundGroup = { key: string; name: string; found: readonly Found[] }
