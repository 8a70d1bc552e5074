import {
  type ActiveByKind,
  type Intervention,
  type Interventions,
  type LastingKind,
  LONGEST_INTERVENTION_MS,
} from './interventions.ts'

type Lasting = { [Kind in LastingKind]: ActiveByKind[Kind][] }

/** A live list of interventions. */
export function createInterventions(initial: readonly Intervention[] = []): Interventions {
  const log: Intervention[] = [...initial].sort(inLogOrder)
  const listeners = new Set<(fromMs: number) => void>()
  let lasting = lastingOf(log)

  function changed(fromMs: number): void {
    lasting = lastingOf(log)
    for (const listener of [...listeners]) listener(fromMs)
  }

  return {
    list: () => log,
    add(intervention) {
      log.push(intervention)
      log.sort(inLogOrder)
      changed(intervention.atMs)
    },
    removeAfter(atMs) {
      const kept = log.findIndex((intervention) => intervention.atMs > atMs)
      if (kept < 0) return
      const firstMs = log[kept]!.atMs
      log.length = kept
      changed(firstMs)
    },
    touching(kind, fromMs, toMs) {
      const all = lasting[kind]
      return all.length === 0 ? all : all.filter(({ atMs, endMs }) => atMs <= toMs && endMs >= fromMs)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Nobody did anything. */
export const NO_INTERVENTIONS: Interventions = createInterventions()

function inLogOrder(a: Intervention, b: Intervention): number {
  return a.atMs - b.atMs || a.seq - b.seq
}

/** Lasting interventions, by kind, each cut where a later calm ends it. */
function lastingOf(log: readonly Intervention[]): Lasting {
  const found: Lasting = { weather: [], leak: [], incident: [] }
  for (const intervention of log) {
    const { atMs } = intervention
    if (intervention.kind === 'calm') {
      for (const kind of intervention.what ? [intervention.what] : KINDS) {
        for (const each of found[kind]) each.endMs = Math.min(each.endMs, atMs)
      }
      continue
    }
    const endMs = atMs + Math.max(0, Math.min(LONGEST_INTERVENTION_MS, intervention.forMs))
    if (intervention.kind === 'weather') found.weather.push({ ...intervention, endMs })
    else if (intervention.kind === 'leak') found.leak.push({ ...intervention, endMs })
    else found.incident.push({ ...intervention, endMs })
  }
  return found
}

const KINDS: readonly LastingKind[] = ['weather', 'leak', 'incident']
