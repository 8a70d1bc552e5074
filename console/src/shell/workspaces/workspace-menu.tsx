import { LayoutFilled, LayoutOutlined } from '@ant-design/icons'
import type { Workspace } from '@backlot/contract/workspaces/calls'
import { Dropdown, type MenuProps, Tooltip } from 'antd'
import { useNavigate } from 'react-router-dom'
import { workspaceAddress } from '../../features/workspaces/workspace-address.ts'
import { loadWorkspaces, useWorkspaces } from '../../features/workspaces/workspace-store.ts'
import { type TextKey, useText } from '../../language/language.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { trailOf } from '../menu.ts'
import { useOpenable, useWorkspace } from './use-workspace.ts'
import { useWorkspaceItems } from './use-workspace-items.ts'
import { showWorkspaceForm, updateContent } from './workspace-actions.ts'
import './workspace-menu.css'

/** The open workspace in the header, with what can be done with it, and all others to open. */
export function WorkspaceMenu() {
  const t = useText('shell')
  const navigate = useNavigate()
  const { content, open, differs } = useWorkspace()
  const openable = useOpenable()
  const isLoaded = useWorkspaces((workspaces) => workspaces.list !== undefined)
  const itemsOf = useWorkspaceItems()
  if (!isLoaded) return null

  const go = (address: string) => void navigate(address)
  const items: MenuProps['items'] = [
    {
      key: 'save',
      label: t(open ? 'workspace.saveAs' : 'workspace.saveThis'),
      onClick: () => showWorkspaceForm({ content }),
    },
    ...(open ? itemsOf(open) : []),
    ...(openable.length > 0
      ? [
          { type: 'divider' as const },
          {
            type: 'group' as const,
            key: 'open',
            label: t('workspace.open'),
            children: openable.map((one) => ({
              key: `open ${one.id}`,
              label: <OpenLabel workspace={one} />,
              onClick: () => go(workspaceAddress(one)),
            })),
          },
        ]
      : []),
  ]
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{ items, selectedKeys: open ? [`open ${open.id}`] : [], className: 'workspace-menu' }}
        onOpenChange={(isOpen) => {
          // Others may have shared one since.
          if (isOpen) loadWorkspaces().catch((error: unknown) => noteProblem('workspaces', String(error)))
        }}
      >
        <button
          type="button"
          className="header-button breadcrumb-tool workspace-button"
          aria-label={open ? t('workspace.current', { name: open.name }) : t('workspace.menu')}
          title={t('workspace.menu')}
        >
          {open ? <LayoutFilled /> : <LayoutOutlined />}
          {open && <span className="workspace-name">{open.name}</span>}
          {differs && <span className="workspace-changed" />}
        </button>
      </Dropdown>
      {differs && open?.mayChange && (
        <Tooltip title={t('workspace.updateHint')}>
          <button
            type="button"
            className="header-button breadcrumb-tool workspace-update"
            onClick={() => updateContent(t, open, content)}
          >
            {t('workspace.updateShort')}
          </button>
        </Tooltip>
      )}
    </>
  )
}

/** Name of a workspace, and of which screen, and whose it is. */
function OpenLabel({
  workspace: { path, name, mayChange, roleName, isStart, ownerName },
}: {
  workspace: Workspace
}) {
  const t = useText('shell')
  const about = useScreenName(path)
  const shared = mayChange ? roleName : ownerName
  return (
    <span className="workspace-choice">
      <span>{name}</span>
      <small>{[about, shared, isStart && t('workspace.isStart')].filter(Boolean).join(' · ')}</small>
    </span>
  )
}

/** Name of a screen in the menu. */
function useScreenName(path: string): string {
  const t = useText('shell')
  const label = trailOf(path)?.label
  return label === undefined ? '' : t(`menu.${label}` as TextKey<'shell'>)
}
