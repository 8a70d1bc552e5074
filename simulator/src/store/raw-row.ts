import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** A row as SQL gives it, where no query builder names its columns: by the columns' names in the table. */
export type RawRow<Table extends SQLiteTable> = {
  [Field in keyof Table['_']['columns'] &
    keyof Table['$inferSelect'] as Table['_']['columns'][Field]['_']['name']]: Table['$inferSelect'][Field]
}
