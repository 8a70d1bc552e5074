import type { ListedPerson } from '../../history/recognition.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import { type PersonRow, personOf } from './person-row.ts'
import { controlPersons } from './tables.ts'

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
  const all = queryBuilder(store.read).select().from(controlPersons).orderBy(controlPersons.id).prepare()
  let known: { rows: readonly PersonRow[]; listed: readonly ListedPerson[] } | undefined
  const read = () => {
    if (known) return known
    const rows = all.all()
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

const listedOf = (row: PersonRow): ListedPerson => ({ ...personOf(row), sinceMs: row.createdMs })
