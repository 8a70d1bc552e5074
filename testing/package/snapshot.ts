import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Simulator } from '@backlot/simulator/simulator'
import type { Expect } from './expect.ts'

/** The state of a platform at a moment. Disposed of (`await using`), it is removed. */
export type Snapshot = AsyncDisposable & {
  name: string
  /**
   * Sets the platform back, some tenths of a second: tables, uploads, clock, sessions, faults. Open consoles reconnect
   * and load everything again; expectations of alarms count from here on.
   */
  restore(): Promise<void>
  /** Writes it into one file, for the option `snapshot` of another platform. */
  export(file: string): Promise<void>
}

export type SaveSnapshot = (name?: string) => Promise<Snapshot>

export function createSnapshotOf({ snapshots }: Pick<Simulator, 'snapshots'>, expect: Expect): SaveSnapshot {
  let count = 0
  return async (name = `snapshot-${++count}`) => {
    await snapshots.save(name)
    return {
      name,
      async restore() {
        await snapshots.restore(name)
        await expect.fromNow()
      },
      export: (file) => pipeline(snapshots.pack(name), createWriteStream(file, { mode: 0o600 })),
      [Symbol.asyncDispose]: () => snapshots.remove(name),
    }
  }
}
