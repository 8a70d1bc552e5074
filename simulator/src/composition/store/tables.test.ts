import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { readMigrations } from '../../store/migrate.ts'
import Database from '../../store/sqlite.ts'

const SOURCE = fileURLToPath(new URL('../..', import.meta.url))

async function declaredTables(): Promise<SQLiteTable[]> {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  const modules = await Promise.all(
    files
      .filter((file) => /tables\.ts$/.test(file))
      .map((file): Promise<Record<string, unknown>> => import(join(SOURCE, file))),
  )
  return modules.flatMap((module) => Object.values(module)).filter((value) => is(value, SQLiteTable))
}

test('the migrations make the tables that the program declares, with their columns and indexes', async () => {
  const db = new Database(':memory:')
  for (const { statements } of readMigrations()) for (const statement of statements) db.exec(statement)
  const names = (sql: string, ...args: string[]) => db.prepare(sql).pluck().all(args).sort()
  const tables = (await declaredTables()).map(getTableConfig)
  expect(tables.map(({ name }) => name).sort()).toEqual(
    names("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"),
  )
  for (const { name, columns, indexes } of tables) {
    const made = names('SELECT name || type || "notnull" FROM pragma_table_info(?)', name)
    const declared = columns.map((column) => {
      const type = column.getSQLType().toUpperCase()
      return `${column.name}${type}${column.notNull ? 1 : 0}`
    })
    expect(declared.sort(), name).toEqual(made)
    expect(indexes.map(({ config }) => config.name).sort(), name).toEqual(
      names("SELECT name FROM pragma_index_list(?) WHERE origin = 'c' AND name NOT LIKE '%_unique'", name),
    )
  }
  db.close()
})
