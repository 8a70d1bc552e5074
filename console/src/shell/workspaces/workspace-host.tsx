import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { SectionBoundary } from '../../components/failure/section-boundary.tsx'
import { notify } from '../../components/notifications/notify.ts'
import { contentOf, workspaceAddress, workspaceIn } from '../../features/workspaces/workspace-address.ts'
import { useWorkspaces } from '../../features/workspaces/workspace-store.ts'
import { useText } from '../../language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { mayOpen } from './use-workspace.ts'
import { useWorkspaceForm } from './workspace-actions.ts'

const WorkspaceDialog = lazy(async () => ({
  default: (await import('./workspace-dialog.tsx')).WorkspaceDialog,
}))

/** Follows links to workspaces, and shows the form of one. */
export function WorkspaceHost() {
  useWorkspaceLink()
  const isOpen = useWorkspaceForm((form) => form.shown !== undefined)
  if (!isOpen) return null
  return (
    <SectionBoundary>
      <Suspense>
        <WorkspaceDialog />
      </Suspense>
    </SectionBoundary>
  )
}

/**
 * A link that names a workspace and nothing else (`/realTime?workspace=7`) opens it as it is saved. A link to one that
 * the user does not see says so.
 */
function useWorkspaceLink(): void {
  const t = useText('shell')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const list = useWorkspaces((workspaces) => workspaces.list)
  const parameters = new URLSearchParams(search)
  const id = workspaceIn(parameters)
  const content = contentOf(pathname, parameters)
  // Screens add to the address: what counts is how it was entered.
  const [arrival, setArrival] = useState<{ id: number | undefined; isBare: boolean }>({
    id: undefined,
    isBare: false,
  })
  if (arrival.id !== id) setArrival({ id, isBare: Object.keys(content.query).length === 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each arrival, when the workspaces are there
  useEffect(() => {
    if (id === undefined || !list || pathname === '/') return
    const found = list.find((one) => one.id === id)
    if (!found || !mayOpen(found, useSession.getState())) {
      notify.warning({ key: 'workspace', content: t('workspace.notSeen') })
      void navigate(`${pathname}?${new URLSearchParams(content.query)}`, { replace: true })
    } else if (arrival.isBare || found.path !== pathname) {
      setArrival({ id, isBare: false })
      void navigate(workspaceAddress(found), { replace: true })
    }
  }, [id, arrival.isBare, pathname, list === undefined])
}
