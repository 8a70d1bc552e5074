import type { Database } from 'better-sqlite3'
import type { Write } from './write.ts'

/** A fact about the platform that was stored earlier. */
export function readFact(db: Database, name: string): string | undefined {
  const row = db.prepare('SELECT value FROM platform_facts WHERE name = ?').get(name) as
    | { value: string }
    | undefined
  return row?.value
}

/** Facts by name; null: there is none any more. */
const setFacts: Write<Readonly<Record<string, string | null>>, void> = (db, facts) => {
  const statement = db.prepare(
    'INSERT INTO platform_facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  const drop = db.prepare('DELETE FROM platform_facts WHERE name = ?')
  for (const [name, value] of Object.entries(facts)) {
    if (value === null) drop.run(name)
    else statement.run(name, value)
  }
}

export const STORE_WRITES = { 'platform.setFacts': setFacts } as const
