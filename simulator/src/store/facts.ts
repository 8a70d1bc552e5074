import type { Database } from 'better-sqlite3'
import type { Write } from './write.ts'

/** A fact about the platform that was stored earlier. */
export function readFact(db: Database, name: string): string | undefined {
  const row = db.prepare('SELECT value FROM platform_facts WHERE name = ?').get(name) as
    | { value: string }
    | undefined
  return row?.value
}

const setFacts: Write<Readonly<Record<string, string>>, void> = (db, facts) => {
  const statement = db.prepare(
    'INSERT INTO platform_facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  for (const [name, value] of Object.entries(facts)) statement.run(name, value)
}

export const STORE_WRITES = { 'platform.setFacts': setFacts } as const
