import { useState } from 'react'
import { fitsSqueezed } from './antd-columns.tsx'
import type { ColumnLook } from './table-screen-types.ts'

type Choosable = Pick<ColumnLook, 'key' | 'hiddenAtFirst' | 'fixed' | 'spare' | 'width' | 'whole'>

/** Keys of the columns to show: the stored choice as far as it still names columns, else the default ones. */
export function shownColumns(columns: readonly Choosable[], stored: string | null): ReadonlySet<string> {
  const chosen = stored === null ? undefined : new Set(stored.split(','))
  return new Set(
    columns
      .filter((column) => column.fixed || (chosen ? chosen.has(column.key) : !column.hiddenAtFirst))
      .map((column) => column.key),
  )
}

/**
 * Of columns that nobody chose, those that fit into `spacePx` beside the row actions: spare ones are left out, the last
 * first, until the rest needs no scrolling. 0: the space is not known yet.
 */
export function withoutSpare<One extends Choosable>(columns: readonly One[], spacePx: number): One[] {
  const left = [...columns]
  while (spacePx > 0 && !fitsSqueezed(left, spacePx)) {
    const at = left.findLastIndex(({ spare }) => spare)
    if (at === -1) break
    left.splice(at, 1)
  }
  return left
}

/** Which columns of a table are shown, kept in this browser. `chosen`: the operator has changed them. */
export function useColumnChoice(
  name: string,
  columns: readonly Choosable[],
): {
  shown: ReadonlySet<string>
  chosen: boolean
  choose: (keys: readonly string[]) => void
  reset: () => void
} {
  const storageKey = `columns.${name}`
  const [stored, setStored] = useState(() => localStorage.getItem(storageKey))
  return {
    shown: shownColumns(columns, stored),
    chosen: stored !== null,
    choose(keys) {
      localStorage.setItem(storageKey, keys.join(','))
      setStored(keys.join(','))
    },
    reset() {
      localStorage.removeItem(storageKey)
      setStored(null)
    },
  }
}
