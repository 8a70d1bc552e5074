import { SERVER_KINDS } from '@backlot/contract/servers/constants'
import type { ServerState } from '@backlot/contract/servers/entities'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { changeSearch, ROW_PARAMETER } from '../../features/table-screen/table-url.ts'
import { useCanAll } from '../../session/use-can-all.ts'

/** The route of the list of all servers. */
export const LIST_PATH = '/serverManange/serverInfo'

/** The route of a kind of server; further kinds have none. */
export function pageOfKind(kind: ServerState['kind']): string | undefined {
  const known = SERVER_KINDS.find((one) => one.kind === kind)
  return known && `/serverManange/mgt/${known.page}`
}

/**
 * On the route of one kind, sets the list's filter to it and opens its row, unless the address says otherwise. Another
 * filter leads to the route of the whole list, for users who may open that.
 */
export function useRouteKind(): void {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const can = useCanAll()
  const arrived = useRef(false)
  const kind = search.get('kind')
  const known = SERVER_KINDS.find(({ page }) => pathname.endsWith(`/${page}`))?.kind
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a kind: the rest of the address is read as it is then
  useEffect(() => {
    if (known === undefined || kind === known) {
      arrived.current = true
      return
    }
    if (!arrived.current && kind === null) {
      const own = changeSearch(search, { kind: known, [ROW_PARAMETER]: known })
      navigate({ pathname, search: String(own) }, { replace: true })
    } else if (can(LIST_PATH)) {
      navigate(
        { pathname: LIST_PATH, search: String(changeSearch(search, { part: undefined })) },
        { replace: true },
      )
    }
    arrived.current = true
  }, [kind, known])
}
