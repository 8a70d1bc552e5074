import type { Workspace } from '@backlot/contract/workspaces/calls'
import { create } from 'zustand'
import { copyText } from '../../components/copy-text.ts'
import { dialogs } from '../../components/dialog-bridge.tsx'
import { notify } from '../../components/notifications/notify.ts'
import { WORKSPACE_PARAMETER, type WorkspaceContent } from '../../features/workspaces/workspace-address.ts'
import {
  changeWorkspace,
  loadWorkspaces,
  removeWorkspace,
  startWith,
} from '../../features/workspaces/workspace-store.ts'
import { errorText } from '../../language/error-text.ts'
import type { Translate } from '../../language/language.ts'
import { isOutdated } from '../../platform/platform-reply-error.ts'

/** The open form: of a new workspace, or of one that is renamed or shared. */
type FormShown = { content: WorkspaceContent } | { workspace: Workspace }

export const useWorkspaceForm = create<{ shown: FormShown | undefined }>(() => ({ shown: undefined }))

export const showWorkspaceForm = (form: FormShown | undefined): void =>
  useWorkspaceForm.setState({ shown: form })

type T = Translate<'shell'>

/** Reports what was done, or why not; what somebody else has changed is loaded again. */
async function report(work: Promise<unknown>, done: string): Promise<void> {
  try {
    await work
    notify.success(done)
  } catch (error) {
    notify.error(errorText(error))
    if (isOutdated(error)) await loadWorkspaces()
  }
}

/** Gives the open workspace the screen's present content. */
export function updateContent(t: T, workspace: Workspace, content: WorkspaceContent): void {
  void report(changeWorkspace(workspace, content), t('workspace.updated', { name: workspace.name }))
}

/** Makes a workspace the one that the console opens with, or takes that back. */
export function toggleStart(t: T, { id, name, isStart }: Workspace): void {
  void report(
    startWith(isStart ? null : id),
    t(isStart ? 'workspace.startOff' : 'workspace.startOn', { name }),
  )
}

/** Removes a workspace, once the user has confirmed it. `leave` takes it out of the address. */
export function askRemove(t: T, { id, name, roleName }: Workspace, leave: () => void): void {
  dialogs().confirm({
    title: t('workspace.removeAsk', { name }),
    content: roleName === '' ? undefined : t('workspace.removeShared', { role: roleName }),
    okText: t('workspace.remove'),
    okButtonProps: { danger: true },
    cancelText: t('form.cancel'),
    onOk: () => {
      leave()
      return report(removeWorkspace(id), t('workspace.removed'))
    },
  })
}

/** Copies the address of a workspace. */
export async function copyLink(t: T, { id, path }: Workspace): Promise<void> {
  const { origin, pathname } = location
  const isCopied = await copyText(`${origin}${pathname}#${path}?${WORKSPACE_PARAMETER}=${id}`)
  if (isCopied) notify.success(t('workspace.linkCopied'))
  else notify.error(t('shownOnce.notCopied'))
}
