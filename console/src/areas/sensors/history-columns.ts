import { limitState } from '@backlot/contract/sensors/default-limits'
import type { ReadingHistory } from '@backlot/contract/sensors/entities'
import type { CellValue } from '../../features/table-screen/table-screen-types.ts'

export type HistoryCell = { value: number | null; flag: string; state: 'low' | 'high' | undefined }
type HistoryColumn = { title: string; decimals: number; cell(row: number): HistoryCell }

/** Columns of a history: every chosen quantity of every station. */
export function columnsOf(history: ReadingHistory, codes: readonly string[]): HistoryColumn[] {
  const several = history.stations.length > 1
  return history.stations.flatMap((station) =>
    station.quantities
      .filter(({ code }) => codes.includes(code))
      .map((quantity) => ({
        title: `${quantity.name}${quantity.F ? ` (${quantity.F})` : ''}${several ? ` · ${station.name}` : ''}`,
        decimals: quantity.decimals,
        cell: (row) => {
          const value = quantity.values[row] ?? null
          return {
            value,
            flag: quantity.flags[row] ?? '',
            state: value === null ? undefined : limitState(value, quantity),
          }
        },
      })),
  )
}

/** Rows of a file, oldest first: the values as in the table, with the marks of the data beside them. */
export function fileRows({ times }: ReadingHistory, columns: readonly HistoryColumn[]): CellValue[][] {
  return times.map((time, i) => [
    { date: time },
    ...columns.flatMap(({ decimals, cell }): CellValue[] => {
      const { value, flag } = cell(i)
      return [value === null ? null : { number: value, decimals }, flag]
    }),
  ])
}
