import { PrinterOutlined, ReloadOutlined } from '@ant-design/icons'
import { LIMITS } from '@backlot/contract/limits'
import { Button, Select, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../language/language.ts'
import { ActionButton } from './action-button.tsx'
import type { TableAction } from './table-screen-types.ts'

/** Dependencies of an action when it is pressed. */
export type Pressing = {
  onChanged: () => void
  openForm: (action: { key: string }, target: unknown) => void
}

/** The bar over the rows: actions on the selected ones, on all, and on the table itself. */
export function TableBar<Row>(props: {
  start: ReactNode
  batchActions: readonly TableAction<readonly Row[]>[]
  actions: readonly TableAction<undefined>[]
  selection: readonly Row[]
  onUnselect: () => void
  pressing: Pressing
  /** Something was done with the selected rows. */
  onBatchDone: () => void
  auto: { seconds: number | undefined; onChange: (seconds: number | undefined) => void } | undefined
  refresh: { busy: boolean; disabled: boolean; run: () => void }
  onPrint: (() => void) | undefined
  /** Export and choice of columns. */
  children: ReactNode
}) {
  const { batchActions, actions, selection, pressing, auto, refresh, onPrint, children } = props
  const t = useText('shell')
  return (
    <div className="table-bar">
      {props.start}
      {batchActions.map((action) => (
        <ActionButton
          key={action.key}
          action={action}
          target={selection}
          {...pressing}
          onChanged={props.onBatchDone}
        />
      ))}
      {selection.length > 0 && (
        <span className="table-note">
          {t('table.selected', { count: selection.length })}{' '}
          <Button type="link" onClick={props.onUnselect}>
            {t('table.unselect')}
          </Button>
        </span>
      )}
      <span className="table-bar-gap" />
      {actions.map((action, at) => (
        <ActionButton
          key={action.key}
          action={action}
          target={undefined}
          // The last button is the screen's main action.
          kind={at === actions.length - 1 ? 'primary' : 'default'}
          {...pressing}
        />
      ))}
      {auto && <AutoRefresh {...auto} />}
      <Tooltip title={t('table.refresh')}>
        <Button
          icon={<ReloadOutlined spin={refresh.busy} />}
          aria-label={t('table.refresh')}
          disabled={refresh.disabled}
          onClick={refresh.run}
        />
      </Tooltip>
      <Tooltip title={t('table.print')}>
        <Button
          icon={<PrinterOutlined />}
          aria-label={t('table.print')}
          disabled={onPrint === undefined}
          onClick={onPrint}
        />
      </Tooltip>
      {children}
    </div>
  )
}

/** How often the rows are reloaded (stated choices); undefined: only on request. */
function AutoRefresh(props: {
  seconds: number | undefined
  onChange: (seconds: number | undefined) => void
}) {
  const t = useText('shell')
  return (
    <Select
      className="table-auto"
      aria-label={t('table.autoRefresh')}
      value={props.seconds ?? 0}
      onChange={(seconds) => props.onChange(seconds === 0 ? undefined : seconds)}
      options={[
        { value: 0, label: t('table.autoRefreshOff') },
        ...LIMITS.autoRefreshSeconds.map((seconds) => ({
          value: seconds,
          label: t('table.everySeconds', { seconds }),
        })),
      ]}
    />
  )
}
