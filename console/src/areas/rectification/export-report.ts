import { saveFile } from '../../features/player/snapshot.ts'
import { cellsOf, fileColumns } from '../../features/table-screen/cell-values.ts'
import type { Column } from '../../features/table-screen/table-screen-types.ts'
import { openXlsx } from '../../features/table-screen/xlsx-file.ts'

/** Saves rows as an Excel file with one sheet, named as the file. */
export async function exportReport<Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> {
  const file = openXlsx(name, fileColumns(columns))
  try {
    file.add(rows.map((row) => cellsOf(columns, row)))
    saveFile(await file.finish(), `${name}.xlsx`)
  } finally {
    file.close()
  }
}
