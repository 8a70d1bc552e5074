import { IMPORT_COLUMNS } from '@backlot/contract/device-admin/constants'
import type { ImportRow } from '@backlot/contract/device-admin/entities'
import { saveFile } from '../../features/player/snapshot.ts'
import type { CellValue } from '../../features/table-screen/table-screen-types.ts'
import { openXlsx } from '../../features/table-screen/xlsx-file.ts'
import type { Translate } from '../../language/language.ts'

/** Why a row was refused, in one line. */
export function reasonsText({ reasons }: ImportRow): string {
  return reasons.map(({ column, text }) => `${column}: ${text}`).join('; ')
}

const COLUMN_PX = 160

async function save(
  name: string,
  titles: readonly string[],
  rows: readonly (readonly CellValue[])[],
): Promise<void> {
  const file = openXlsx(
    name,
    titles.map((title) => ({ title, widthPx: COLUMN_PX })),
  )
  try {
    file.add(rows)
    saveFile(await file.finish(), `${name}.xlsx`)
  } finally {
    file.close()
  }
}

/** An empty file with the headings that are understood; those that have to be filled in carry an asterisk. */
export function saveTemplate(t: Translate<'deviceAdmin'>): Promise<void> {
  const language = document.documentElement.lang.startsWith('zh') ? 'zh' : 'en'
  const titles = IMPORT_COLUMNS.map((column) => column[language] + (column.required ? ' *' : ''))
  return save(t('file.templateName'), titles, [])
}

/** The report as a file: no text in it is ever a formula. */
export function saveReport(t: Translate<'deviceAdmin'>, list: readonly ImportRow[]): Promise<void> {
  const titles = [t('file.row'), t('sn'), t('name'), t('file.result'), t('file.reasons')]
  const rows = list.map((row) => [
    row.row,
    row.sn,
    row.name,
    t(`file.results.${row.result}`),
    reasonsText(row),
  ])
  return save(t('file.reportName'), titles, rows)
}
