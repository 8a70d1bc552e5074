import { formatTime } from '../../platform/clock.ts'
import { cellsOf, cellText, fileColumns } from './cell-values.ts'
import type { Column } from './table-screen-types.ts'

const STYLE = `
  @page { margin: 12mm; size: landscape }
  body { font: 9pt/1.35 system-ui, 'Noto Sans SC', sans-serif; color: #000; margin: 0 }
  h1 { font-size: 13pt; margin: 0 0 2mm }
  p { margin: 0 0 3mm; color: #444 }
  table { border-collapse: collapse; width: 100% }
  th, td { border: 1px solid #999; padding: 1.2mm 1.6mm; text-align: start; vertical-align: top; overflow-wrap: anywhere }
  th { background: #eee }
  thead { display: table-header-group }
  tr { break-inside: avoid }
`

type PrintedTable<Row> = {
  title: string
  /** Under the title: which rows these are. */
  note: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
}

/** The rows as a plain document, black on white, its head repeated on each sheet of paper. */
function printDocument<Row>(into: Document, { title, note, columns, rows }: PrintedTable<Row>): void {
  const make = (tag: string, text = '', children: readonly Node[] = []) => {
    const element = into.createElement(tag)
    if (text) element.textContent = text
    element.append(...children)
    return element
  }
  const head = make('thead', '', [
    make(
      'tr',
      '',
      fileColumns(columns).map(({ title }) => make('th', title)),
    ),
  ])
  const body = make(
    'tbody',
    '',
    rows.map((row) =>
      make(
        'tr',
        '',
        cellsOf(columns, row).map((value) => make('td', cellText(value, formatTime))),
      ),
    ),
  )
  into.title = title
  into.documentElement.lang = document.documentElement.lang
  into.head.append(make('style', STYLE))
  into.body.append(make('h1', title), make('p', note), make('table', '', [head, body]))
}

/** Opens the browser's print dialog with these rows. */
export function printTable<Row>(table: PrintedTable<Row>): void {
  const frame = document.createElement('iframe')
  frame.className = 'print-frame'
  frame.title = table.title
  document.body.append(frame)
  const page = frame.contentWindow
  if (!page) throw new Error('print: the frame has no window')
  printDocument(page.document, table)
  page.addEventListener('afterprint', () => frame.remove())
  page.focus()
  page.print()
}
