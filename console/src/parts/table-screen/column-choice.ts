import { useState } from 'react'

type Choosable = { key: string; hiddenAtFirst?: boolean; fixed?: boolean }

/** Keys of the columns to show: the stored choice as far as it still names columns, else the default ones. */
export function shownColumns(columns: readonly Choosable[], stored: string | null): ReadonlySet<string> {
  const chosen = stored === null ? undefined : new Set(stored.split(','))
  return new Set(
    columns
      .filter((column) => column.fixed || (chosen ? chosen.has(column.key) : !column.hiddenAtFirst))
      .map((column) => column.key),
  )
}

/** Which columns of a table are shown, kept in this browser. */
export function useColumnChoice(
  name: string,
  columns: readonly Choosable[],
): { shown: ReadonlySet<string>; choose: (keys: readonly string[]) => void; reset: () => void } {
  const storageKey = `columns.${name}`
  const [stored, setStored] = useState(() => localStorage.getItem(storageKey))
  return {
    shown: shownColumns(columns, stored),
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
