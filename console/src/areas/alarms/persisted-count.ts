import type { Alarm } from '@backlot/contract/alarms/entities'
import { z } from 'zod'

const KEY = 'newAlarms'
const KEPT = z.object({ count: z.number().int().min(0), newestId: z.number().int().min(0) })

/** The counter of new alarms as a tab keeps it, and the newest alarm that was known by then. */
type PersistedCount = z.infer<typeof KEPT>

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Count stored before the page was reloaded; undefined when there is none, or none readable. */
export function readCount(storage: Storage): PersistedCount | undefined {
  try {
    return KEPT.parse(JSON.parse(storage.getItem(KEY) ?? ''))
  } catch {
    return undefined
  }
}

export const keepCount = (storage: Storage, kept: PersistedCount): void =>
  storage.setItem(KEY, JSON.stringify(kept))

export const forgetCount = (storage: Storage): void => storage.removeItem(KEY)

export const newestIdOf = (list: readonly Alarm[]): number =>
  list.reduce((newest, { id }) => Math.max(newest, id), 0)

/**
 * The counter to go on from, and which of the recent alarms came while the page was away. Nothing is kept of a platform
 * whose data began again since: its newest alarm is older than the known one.
 */
export function resumeCount(
  kept: PersistedCount | undefined,
  recent: readonly Alarm[],
): { count: number; known: readonly Alarm[]; missed: readonly Alarm[] } {
  if (!kept || newestIdOf(recent) < kept.newestId) return { count: 0, known: recent, missed: [] }
  return {
    count: kept.count,
    known: recent.filter(({ id }) => id <= kept.newestId),
    missed: recent.filter(({ id }) => id > kept.newestId),
  }
}
