import type { OverlayEntry, OverlayLog } from '../timeline/overlay-log.ts'
import { createInterventions } from '../world/create-interventions.ts'
import {
  type Intervention,
  type Interventions,
  WORLD_ACTION_KINDS,
  type WorldAction,
} from '../world/interventions.ts'

/** The overlay log as the world sees it: interventions, ordered, in memory. */
export type InterventionLog = {
  /** The live list that a world is made with. */
  interventions: Interventions
  /** Stores an intervention; it is in effect when the promise resolves. */
  append(atMs: number, action: WorldAction): Promise<void>
}

export function createInterventionLog(overlay: OverlayLog): InterventionLog {
  const stored = [...overlay.entriesOf(WORLD_ACTION_KINDS)].filter(({ sn }) => sn === '')
  const interventions = createInterventions(stored.map(interventionOf))
  overlay.onCut(({ afterMs, lastSeq }) => {
    const later = interventions.list().filter(({ atMs, seq }) => atMs > afterMs && seq > lastSeq)
    interventions.removeAfter(afterMs)
    for (const intervention of later) interventions.add(intervention)
  })
  return {
    interventions,
    async append(atMs, action) {
      const { kind, ...payload } = action
      const entry = await overlay.append({ atMs, kind, sn: '', payload })
      if (!overlay.isCut(entry)) interventions.add(interventionOf(entry))
    },
  }
}

function interventionOf({ atMs, seq, kind, payload }: OverlayEntry): Intervention {
  return { ...(payload as Omit<WorldAction, 'kind'>), kind, atMs, seq } as Intervention
}
