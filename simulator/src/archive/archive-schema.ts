import type pg from 'pg'
import { ARCHIVED_TABLES, type ArchivedTable } from '../store/archive-positions.ts'
import { type ArchivedShape, SHAPES } from './archived-columns.ts'
import { type Month, monthsOf, monthTable } from './months.ts'

/** Grows with every change of the tables below; an archive of a newer one is refused. */
export const ARCHIVE_VERSION = 1

/** Makes the tables of a new archive. Inside a transaction. */
export async function makeArchive(client: pg.Client): Promise<void> {
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS backlot;
    CREATE TABLE backlot.archive (
      version bigint NOT NULL, platform text NOT NULL, seed bigint NOT NULL,
      begun timestamptz NOT NULL DEFAULT now());
    CREATE TABLE backlot.progress (stream text PRIMARY KEY, position bigint NOT NULL);`)
  for (const table of ARCHIVED_TABLES) await client.query(tableText(SHAPES[table]))
}

function tableText({ table, columns, key, time, indexes }: ArchivedShape): string {
  const fields = columns.map(({ name, type, notNull }) => `"${name}" ${type}${notNull ? ' NOT NULL' : ''}`)
  const more = indexes.map(
    (names) => `CREATE INDEX ${table}_${names.join('_')} ON backlot.${table} (${quoted(names)});`,
  )
  return `
    CREATE TABLE backlot.${table} (${fields.join(', ')}, PRIMARY KEY (${quoted(key)}))
      PARTITION BY RANGE ("${time}");
    CREATE TABLE backlot.${table}_other PARTITION OF backlot.${table} DEFAULT;
    ${more.join('\n')}`
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

/** The months that have a table, by name of the table. */
export async function readMonths(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT child.relname AS name FROM pg_inherits
     JOIN pg_class child ON child.oid = inhrelid JOIN pg_class parent ON parent.oid = inhparent
     WHERE parent.relnamespace = 'backlot'::regnamespace AND parent.relkind = 'p'`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Makes the tables of months that have none yet: each by itself, since it locks the table for a moment. */
export async function makeMonths(
  client: pg.Client,
  known: Set<string>,
  table: ArchivedTable,
  moments: Iterable<number>,
): Promise<void> {
  for (const month of monthsOf(moments)) {
    const name = monthTable(table, month)
    if (known.has(name)) continue
    await client.query(monthText(table, name, month))
    known.add(name)
  }
}

const monthText = (table: ArchivedTable, name: string, { fromMs, toMs }: Month) =>
  `CREATE TABLE IF NOT EXISTS backlot.${name} PARTITION OF backlot.${table} FOR VALUES FROM (${fromMs}) TO (${toMs})`
