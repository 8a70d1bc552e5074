import type { Database } from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import { queryBuilder } from './query-builder.ts'
import { platformFacts } from './tables.ts'
import type { Write } from './write.ts'

/** A fact about the platform that was stored earlier. */
export function readFact(db: Database, name: string): string | undefined {
  return queryBuilder(db).select().from(platformFacts).where(eq(platformFacts.name, name)).get()?.value
}

/** Facts by name; null: there is none any more. */
const setFacts: Write<Readonly<Record<string, string | null>>, void> = (db, facts) => {
  const query = queryBuilder(db)
  for (const [name, value] of Object.entries(facts)) {
    if (value === null) query.delete(platformFacts).where(eq(platformFacts.name, name)).run()
    else {
      query
        .insert(platformFacts)
        .values({ name, value })
        .onConflictDoUpdate({ target: platformFacts.name, set: { value } })
        .run()
    }
  }
}

export const STORE_WRITES = { 'platform.setFacts': setFacts } as const
