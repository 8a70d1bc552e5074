import type { HostClock } from '../../kernel/clock.ts'
import { PlatformError } from '../../kernel/platform-error.ts'
import { runGroup } from '../../store/group-commit.ts'
import { migrate } from '../../store/migrate.ts'
import Database from '../../store/sqlite.ts'
import type { Store, WriteArgs, WriteName, WriteResult } from '../../store/store.ts'
import { createStoreStats } from '../../store/store-stats.ts'
import { refusalOf } from '../../store/writer-error.ts'
import { WRITES } from './writes.ts'

/**
 * A store in memory whose writes run here and at once, in the order in which they are given: the same run writes the
 * same rows at the same moments. For virtual runs and tests; nothing of it outlives the process.
 */
export async function createInlineStore(host: HostClock): Promise<Store> {
  const db = new Database(':memory:')
  db.pragma('foreign_keys = ON')
  await migrate(db, ':memory:')
  let version = 0
  let nextId = 1
  return {
    read: db,
    stats: createStoreStats(),
    queueDepth: () => 0,
    version: () => version,
    isAlive: () => db.open,
    trouble: () => undefined,
    look() {},
    failed: (error) => error,
    write<N extends WriteName>(name: N, args: WriteArgs<N>): Promise<WriteResult<N>> {
      if (!db.open) return Promise.reject(new PlatformError('unavailable', 'The platform is shutting down.'))
      const [reply] = runGroup(db, WRITES, [{ id: nextId++, name, args }], { hostMs: host.now() }, () => 0)
      version++
      if (reply && 'result' in reply) return Promise.resolve(reply.result as WriteResult<N>)
      const { error } = reply!
      return Promise.reject(refusalOf(error) ?? new Error(error.message))
    },
    async [Symbol.asyncDispose]() {
      db.close()
    },
  }
}
