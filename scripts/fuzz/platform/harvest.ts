// Facts from answers of the platform, for later steps to use: rows that were just added are the likeliest to be changed
// and deleted.

/** Identities of a fresh platform are small numbers. */
const FIRST_IDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 20] as const
const KEPT = 40

export class Harvest {
  readonly #ids = new Map<string, number[]>()
  /** Rows of alarms as they are named by others: id, device and sequence. */
  readonly alarms: unknown[] = []

  /** Identities of a room's rows, newest first; the list itself changes. */
  idsOf(room: string): readonly number[] {
    const known = this.#ids.get(room) ?? [...FIRST_IDS]
    this.#ids.set(room, known)
    return known
  }

  /** Reads an answer of a call. */
  take(callName: string, body: string): void {
    if (body.length > 100_000) return
    const { data } = JSON.parse(body) as { data?: Record<string, unknown> }
    if (!data) return
    const ids = this.idsOf(roomOf(callName)) as number[]
    for (const row of [
      data,
      ...(Array.isArray(data['list']) ? (data['list'] as unknown[]).slice(0, 5) : []),
    ]) {
      if (typeof row !== 'object' || row === null) continue
      const { id, sn, alarmSeq } = row as Record<string, unknown>
      if (typeof id === 'number' && !ids.includes(id)) ids.unshift(id)
      if (typeof alarmSeq === 'string') this.alarms.unshift({ id, sn, alarmSeq })
    }
    ids.length = Math.min(ids.length, KEPT)
    this.alarms.length = Math.min(this.alarms.length, KEPT)
  }
}

/** `mediaServers.add` is of the room mediaServers. */
export const roomOf = (callName: string): string => callName.slice(0, callName.indexOf('.'))
