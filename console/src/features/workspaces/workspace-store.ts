import {
  addWorkspace,
  deleteWorkspace,
  listWorkspaces,
  setStartWorkspace,
  updateWorkspace,
  type Workspace,
  type WorkspaceRole,
} from '@backlot/contract/workspaces/calls'
import { create } from 'zustand'
import { request } from '../../platform/client.ts'
import { isCallMissing } from '../../platform/platform-reply-error.ts'
import { useSession } from '../../session/session-store.ts'
import { browserWorkspaces } from './browser-workspaces.ts'
import type { WorkspaceContent } from './workspace-address.ts'

type Workspaces = {
  /** By name; undefined until they are loaded. */
  list: readonly Workspace[] | undefined
  /** Roles that the user may share with. */
  roles: readonly WorkspaceRole[]
  /** The platform stores none: they are in this browser. */
  isInBrowser: boolean
}

const NONE: Workspaces = { list: undefined, roles: [], isInBrowser: false }

/** The workspaces that the user sees. */
export const useWorkspaces = create<Workspaces>(() => NONE)

const inBrowser = () => browserWorkspaces(localStorage, useSession.getState().userInfo?.loginName ?? '')

/** Loads the workspaces; from this browser if the platform has no such calls. Rejects as `request` does. */
export async function loadWorkspaces(): Promise<void> {
  try {
    useWorkspaces.setState({ ...(await request(listWorkspaces)), isInBrowser: false })
  } catch (error) {
    if (!isCallMissing(error)) throw error
    useWorkspaces.setState({ list: inBrowser().list(), roles: [], isInBrowser: true })
  }
}

/** Forgets them, when the session ends. */
export const forgetWorkspaces = (): void => useWorkspaces.setState(NONE)

/** Saves a workspace and answers its id. Rejects as `request` does. */
export async function saveWorkspace(
  workspace: WorkspaceContent & { name: string; roleId: number | null },
): Promise<number> {
  const { isInBrowser } = useWorkspaces.getState()
  const { id } = isInBrowser
    ? { id: inBrowser().add(workspace) }
    : await request(addWorkspace, { body: workspace })
  await loadWorkspaces()
  return id
}

/** Changes a workspace, unless somebody else has since it was loaded. Rejects as `request` does. */
export async function changeWorkspace(
  { id, version }: Pick<Workspace, 'id' | 'version'>,
  change: Partial<WorkspaceContent> & { name?: string; roleId?: number | null },
): Promise<void> {
  if (useWorkspaces.getState().isInBrowser) inBrowser().update(id, change)
  else await request(updateWorkspace, { body: { id, version, ...change } })
  await loadWorkspaces()
}

/** Removes a workspace. Rejects as `request` does. */
export async function removeWorkspace(id: number): Promise<void> {
  if (useWorkspaces.getState().isInBrowser) inBrowser().remove(id)
  else await request(deleteWorkspace, { body: { id } })
  await loadWorkspaces()
}

/** Chooses the workspace that the console opens with; null: none. Rejects as `request` does. */
export async function startWith(id: number | null): Promise<void> {
  if (useWorkspaces.getState().isInBrowser) inBrowser().setStart(id)
  else await request(setStartWorkspace, { body: { id } })
  await loadWorkspaces()
}
