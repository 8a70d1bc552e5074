import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { Drawer, Empty, Skeleton } from 'antd'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { FactList } from '../../components/fact-list.tsx'
import { ToolButton } from '../../components/tool-button.tsx'
import { useMediaQuery } from '../../components/use-media-query.ts'
import { useText } from '../../language/language.ts'
import { ActionButton } from './action-button.tsx'
import { drawn } from './cell-values.ts'
import { moveOf } from './row-keys.ts'
import type { Pressing } from './table-bar.tsx'
import type { Column, TableDescription } from './table-screen-types.ts'
import type { OpenRow } from './use-open-row.ts'
import './row-panel.css'

type Props<Row> = {
  description: TableDescription<Row>
  opened: OpenRow<Row>
  nameOf: (row: Row) => string
  pressing: Pressing
  step: (by: -1 | 1) => void
  close: () => void
  ref: Ref<HTMLHeadingElement>
}

/** Everything about a row at the right edge, beside the list; a sheet over it where the window is narrow. */
export function RowPanel<Row extends object>(props: Props<Row>) {
  const { description, opened, nameOf, step, close } = props
  const { row } = opened
  const t = useText('shell')
  const isSheet = useMediaQuery('(width < 768px)')
  const [first] = description.columns
  const name = row ? nameOf(row) : description.title
  const title = (
    <h2 ref={props.ref} tabIndex={-1} title={name}>
      {row && first ? drawn(first, row) : description.title}
    </h2>
  )
  const steps = (
    <>
      <ToolButton
        label={t('table.previousRow')}
        icon={<UpOutlined />}
        disabled={!opened.canStep(-1)}
        onClick={() => step(-1)}
      />
      <ToolButton
        label={t('table.nextRow')}
        icon={<DownOutlined />}
        disabled={!opened.canStep(1)}
        onClick={() => step(1)}
      />
    </>
  )
  const body = row ? (
    <RowDetails {...props} row={row} />
  ) : opened.isMissing ? (
    <Empty description={t('table.rowMissing')} />
  ) : (
    <Skeleton active />
  )
  if (isSheet) {
    return (
      <Drawer open size="100%" rootClassName="row-sheet" title={title} extra={steps} onClose={close}>
        {body}
      </Drawer>
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moveOf(event)
    if (move !== 'previous' && move !== 'next') return
    event.preventDefault()
    step(move === 'next' ? 1 : -1)
  }
  return (
    <aside className="row-panel" aria-label={name}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons and of the title in it */}
      <header onKeyDown={onKeyDown}>
        {title}
        {steps}
        <ToolButton label={t('table.closeRow')} icon={<CloseOutlined />} onClick={close} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard */}
      <div className="row-panel-body" tabIndex={0}>
        {body}
      </div>
    </aside>
  )
}

function RowDetails<Row extends object>({
  description,
  row,
  nameOf,
  pressing,
}: Pick<Props<Row>, 'description' | 'nameOf' | 'pressing'> & { row: Row }) {
  const { columns, rowActions = [], details } = description
  const { groups = [], without = [], more } = details || {}
  const [, ...others] = columns
  const grouped = new Set([...without, ...groups.flatMap((group) => group.columns)])
  const shown = rowActions.filter(({ shownFor }) => !shownFor || shownFor(row))
  return (
    <>
      {shown.length > 0 && (
        <div className="row-panel-actions">
          {shown.map((action) => (
            <ActionButton key={action.key} action={action} target={row} of={nameOf(row)} {...pressing} />
          ))}
        </div>
      )}
      <FactList facts={factsOf(others, row, ({ key }) => !grouped.has(key))} />
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h3>{group.title}</h3>
          <FactList facts={factsOf(others, row, ({ key }) => group.columns.includes(key))} />
        </section>
      ))}
      {more?.(row)}
    </>
  )
}

function factsOf<Row>(
  columns: readonly Column<Row>[],
  row: Row,
  isIn: (column: Column<Row>) => boolean,
): (readonly [string, ReactNode])[] {
  return columns
    .filter(isIn)
    .map((column) => [column.title, column.full?.(row) ?? drawn(column, row)] as const)
}
