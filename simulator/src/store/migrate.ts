import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { StartError } from '../kernel/start-error.ts'
import Sqlite from './sqlite.ts'

const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url))

/** 'BKLT': distinguishes our database from any other SQLite file. */
const APPLICATION_ID = 0x42_4b_4c_54

export type Migration = { tag: string; hash: string; statements: readonly string[] }

const Journal = z.object({ entries: z.array(z.object({ idx: z.number(), tag: z.string() })) })

/** The migrations that drizzle-kit wrote, in order. */
export function readMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  const journal = Journal.parse(JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')))
  return journal.entries.map(({ tag }) => {
    const sql = readFileSync(join(folder, `${tag}.sql`), 'utf8')
    const hash = createHash('sha256').update(sql).digest('hex')
    return { tag, hash, statements: sql.split('--> statement-breakpoint') }
  })
}

/**
 * Brings a database up to the newest schema: each missing migration in one transaction, after a copy of the file was
 * put into `backups/`. Throws a StartError, changing nothing, when the database is newer than the program, comes from
 * another line of development, is not ours or is not of the schema that it claims.
 */
export async function migrate(db: Database, file: string, migrations = readMigrations()): Promise<void> {
  const version = db.pragma('user_version', { simple: true }) as number
  refuseForeign(db, file, version)
  const known = migrations.slice(0, version)
  const hash = hashOf(db, known.length)
  if (version > 0 && hash !== known.at(-1)!.hash && (hash !== undefined || version <= migrations.length)) {
    throw new StartError(
      `The database ${file} has an unknown schema (from an unreleased version). Use another --data folder, or move this one.`,
    )
  }
  if (version > migrations.length) {
    throw new StartError(
      `The database ${file} was written by a newer Backlot (schema ${version}; this one supports ${migrations.length}). Update, or use another --data folder.`,
    )
  }
  if (version > 0) refuseOtherSchema(db, file, known)
  const missing = migrations.slice(version)
  if (missing.length === 0) return
  if (version > 0) await backUp(db, file, version)
  db.transaction(() => {
    db.exec(
      'CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, tag TEXT NOT NULL, hash TEXT NOT NULL)',
    )
    for (const [index, migration] of missing.entries()) {
      for (const statement of migration.statements) db.exec(statement)
      const number = version + index + 1
      db.prepare('INSERT INTO migrations VALUES (?, ?, ?)').run(number, migration.tag, migration.hash)
    }
    db.pragma(`user_version = ${migrations.length}`)
    db.pragma(`application_id = ${APPLICATION_ID}`)
  })()
}

function refuseForeign(db: Database, file: string, version: number): void {
  const id = db.pragma('application_id', { simple: true }) as number
  const tables = db.prepare("SELECT count(*) AS n FROM sqlite_master WHERE type = 'table'").get() as {
    n: number
  }
  const ours = id === APPLICATION_ID || (version === 0 && tables.n === 0)
  if (!ours) throw new StartError(`${file} is another program's database. Use another --data folder.`)
}

/** Of the migration by which a database reached a version; undefined where it keeps no list of them. */
function hashOf(db: Database, version: number): unknown {
  if (!hasTable(db, 'migrations')) return undefined
  return db.prepare('SELECT hash FROM migrations WHERE version = ?').pluck().get(version)
}

const hasTable = (db: Database, name: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(name) !== undefined

/** A table, index or trigger that somebody dropped or changed by hand: every query of it would fail later. */
function refuseOtherSchema(db: Database, file: string, migrations: readonly Migration[]): void {
  const expected = new Sqlite(':memory:')
  try {
    for (const { statements } of migrations) for (const statement of statements) expected.exec(statement)
    const found = schemaOf(db)
    for (const [name, shape] of schemaOf(expected)) {
      if (found.get(name) === shape) continue
      const how = found.has(name) ? 'is not as this version made it' : 'is missing'
      throw new StartError(
        `The database ${file} is damaged: its ${name} ${how}. Move it, or restore a copy from the backups folder next to it, then start again.`,
      )
    }
  } finally {
    expected.close()
  }
}

/** Objects of a database ('table alarms'), each with its columns in order. */
function schemaOf(db: Database): Map<string, string> {
  const rows = db
    .prepare(
      `SELECT m.type || ' ' || m.name AS name,
         (SELECT group_concat(c.name || ' ' || c.type, ', ') FROM pragma_table_info(m.name) AS c) AS columns
       FROM sqlite_master AS m WHERE m.name NOT LIKE 'sqlite_%'`,
    )
    .all() as { name: string; columns: string | null }[]
  return new Map(rows.map(({ name, columns }) => [name, columns ?? '']))
}

async function backUp(db: Database, file: string, version: number): Promise<void> {
  const folder = join(dirname(file), 'backups')
  mkdirSync(folder, { recursive: true })
  const stem = join(folder, `before-schema-${version + 1}`)
  let copy = `${stem}.db`
  for (let n = 2; existsSync(copy); n++) copy = `${stem}-${n}.db`
  await db.backup(copy)
}
