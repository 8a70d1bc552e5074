import type { ListedPerson } from '../../history/recognition.ts'
import type { Store } from '../../store/store.ts'
import { type PersonRow, personOf } from './person-row.ts'

/** Whom cameras look for, as the store has it. */
export type ControlRepository = {
  /** Everybody on the lists, by id. */
  rows(): readonly PersonRow[]
  /** The same, as recognition knows them. */
  listed(): readonly ListedPerson[]
  /** After a change. */
  forget(): void
}

export function createControlRepository(store: Store): ControlRepository {
  const all = store.read.prepare('SELECT * FROM control_persons ORDER BY id')
  let known: { rows: readonly PersonRow[]; listed: readonly ListedPerson[] } | undefined
  const read = () => {
    if (known) return known
    const rows = all.all() as PersonRow[]
    known = { rows, listed: rows.map(listedOf) }
    return known
  }
  return {
    rows: () => read().rows,
    listed: () => read().listed,
    forget() {
      known = undefined
    },
  }
}

const listedOf = (row: PersonRow): ListedPerson => ({ ...personOf(row), sinceMs: row.created_ms })
