import type { ReactElement } from 'react'
import type { FormTreeNode } from './form-types.ts'
import type { QuickRange } from './time-range.ts'

/** Texts of filters by key, as the URL has them; several values of one filter have commas between. */
export type FilterValues = Readonly<Partial<Record<string, string>>>

type FilterBase<Key extends string = string> = {
  /** Name in the URL, and in the query of the call. */
  key: Key
  label: string
  /** Pixels. */
  width?: number
  /** Always a field; others are chips while they are set, and in the list of filters else. Texts are open by default. */
  open?: boolean
}

export type FilterOption<Value = string | number> = { value: Value; label: string }

/** A span of time: `startTime` and `endTime` of the query. There is at most one. */
export type SpanFilter = FilterBase & {
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

/** Keys of a query whose values may be any text, or any number. */
type KeyOfAny<Kind, Query> = {
  [Key in keyof Query]-?: Kind extends NonNullable<Query[Key]> ? Key : never
}[keyof Query] &
  string

type ChoiceFilter<Key extends string, Value> = FilterBase<Key> & {
  kind: 'choice'
  options: readonly FilterOption<Value & (string | number)>[]
}

/** A filter of a table, described: of the query of a call, or of any keys. */
export type TableFilter<Query = Readonly<Record<string, string | number>>> =
  /** Asks again when the typing pauses. */
  | (FilterBase<KeyOfAny<string, Query>> & {
      kind: 'text'
      placeholder: string
      maxLength?: number | undefined
    })
  /** One of a few; the first entry is "any". */
  | { [Key in keyof Query & string]-?: ChoiceFilter<Key, NonNullable<Query[Key]>> }[keyof Query & string]
  /** Any number of many, to be searched. */
  | (FilterBase<KeyOfAny<string, Query>> & {
      kind: 'many'
      placeholder: string
      options: readonly FilterOption[]
    })
  /** A node of a tree, e.g. a group. */
  | (FilterBase<KeyOfAny<number, Query>> & { kind: 'tree'; placeholder: string; nodes: FormTreeNode[] })
  | ('startTime' extends keyof Query ? SpanFilter : never)
  /** A control of the screen's own; an undefined value takes the filter out. */
  | (FilterBase<keyof Query & string> & {
      kind: 'custom'
      /** Left out: only links set it, and its chip removes it. */
      control?: (value: string | undefined, onChange: (value: string | undefined) => void) => ReactElement
      /** A value in words. */
      text: (value: string) => string
    })
