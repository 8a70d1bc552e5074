import { MoreOutlined, PlusOutlined } from '@ant-design/icons'
import type { Workspace } from '@backlot/contract/workspaces/calls'
import { Dropdown } from 'antd'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { loadWorkspaces, useWorkspaces } from '../../features/workspaces/workspace-store.ts'
import { useText } from '../../language/language.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { isPathPermitted } from '../../session/permission.ts'
import { hasScreen } from '../../session/screen-paths.ts'
import { useSession } from '../../session/session-store.ts'
import { useWorkspace } from './use-workspace.ts'
import { useWorkspaceItems } from './use-workspace-items.ts'
import { showWorkspaceForm } from './workspace-actions.ts'

type Done = {
  /** Something was chosen that happens elsewhere. */
  onDone: () => void
}

/** On a phone, whose header has no room for the menu of workspaces: what can be done with one, beside its name. */
export function WorkspaceTools({ workspace, onDone }: Done & { workspace: Workspace }) {
  const t = useText('shell')
  const itemsOf = useWorkspaceItems()
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items: itemsOf(workspace), className: 'workspace-menu', onClick: onDone }}
    >
      <button
        type="button"
        className="side-bar-more"
        aria-label={t('workspace.more', { name: workspace.name })}
      >
        <MoreOutlined />
      </button>
    </Dropdown>
  )
}

/** On a phone: saves the screen as it is, below the workspaces. */
export function SaveWorkspace({ onDone }: Done) {
  const t = useText('shell')
  const { pathname } = useLocation()
  const { content } = useWorkspace()
  const isLoaded = useWorkspaces(({ list }) => list !== undefined)
  const mayOpen = useSession((grant) => hasScreen(pathname) && isPathPermitted(pathname, grant))
  // Others may have shared one since.
  useEffect(() => {
    loadWorkspaces().catch((error: unknown) => noteProblem('workspaces', String(error)))
  }, [])
  if (!isLoaded || !mayOpen) return null
  return (
    <button
      type="button"
      className="side-bar-entry side-bar-save"
      onClick={() => {
        showWorkspaceForm({ content })
        onDone()
      }}
    >
      <span className="side-bar-icon">
        <PlusOutlined />
      </span>
      <span className="side-bar-name">{t('workspace.saveThis')}</span>
    </button>
  )
}
