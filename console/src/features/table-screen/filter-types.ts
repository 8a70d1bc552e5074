import type { ReactElement } from 'react'
import type { FormTreeNode } from './form-types.ts'
import type { QuickRange } from './time-range.ts'

/** Texts of filters by key, as the URL has them; several values of one filter have commas between. */
export type FilterValues = Readonly<Partial<Record<string, string>>>

type FilterBase = {
  /** Name in the URL, and in the argument of `fetch`. */
  key: string
  label: string
  /** Pixels. */
  width?: number
  /** Behind "more filters" while it is not set. */
  rare?: boolean
}

export type FilterOption = { value: string; label: string }

/** A filter of a table, described. */
export type TableFilter = FilterBase &
  /** Asks again when the typing pauses. */
  (
    | { kind: 'text'; placeholder: string; maxLength?: number }
    /** One of a few; the first entry is "any". */
    | { kind: 'choice'; options: readonly FilterOption[] }
    /** Any number of many, to be searched. */
    | { kind: 'many'; placeholder: string; options: readonly FilterOption[] }
    /** A node of a tree, e.g. a group. */
    | { kind: 'tree'; placeholder: string; nodes: FormTreeNode[] }
    /** A span of time; `fetch` is given it as `range`. There is at most one. */
    | {
        kind: 'time'
        /** Offered side by side. The first one is the default of an empty URL. */
        quick: readonly QuickRange[]
        /** Offered in a list beside them. */
        more?: readonly QuickRange[]
        /** Longest span, milliseconds. */
        maxMs?: number
        /** Message for a longer one. */
        tooLong?: string
      }
    /** A control of the screen's own; an undefined value takes the filter out. */
    | {
        kind: 'custom'
        control: (value: string | undefined, onChange: (value: string | undefined) => void) => ReactElement
      }
  )
