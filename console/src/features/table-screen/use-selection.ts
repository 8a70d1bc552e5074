import { useMemo, useState } from 'react'
import { useStable } from '../../components/use-stable.ts'
import type { TableDescription } from './table-screen-types.ts'

const NONE: ReadonlySet<string> = new Set()

/** Keys of the lines whose rows are selected, all or some of them. */
export type SelectedLines = { whole: ReadonlySet<string>; partly: ReadonlySet<string> }

type Selection<Row> = {
  /** As the rows are now: selected ones may have been changed since. */
  rows: readonly Row[]
  lines: SelectedLines
  /** Selects lines, or no longer. */
  select: (lines: readonly Row[], isOn: boolean) => void
  clear: () => void
}

/** The selected rows of the shown page. A line that stands for several rows selects all of them. */
export function useSelection<Row>(
  { rowKey, lines: description }: TableDescription<Row>,
  rows: readonly Row[],
  lines: readonly Row[],
): Selection<Row> {
  const [selected, setSelected] = useState(NONE)
  const shown = rows.filter((row) => selected.has(rowKey(row)))
  const rowsOf = (line: Row) => description?.rowsOf(line) ?? [line]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions for keys and rows are new at each drawing, and say the same of these lines
  const marks = useMemo(() => {
    const keysWhere = (has: (keys: readonly string[]) => boolean) =>
      new Set(lines.filter((line) => has(rowsOf(line).map(rowKey))).map(rowKey))
    return {
      whole: keysWhere((keys) => keys.every((key) => selected.has(key))),
      partly: keysWhere(
        (keys) => keys.some((key) => selected.has(key)) && !keys.every((key) => selected.has(key)),
      ),
    }
  }, [lines, selected])
  const select = useStable((some: readonly Row[], isOn: boolean) => {
    const keys = new Set(shown.map(rowKey))
    for (const row of some.flatMap(rowsOf)) {
      if (isOn) keys.add(rowKey(row))
      else keys.delete(rowKey(row))
    }
    setSelected(keys)
  })
  return { rows: shown, lines: marks, select, clear: () => setSelected(NONE) }
}
