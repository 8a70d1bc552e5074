import { useCallback, useEffect, useState } from 'react'
import { useAddress } from '../../components/use-address.ts'
import { fitsSqueezed } from './column-widths.ts'
import type { ColumnLook } from './table-screen-types.ts'
import { changeSearch } from './table-url.ts'

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

/**
 * Columns for a table that has become narrow, with its open row beside it: spare ones and then the last are left out until the
 * rest needs no scrolling. The first and `fixed` ones stay. 0: the space is not known yet.
 */
export function leadingColumns<One extends Choosable>(columns: readonly One[], spacePx: number): One[] {
  const left = withoutSpare(columns, spacePx)
  while (spacePx > 0 && !fitsSqueezed(left, spacePx)) {
    const at = left.findLastIndex(({ fixed }, place) => !fixed && place > 0)
    if (at === -1) break
    left.splice(at, 1)
  }
  return left
}

/**
 * Which columns of a table are shown: those of the address, else those stored in this browser, which are put into the
 * address. `chosen`: the operator has changed them.
 */
export function useColumnChoice(
  name: string,
  columns: readonly Choosable[],
): {
  shown: ReadonlySet<string>
  chosen: boolean
  choose: (keys: readonly string[]) => void
  reset: () => void
} {
  const key = `columns.${name}`
  const [search, setAddress] = useAddress()
  const [stored, setStored] = useState(() => localStorage.getItem(key))
  const chosen = search.get(key) ?? stored
  const put = useCallback(
    (keys: string | undefined) => setAddress((before) => changeSearch(before, { [key]: keys })),
    [key, setAddress],
  )
  useEffect(() => {
    if (chosen !== null) put(chosen)
  }, [chosen, put])
  return {
    shown: shownColumns(columns, chosen),
    chosen: chosen !== null,
    choose(keys) {
      const text = keys.join(',')
      localStorage.setItem(key, text)
      setStored(text)
      put(text)
    },
    reset() {
      localStorage.removeItem(key)
      setStored(null)
      put(undefined)
    },
  }
}
