import { type KeyboardEvent, memo, type ReactNode } from 'react'
import { named } from './text.ts'

/** A part of a section with its heading. */
export function Panel({ head, children }: { head: string; children: ReactNode }) {
  return (
    <section className="panel">
      <h2>{head}</h2>
      {children}
    </section>
  )
}

/** A button; `of`: name of its row, where every row of a list has one. */
export function Button(props: {
  children: string
  onPress(): unknown
  kind?: string
  of?: string
  name?: string
  isPressed?: boolean
  isExpanded?: boolean
  isDisabled?: boolean
  title?: string
}) {
  const { children, onPress, kind, of, name, isPressed, isExpanded, isDisabled, title } = props
  return (
    <button
      type="button"
      className={kind}
      aria-label={of === undefined ? name : `${children}: ${of}`}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      disabled={isDisabled}
      title={title}
      onClick={() => void onPress()}
    >
      {children}
    </button>
  )
}

/** Ends or removes the item of a row. */
export const EndButton = (props: Parameters<typeof Button>[0]) => <Button kind="small danger" {...props} />

/** Head, the content of a row below it, and its style. */
export type Column<Row> = readonly [head: string, cell: { of(row: Row): ReactNode }['of'], kind?: string]
/** Rows that can be chosen, by their names. */
type Choice<Row> = { choose(row: Row): void; nameOf(row: Row): string; isBad(row: Row): boolean }

export type TableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string | number
  kind?: string
  none?: string
  choice?: Choice<Row>
  chosen?: Row | undefined
}

/** A table in a box that scrolls and can be reached by keyboard; without rows `none`, if anything. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, keyOf, kind = '', none, choice, chosen } = props
  if (rows.length === 0) return none && <p className="none">{none}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it by its focus
    <section className={`scroll ${kind}`} tabIndex={0} aria-label={label}>
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map(([head], at) => (
              <th key={at} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow
              key={keyOf(row)}
              row={row}
              columns={columns}
              choice={choice}
              isChosen={row === chosen}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type RowProps<Row> = {
  row: Row
  columns: readonly Column<Row>[]
  choice: Choice<Row> | undefined
  isChosen: boolean
}

const TableRow = memo(({ row, columns, choice, isChosen }: RowProps<unknown>) => {
  const pick = choice && {
    className: choice.isBad(row) ? 'pickable troubled' : 'pickable',
    tabIndex: 0,
    'aria-label': choice.nameOf(row),
    'aria-selected': isChosen || undefined,
    onClick: () => choice.choose(row),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      choice.choose(row)
    },
  }
  return (
    <tr {...pick}>
      {columns.map(([, cell, kind], at) => (
        <td key={at} className={kind}>
          {cell(row)}
        </td>
      ))}
    </tr>
  )
})

const TONES: Readonly<Record<string, string>> = {
  raging: 'busy',
  striking: 'bad',
  playing: 'busy',
  held: 'good',
  done: 'good',
  over: 'good',
  failed: 'bad',
  broken: 'bad',
}

/** How something is or came out; `count`: how many of them. */
export function StateTag({ state, count = '' }: { state: string; count?: number | '' }) {
  return <span className={`tag ${TONES[state] ?? ''}`}>{`${named(`event.${state}`)} ${count}`.trim()}</span>
}

/** Progress of planned items. */
export const Progress = ({ name, done, of }: { name: string; done: number; of: number }) => (
  <progress aria-label={name} value={of === 0 ? 1 : done / of} />
)
