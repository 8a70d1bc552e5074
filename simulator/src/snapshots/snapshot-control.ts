import type { ServerResponse } from 'node:http'
import type { SnapshotInfo } from '@backlot/contract/control/snapshot-calls'
import type { Snapshots } from './create-snapshots.ts'

/** Snapshots of the running platform. */
export type SnapshotControl = Pick<Snapshots, 'list' | 'remove' | 'pack' | 'unpack'> & {
  /** Rejects with a conflict when there is one of the name, unless `replace` is set. */
  save(name: string, replace?: boolean): Promise<SnapshotInfo>
  /**
   * Sets the platform back. Resolves when it runs again. Rejects with a PlatformError, and the platform goes on as it
   * was. `asker`: the reply that waits for it.
   */
  restore(name: string, asker?: ServerResponse): Promise<SnapshotInfo & { tookMs: number }>
}
