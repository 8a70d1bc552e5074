import { setImmediate } from 'node:timers/promises'
import type { PictureUse } from '@backlot/contract/uploads/calls'
import type { PictureUsesPort } from '../../areas/uploads/uploads-area.ts'
import type { Store } from '../../store/store.ts'

/** Alarms of one slice: a few milliseconds of the event loop. */
const SLICE = 5000
const PATHS = /\/upload\/([a-f0-9]{32}\.(?:jpg|png))/g

/** Every place that keeps the path of an uploaded picture. One that is added gets its line here. */
const PICTURE_COLUMNS: readonly { use: Exclude<PictureUse, 'alarm'>; sql: string }[] = [
  { use: 'logo', sql: "SELECT logo FROM users WHERE logo LIKE '/upload/%'" },
  { use: 'person', sql: "SELECT face FROM control_persons WHERE face LIKE '/upload/%'" },
  { use: 'installation', sql: "SELECT content FROM device_installations WHERE instr(content, '/upload/')" },
  { use: 'workOrder', sql: "SELECT pictures FROM work_order_history WHERE instr(pictures, '/upload/')" },
]

/** Finds the uses of pictures. Of several uses the first is answered. */
export function createPictureUses({ read }: Pick<Store, 'read'>): PictureUsesPort {
  const quick = (names: readonly string[]): Map<string, PictureUse> => {
    const found = new Map<string, PictureUse>()
    if (names.length === 0) return found
    const wanted = new Set(names)
    for (const { use, sql } of PICTURE_COLUMNS) {
      for (const text of read.prepare(sql).pluck().all() as string[]) noteAll(text, use, wanted, found)
    }
    return found
  }
  return {
    quick,
    async all(names) {
      const found = quick(names)
      const left = new Set(names.filter((name) => !found.has(name)))
      if (left.size === 0) return found
      // The person of a face in an alarm may be gone from the control list.
      const slice = read.prepare(
        `SELECT resource || ifnull(detail, '') FROM alarms
         WHERE id > ? AND id <= ? AND (instr(resource, '/upload/') OR instr(detail, '/upload/'))`,
      )
      const { first, last } = read
        .prepare('SELECT ifnull(min(id), 1) AS first, ifnull(max(id), 0) AS last FROM alarms')
        .get() as { first: number; last: number }
      for (let from = first - 1; from < last; from += SLICE) {
        for (const text of slice.pluck().all(from, from + SLICE) as string[]) {
          noteAll(text, 'alarm', left, found)
        }
        await setImmediate()
      }
      return found
    },
  }
}

function noteAll(
  text: string,
  use: PictureUse,
  wanted: ReadonlySet<string>,
  found: Map<string, PictureUse>,
): void {
  for (const [, name] of text.matchAll(PATHS))
    if (wanted.has(name!) && !found.has(name!)) found.set(name!, use)
}
