/** SQLite in the memory of the page with the calls of better-sqlite3. Stands for store/sqlite.ts. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import sqlite3InitModule, { type PreparedStatement, type SqlValue } from '@sqlite.org/sqlite-wasm'

// A refused write is told to its caller, and is nothing for the log.
Object.assign(globalThis, { sqlite3ApiConfig: { warn: () => {} } })
const sqlite = await sqlite3InitModule()
const { capi, oo1 } = sqlite

export class SqliteError extends Error {
  override name = 'SqliteError'
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** As better-sqlite3 throws it: SQLite's own words, and the name of its code. */
function errorOf(error: unknown): SqliteError {
  const code = (error as { resultCode?: number }).resultCode
  const words = error instanceof Error ? error.message : String(error)
  const name =
    code === undefined ? undefined : (capi.sqlite3_js_rc_str(code) ?? capi.sqlite3_js_rc_str(code & 0xff))
  return new SqliteError(
    words.replace(/^SQLITE_\w+: (?:sqlite3 result code \d+: )?/, ''),
    name ?? 'SQLITE_ERROR',
  )
}

function attempt<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw error instanceof SqliteError ? error : errorOf(error)
  }
}

type Row = Record<string, unknown> | unknown[] | unknown
type Names = Record<string, unknown>

class Statement {
  readonly source: string
  readonly database: PageDatabase
  readonly reader: boolean
  readonly #prepared: PreparedStatement
  readonly #columns: readonly string[]
  readonly #names: readonly string[]
  #form: 'object' | 'raw' | 'pluck' = 'object'
  #bound: readonly unknown[] | undefined

  constructor(database: PageDatabase, source: string) {
    this.database = database
    this.source = source
    this.#prepared = attempt(() => database.handle.prepare(source))
    this.reader = this.#prepared.columnCount > 0
    this.#columns = this.reader ? this.#prepared.getColumnNames() : []
    this.#names = Array.from({ length: this.#prepared.parameterCount }, (_, i) =>
      capi.sqlite3_bind_parameter_name(this.#prepared, i + 1),
    ).filter((name): name is string => typeof name === 'string' && !name.startsWith('?'))
    database.opened.add(this.#prepared)
    FORGOTTEN.register(this, { of: database, prepared: this.#prepared })
  }

  raw(isOn = true): this {
    this.#form = isOn ? 'raw' : 'object'
    return this
  }

  pluck(isOn = true): this {
    this.#form = isOn ? 'pluck' : 'object'
    return this
  }

  columns(): { name: string }[] {
    return this.#columns.map((name) => ({ name }))
  }

  bind(...values: unknown[]): this {
    this.#bound = values
    return this
  }

  run(...values: unknown[]): { changes: number; lastInsertRowid: number } {
    if (VACUUM_INTO.test(this.source)) {
      writeFileSync(String(values[0]), capi.sqlite3_js_db_export(this.database.handle))
      return { changes: 0, lastInsertRowid: 0 }
    }
    return this.#with(values, () => {
      const before = capi.sqlite3_total_changes(this.database.handle)
      while (this.#prepared.step()) {}
      const changes =
        capi.sqlite3_total_changes(this.database.handle) === before ? 0 : this.database.handle.changes()
      return {
        changes: Number(changes),
        lastInsertRowid: Number(capi.sqlite3_last_insert_rowid(this.database.handle)),
      }
    })
  }

  get(...values: unknown[]): Row | undefined {
    return this.#with(values, () => (this.#prepared.step() ? this.#row() : undefined))
  }

  all(...values: unknown[]): Row[] {
    return this.#with(values, () => {
      const rows: Row[] = []
      while (this.#prepared.step()) rows.push(this.#row())
      return rows
    })
  }

  *iterate(...values: unknown[]): Generator<Row> {
    // Read at once: whoever stops early leaves no statement open.
    yield* this.all(...values)
  }

  #with<T>(values: readonly unknown[], read: () => T): T {
    return attempt(() => {
      const prepared = this.#prepared
      try {
        this.#give(this.#bound ?? values)
        return read()
      } finally {
        prepared.reset()
      }
    })
  }

