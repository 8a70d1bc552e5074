import type { ServerState } from '@backlot/contract/servers/entities'
import type { Translate } from '../../language/language.ts'
import './servers.css'

/** Whether a server runs; the mark's shape shows it too. */
export function ServerStateMark({ state, t }: { state: ServerState['state']; t: Translate<'servers'> }) {
  return (
    <span className="server-state" data-state={state}>
      {t(`state.${state}`)}
    </span>
  )
}
