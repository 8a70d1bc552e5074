import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { csvOf as selectionCsv } from '../areas/map/selection-csv.ts'
import { csvOf as trackCsv } from '../areas/tracks/track-files.ts'
import { csvField } from '../components/csv-field.ts'
import { addRows, openSheet } from '../features/table-screen/xlsx-sheet.ts'

const SOURCE = join(import.meta.dirname, '..')
const FORMULAS = [
  '=1+1',
  '+1',
  '-1+1',
  '@SUM(A1)',
  ' =1',
  '\t=1',
  '\r=1',
  '\n=1',
  '＝1+1',
  '=cmd|"/c calc"!A1',
]

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(SOURCE, file), 'utf8') }))

/** Everything that hands the operator a file, and how no text in it becomes a formula. */
const EXPORTERS: Readonly<Record<string, 'typed cells' | 'csv fields' | 'no table'>> = {
  'areas/device-admin/import-files.ts': 'typed cells',
  'areas/device-admin/qr-dialog.tsx': 'no table',
  'areas/map/selection-csv.ts': 'csv fields',
  'areas/live-video/use-window-actions.ts': 'no table',
  'areas/live-video/wall-recordings.ts': 'no table',
  'areas/tracks/export-dialog.tsx': 'csv fields',
  'areas/statistics/export-online.ts': 'typed cells',
  'areas/rectification/export-report.ts': 'typed cells',
  'areas/recordings/capture-viewer.tsx': 'no table',
  'areas/recordings/download-store.ts': 'no table',
  'areas/recordings/export-store.ts': 'no table',
  'areas/recordings/replay-screen.tsx': 'no table',
  'areas/sensors/history-table.tsx': 'typed cells',
  'control-page/capture-buttons.tsx': 'no table',
  'control-page/log-view.tsx': 'no table',
  'control-page/sections/snapshots.tsx': 'no table',
  'features/player/snapshot.ts': 'no table',
  'features/table-screen/export-rows.ts': 'typed cells',
}

it('everything that saves a file is known, and writes tables by one of two ways', () => {
  const saving = sources.filter(({ text }) => /\bsaveFile\(|\.download = |showSaveFilePicker/.test(text))
  expect(saving.map(({ file }) => file).sort()).toEqual(Object.keys(EXPORTERS).sort())
  for (const { file, text } of saving) {
    if (EXPORTERS[file] === 'typed cells') expect(text, file).toMatch(/\bopenXlsx\(|ExportJob|type: String/)
    else if (EXPORTERS[file] === 'csv fields') expect(text, file).toMatch(/csvField|trackFile\(/)
    else expect(text, file).not.toMatch(/xlsx|csv/i)
  }
})

it('cells of workbooks have types: no text is a formula', () => {
  const writers = sources.filter(({ text }) =>
    /(?:from|import\()\s*'(?:write-excel-file|xlsx|exceljs)/.test(text),
  )
  expect(writers.map(({ file }) => file).sort()).toEqual([
    'areas/statistics/export-online.ts',
    'features/table-screen/xlsx-sheet.ts',
    'features/table-screen/xlsx-worker.ts',
  ])
  const sheet = openSheet([{ title: '=A1', widthPx: 100 }], 480)
  addRows(sheet, [FORMULAS, [{ href: '=1+1' }]])
  for (const cell of sheet.rows.flat()) expect(cell).toMatchObject({ type: String })
  expect(JSON.stringify(sheet.rows)).not.toContain('Formula')
})

it('no field of a CSV file is a formula', () => {
  const begins = /^"?(?:\s*[=+\-@＝＋－＠])/
  for (const text of FORMULAS) {
    expect(csvField(text)).not.toMatch(begins)
    const files = [selectionCsv([[text, text]]), trackCsv([{ sn: text, name: text, parts: [] }], 480)]
    for (const file of files)
      for (const line of file.replace(/^\ufeff/, '').split('\r\n')) expect(line).not.toMatch(begins)
  }
  expect(csvField(-3.5)).toBe('-3.5')
  expect(csvField('a,"b"')).toBe('"a,""b"""')
})
