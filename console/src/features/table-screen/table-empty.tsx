import { Button, Empty } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../language/language.ts'
import type { Pressing } from './table-bar.tsx'
import type { TableAction } from './table-screen-types.ts'
import { usePress } from './use-press.ts'

/** In place of rows: why there are none, and what to do about it. */
export function TableEmpty(props: {
  /** The filters are invalid; they match nothing; there is nothing at all. */
  why: 'noQuery' | 'filtered' | 'none'
  /** Text where there is nothing at all. */
  none: string | undefined
  /** Adds the first row. */
  add: TableAction<undefined> | undefined
  pressing: Pressing
  onClear: () => void
}) {
  const { why, none, add, pressing, onClear } = props
  const t = useText('shell')
  if (why === 'noQuery') return <Empty description={t('table.noQuery')} />
  if (why === 'none') {
    return (
      <Empty description={none ?? t('table.none')}>
        {add && <AddFirst action={add} pressing={pressing} />}
      </Empty>
    )
  }
  return (
    <Empty description={t('table.empty')}>
      <Button onClick={onClear}>{t('table.clearFilters')}</Button>
    </Empty>
  )
}

/** Nothing where the user may not add. */
function AddFirst({ action, pressing }: { action: TableAction<undefined>; pressing: Pressing }) {
  const t = useText('shell')
  const { busy, reasonAgainst, press } = usePress<undefined>(pressing)
  const isThere = !action.shownFor || action.shownFor(undefined)
  if (!isThere || reasonAgainst(action, undefined) !== undefined) return null
  return (
    <Button
      type="primary"
      icon={action.icon}
      loading={busy !== undefined}
      onClick={() => press(action, undefined)}
    >
      {t('table.addFirst')}
    </Button>
  )
}

const LINES = 8

/** Rows to come, while the first ones are loaded. */
export function TableSkeleton(): ReactNode {
  return (
    <div className="table-skeleton" aria-hidden="true">
      {Array.from({ length: LINES }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  )
}
