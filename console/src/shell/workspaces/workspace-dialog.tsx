import { useSearchParams } from 'react-router-dom'
import { notify } from '../../components/notifications/notify.ts'
import { FormDialog } from '../../features/table-screen/form-dialog.tsx'
import { WORKSPACE_PARAMETER } from '../../features/workspaces/workspace-address.ts'
import { loadWorkspaces, useWorkspaces } from '../../features/workspaces/workspace-store.ts'
import { useText } from '../../language/language.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { showWorkspaceForm, useWorkspaceForm } from './workspace-actions.ts'
import { workspaceForm } from './workspace-form.ts'

/** The form of a workspace. A new one is open as soon as it is saved. */
export function WorkspaceDialog() {
  const t = useText('shell')
  const form = useWorkspaceForm((state) => state.shown)
  const { list = [], roles, isInBrowser } = useWorkspaces()
  const [, setSearch] = useSearchParams()
  if (!form) return null
  const close = () => showWorkspaceForm(undefined)
  // A changed one follows what somebody else makes of it.
  const workspace =
    'workspace' in form ? (list.find(({ id }) => id === form.workspace.id) ?? form.workspace) : undefined
  const content = 'content' in form ? form.content : form.workspace
  return (
    <FormDialog
      description={workspaceForm(t, {
        workspace,
        content,
        list,
        roles,
        isInBrowser,
        onAdded: (id) =>
          setSearch(
            (before) => {
              before.set(WORKSPACE_PARAMETER, String(id))
              return before
            },
            { replace: true },
          ),
      })}
      onClose={close}
      onSaved={(text) => {
        close()
        notify.success(text)
      }}
      onOutdated={() =>
        void loadWorkspaces().catch((error: unknown) => noteProblem('workspaces', String(error)))
      }
    />
  )
}