  #give(values: readonly unknown[]): void {
    this.#prepared.clearBindings()
    let at = 1
    for (const value of values.flat()) {
      if (isNames(value)) {
        for (const name of this.#names) {
          const key = name.slice(1)
          if (key in value) this.#prepared.bind({ [name]: sqlValue(value[key]) })
          else throw new RangeError(`Missing named parameter "${key}"`)
        }
      } else this.#prepared.bind(at++, sqlValue(value))
    }
  }

  #row(): Row {
    const { columnCount } = this.#prepared
    if (this.#form === 'pluck') return this.#value(0)
    if (this.#form === 'raw') return Array.from({ length: columnCount }, (_, i) => this.#value(i))
    const row: Record<string, unknown> = {}
    for (let i = 0; i < columnCount; i++) row[this.#columns[i]!] = this.#value(i)
    return row
  }

  #value(column: number): unknown {
    const value = this.#prepared.get(column)
    if (value instanceof Uint8Array) return Buffer.from(value)
    return typeof value === 'bigint' ? Number(value) : value
  }
}

/** A statement that nobody has any more is closed, as better-sqlite3 does it. */
const FORGOTTEN = new FinalizationRegistry<{ of: PageDatabase; prepared: PreparedStatement }>(
  ({ of, prepared }) => {
    if (of.opened.delete(prepared)) prepared.finalize()
  },
)

const isNames = (value: unknown): value is Names =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer)

function sqlValue(value: unknown): SqlValue {
  if (value === undefined) return null
  if (ArrayBuffer.isView(value))
    return new Uint8Array(value.buffer as ArrayBuffer, value.byteOffset, value.byteLength)
  return value as SqlValue
}

/** SQLite has files of its own. */
const ownName = (path: string) => path.replaceAll('/', '_')

/**
 * Gives SQLite the content of a file that was put in the database's place. What is left there is empty: those who look
 * for the database's file find it. Throws a SqliteError when there is none and none may be made.
 */
function takeFile(path: string, mayMake: boolean): void {
  if (!existsSync(path)) {
    if (!mayMake) throw new SqliteError('unable to open database file', 'SQLITE_CANTOPEN')
  } else if (statSync(path).size > 0) {
    capi.sqlite3_js_posix_create_file(ownName(path), new Uint8Array(readFileSync(path)))
  } else return
  writeFileSync(path, '')
}

const VACUUM_INTO = /^VACUUM INTO \?$/

type Options = { readonly?: boolean; fileMustExist?: boolean }
type Mode = '' | 'IMMEDIATE' | 'EXCLUSIVE'

export default class PageDatabase {
  static readonly SqliteError = SqliteError
  readonly name: string
  readonly memory: boolean
  readonly readonly: boolean
  readonly handle: InstanceType<typeof oo1.DB>
  readonly opened = new Set<PreparedStatement>()
  open = true

  constructor(name = ':memory:', { readonly = false, fileMustExist = false }: Options = {}) {
    this.name = name
    this.readonly = readonly
    this.memory = name === ':memory:'
    if (!this.memory) takeFile(name, !fileMustExist && !readonly)
    this.handle = attempt(() => new oo1.DB(this.memory ? ':memory:' : ownName(name), 'c'))
  }

  get inTransaction(): boolean {
    return this.open && capi.sqlite3_get_autocommit(this.handle) === 0
  }

  prepare(source: string): Statement {
    return new Statement(this, source)
  }

  exec(sql: string): this {
    attempt(() => this.handle.exec(sql))
    return this
  }

  pragma(text: string, { simple = false } = {}): unknown {
    // Files in memory have neither a log beside them nor shared maps.
    const known = /^journal_mode/.test(text) ? 'journal_mode = MEMORY' : text
    const statement = new Statement(this, `PRAGMA ${known}`)
    if (!statement.reader) {
      statement.run()
      return []
    }
    return simple ? statement.pluck().get() : statement.all()
  }

  transaction<A extends unknown[], R>(run: (...args: A) => R) {
    const within =
      (mode: Mode) =>
      (...args: A): R => {
        if (this.inTransaction) return run(...args)
        this.exec(`BEGIN ${mode}`)
        try {
          const made = run(...args)
          this.exec('COMMIT')
          return made
        } catch (error) {
          if (this.inTransaction) this.exec('ROLLBACK')
          throw error
        }
      }
    return Object.assign(within(''), {
      deferred: within(''),
      immediate: within('IMMEDIATE'),
      exclusive: within('EXCLUSIVE'),
    })
  }

  function(name: string, options: unknown, run?: (...values: SqlValue[]) => SqlValue): this {
    const called = (run ?? options) as (...values: SqlValue[]) => SqlValue
    this.handle.createFunction(name, (_context: number, ...values: SqlValue[]) => called(...values), {
      arity: -1,
    })
    return this
  }

  close(): this {
    if (!this.open) return this
    this.open = false
    for (const statement of this.opened) statement.finalize()
    this.handle.close()
    return this
  }
}
