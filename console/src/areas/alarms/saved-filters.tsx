import { CheckOutlined, DeleteOutlined, DownOutlined, EditOutlined, SaveOutlined } from '@ant-design/icons'
import {
  addAlarmFilter,
  deleteAlarmFilter,
  listAlarmFilters,
  type SavedFilter,
  updateAlarmFilter,
} from '@backlot/contract/alarms/saved-filter-calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Popconfirm, Popover, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { rulesOf } from '../../features/table-screen/field-rules.ts'
import { useTableUrl } from '../../features/table-screen/table-url.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'

const QUERY_KEY = ['alarmFilters']
const NAME = rulesOf(addAlarmFilter.body.shape.name)

/** Conditions under a name, kept by the platform for this account: to apply, rename, overwrite, delete. */
export function SavedFilters() {
  const t = useText('alarmQuery')
  const [open, setOpen] = useState(false)
  const list = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => request(listAlarmFilters, { signal }),
  })
  // A platform that keeps none has no such button.
  if (list.error && !list.data) return null
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      title={t('saved.button')}
      content={<SavedList filters={list.data?.list ?? []} onApplied={() => setOpen(false)} />}
    >
      <Button icon={<SaveOutlined />}>
        {t('saved.button')} <DownOutlined />
      </Button>
    </Popover>
  )
}

function SavedList({ filters, onApplied }: { filters: readonly SavedFilter[]; onApplied: () => void }) {
  const t = useText('alarmQuery')
  const queries = useQueryClient()
  const url = useTableUrl()
  const [name, setName] = useState('')
  const { page: _page, ...conditions } = url.all()

  /** Changes the list and reports it. Answers whether it was done. */
  async function change(work: Promise<unknown>, done: string): Promise<boolean> {
    try {
      await work
      notify.success(done)
      await queries.invalidateQueries({ queryKey: QUERY_KEY })
      return true
    } catch (error) {
      notify.error(errorText(error))
      return false
    }
  }
  async function add() {
    const body = { name: name.trim(), query: conditions }
    if (await change(request(addAlarmFilter, { body }), t('saved.saved'))) setName('')
  }

  return (
    <div className="saved-filters">
      {filters.length === 0 && <p>{t('saved.none')}</p>}
      <ul>
        {filters.map((filter) => (
          <SavedLine
            key={filter.id}
            filter={filter}
            onApply={() => {
              url.replaceAll(filter.query)
              onApplied()
            }}
            onRename={(next) =>
              change(request(updateAlarmFilter, { body: { id: filter.id, name: next } }), t('saved.saved'))
            }
            onOverwrite={() =>
              change(
                request(updateAlarmFilter, { body: { id: filter.id, query: conditions } }),
                t('saved.overwritten', { name: filter.name }),
              )
            }
            onRemove={() =>
              change(request(deleteAlarmFilter, { body: { id: filter.id } }), t('saved.removed'))
            }
          />
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Input
          aria-label={t('saved.name')}
          placeholder={t('saved.name')}
          maxLength={NAME.maxLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button htmlType="submit" type="primary" disabled={name.trim() === ''}>
          {t('saved.save')}
        </Button>
      </form>
    </div>
  )
}

function SavedLine(props: {
  filter: SavedFilter
  onApply: () => void
  onRename: (name: string) => Promise<boolean>
  onOverwrite: () => void
  onRemove: () => void
}) {
  const { filter, onApply, onRename, onOverwrite, onRemove } = props
  const { name } = filter
  const t = useText('alarmQuery')
  const [renaming, setRenaming] = useState<string>()
  async function rename() {
    const next = renaming?.trim() ?? ''
    if (next === '' || next === name || (await onRename(next))) setRenaming(undefined)
  }
  const iconButton = (label: string, icon: ReactNode, onClick?: () => void) => (
    <Tooltip title={label}>
      <Button type="text" size="small" icon={icon} aria-label={label} onClick={onClick} />
    </Tooltip>
  )
  if (renaming !== undefined)
    return (
      <li>
        <Input
          autoFocus
          aria-label={t('saved.name')}
          maxLength={NAME.maxLength}
          value={renaming}
          onChange={(event) => setRenaming(event.target.value)}
          onPressEnter={() => void rename()}
        />
        {iconButton(t('saved.renameDone'), <CheckOutlined />, () => void rename())}
      </li>
    )
  return (
    <li>
      <Button
        type="text"
        className="saved-filter-name"
        aria-label={t('saved.apply', { name })}
        onClick={onApply}
      >
        {name}
      </Button>
      {iconButton(t('saved.rename', { name }), <EditOutlined />, () => setRenaming(name))}
      {iconButton(t('saved.overwrite', { name }), <SaveOutlined />, onOverwrite)}
      <Popconfirm title={t('saved.removeAsk')} okText={t('saved.removeYes')} onConfirm={onRemove}>
        <Button
          type="text"
          size="small"
          danger
          icon={<DeleteOutlined />}
          aria-label={t('saved.remove', { name })}
        />
      </Popconfirm>
    </li>
  )
}
