import type { Store } from '../store/store.ts'
import { SPAN_KIND, type Tracer } from './tracer.ts'

/** Traces a store: each named write from its order to its commit, and each transaction of the writer. */
export function traceStore(store: Store, tracer: Tracer): void {
  const write = store.write.bind(store) as (name: string, args: unknown) => Promise<unknown>
  const traced = (name: string, args: unknown): Promise<unknown> => {
    const span = tracer.start(`store.write ${name}`, SPAN_KIND.internal, {
      attributes: { 'db.system.name': 'sqlite', 'db.operation.name': name },
    })
    const done = write(name, args)
    done.then(
      () => span.end(),
      (error: unknown) => span.end({}, error instanceof Error ? error.message : String(error)),
    )
    return done
  }
  store.write = traced as Store['write']
  store.stats.onTransaction = (tookMs, writes, changedRows) =>
    tracer.tell('store.transaction', SPAN_KIND.internal, tookMs, {
      'db.system.name': 'sqlite',
      'backlot.writes': writes,
      'backlot.changed_rows': changedRows,
    })
}
