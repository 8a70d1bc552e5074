import type { Workspace } from '@backlot/contract/workspaces/calls'
import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import {
  contentOf,
  isSameContent,
  type WorkspaceContent,
  workspaceIn,
} from '../../features/workspaces/workspace-address.ts'
import { useWorkspaces } from '../../features/workspaces/workspace-store.ts'
import { type Grant, isPathPermitted } from '../../session/permission.ts'
import { hasScreen } from '../../session/screen-paths.ts'
import { useSession } from '../../session/session-store.ts'

/** The screen as it is set up now, the open workspace, and whether the screen differs from it. */
export function useWorkspace(): {
  content: WorkspaceContent
  open: Workspace | undefined
  differs: boolean
} {
  const { pathname, search } = useLocation()
  const list = useWorkspaces((workspaces) => workspaces.list)
  return useMemo(() => {
    const parameters = new URLSearchParams(search)
    const content = contentOf(pathname, parameters)
    const id = workspaceIn(parameters)
    const open = list?.find((one) => one.id === id && one.path === pathname)
    return { content, open, differs: open !== undefined && !isSameContent(content, open) }
  }, [pathname, search, list])
}

/** Whether a user may open the screen of a workspace. */
export const mayOpen = ({ path }: Pick<Workspace, 'path'>, grant: Grant): boolean =>
  hasScreen(path) && isPathPermitted(path, grant)

/** The workspaces that the user may open: the start first, then by name. */
export function useOpenable(): readonly Workspace[] {
  const grant = useSession()
  const list = useWorkspaces((workspaces) => workspaces.list)
  return useMemo(
    () =>
      (list ?? []).filter((one) => mayOpen(one, grant)).sort((a, b) => Number(b.isStart) - Number(a.isStart)),
    [list, grant],
  )
}
