import { DeleteOutlined, DragOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { addGroup, deleteGroup, moveGroup, renameGroup } from '@backlot/contract/device-admin/calls'
import type { ManagedGroup } from '@backlot/contract/device-admin/entities'
import { App, Button, Spin, Tooltip, Tree } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import type { FormTreeNode } from '../../features/table-screen/form-types.ts'
import { useFormDialog } from '../../features/table-screen/use-form-dialog.tsx'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { isOutdated } from '../../platform/platform-reply-error.ts'
import { useMayCall } from '../../session/may-call.ts'
import { addGroupForm, groupNodes, moveGroupForm, renameGroupForm } from './group-form.ts'

type GroupPanelProps = {
  groups: readonly ManagedGroup[] | undefined
  /** They could not be loaded. */
  failed: boolean
  chosenId: number | undefined
  /** The operator sees everything: groups may be at the top. */
  mayUseTop: boolean
  onChoose(id: number | undefined): void
  onChanged(): void
  /** Reloads the groups. */
  onAgain(): void
}

type TreeRow = { key: number; title: ReactNode; children: TreeRow[] }

/** The tree of groups beside the table, and actions on the chosen one. */
export function GroupPanel(props: GroupPanelProps) {
  const { groups, failed, chosenId, mayUseTop, onChoose, onChanged, onAgain } = props
  const t = useText('deviceAdmin')
  const shell = useText('shell')
  const mayCall = useMayCall()
  const { modal } = App.useApp()
  const { openForm, formDialog } = useFormDialog<{
    key: 'add' | 'rename' | 'move'
    group: ManagedGroup | undefined
  }>({
    /** The form of the group as it is now. */
    describe({ key, group: before }) {
      const group = groups?.find(({ id }) => id === before?.id) ?? before
      if (key === 'add') return addGroupForm(t, group)
      if (!group) return undefined
      return key === 'rename' ? renameGroupForm(t, group) : moveGroupForm(t, group, groups ?? [], mayUseTop)
    },
    onSaved: onChanged,
    onOutdated: onChanged,
  })
  const chosen = groups?.find(({ id }) => id === chosenId)
  const rows = useMemo(() => treeRows(groups ?? []), [groups])

  const remove = (group: ManagedGroup) =>
    modal.confirm({
      title: t('groups.deleteAsk', { name: group.name }),
      content: t('groups.deleteHint'),
      okText: t('delete'),
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      async onOk() {
        try {
          await request(deleteGroup, { body: { id: group.id, version: group.version } })
          onChoose(undefined)
          void notify.success(t('groups.deleted', { name: group.name }))
          onChanged()
        } catch (error) {
          void notify.error(errorText(error))
          if (isOutdated(error)) onChanged()
        }
      },
    })
  const forChosen = chosen ? (chosen.fixed ? t('groups.fixed') : undefined) : t('groups.chooseFirst')
  const tools = [
    {
      key: 'add',
      icon: <PlusOutlined />,
      call: addGroup,
      reason: chosen || mayUseTop ? undefined : t('groups.chooseFirst'),
      run: () => openForm({ key: 'add', group: chosen }),
    },
    {
      key: 'rename',
      icon: <EditOutlined />,
      call: renameGroup,
      reason: forChosen,
      run: () => openForm({ key: 'rename', group: chosen }),
    },
    {
      key: 'move',
      icon: <DragOutlined />,
      call: moveGroup,
      reason: forChosen,
      run: () => openForm({ key: 'move', group: chosen }),
    },
    {
      key: 'delete',
      icon: <DeleteOutlined />,
      call: deleteGroup,
      reason: forChosen,
      run: () => chosen && remove(chosen),
    },
  ] as const

  return (
    <aside className="group-panel" aria-label={t('groups.title')}>
      <header>
        <h2>{t('groups.title')}</h2>
        <div role="toolbar" aria-label={t('groups.title')}>
          {tools.map(({ key, icon, call, reason, run }) => {
            const label = t(`groups.${key}`)
            const why = mayCall(call) ? reason : shell('table.mayNot')
            return (
              <Tooltip key={key} title={why ?? label}>
                <Button
                  type="text"
                  icon={icon}
                  aria-label={label}
                  disabled={why !== undefined}
                  onClick={run}
                />
              </Tooltip>
            )
          })}
        </div>
      </header>
      {failed && (
        <div className="group-panel-failed" role="alert">
          <span>{t('groups.failed')}</span>
          <Button size="small" onClick={onAgain}>
            {t('groups.again')}
          </Button>
        </div>
      )}
      {groups ? (
        <div className="group-panel-tree">
          <Tree<TreeRow>
            blockNode
            defaultExpandAll
            aria-label={t('groups.all')}
            treeData={[{ key: 0, title: t('groups.all'), children: rows }]}
            selectedKeys={[chosenId ?? 0]}
            onSelect={(_keys, { node }) => onChoose(node.key === 0 ? undefined : node.key)}
          />
        </div>
      ) : (
        !failed && <Spin className="group-panel-loading" />
      )}
      {formDialog}
    </aside>
  )
}

function treeRows(groups: readonly ManagedGroup[]): TreeRow[] {
  const counts = new Map(groups.map(({ id, deviceCount }) => [id, deviceCount]))
  const rowOf = ({ value, title, children }: FormTreeNode): TreeRow => ({
    key: value,
    title: (
      <span className="group-row">
        <span className="group-row-name" title={title}>
          {title}
        </span>
        <span className="group-row-count">{counts.get(value)}</span>
      </span>
    ),
    children: children.map(rowOf),
  })
  return groupNodes(groups).map(rowOf)
}
