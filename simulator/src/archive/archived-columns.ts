import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { alarmHistory, alarms } from '../areas/alarms/tables.ts'
import { foreignPositions, foreignPresence, foreignReadings } from '../gateways/tables.ts'
import type { ArchivedTable } from '../store/archive-positions.ts'

export type ColumnType = 'bigint' | 'double precision' | 'text COLLATE "C"'
export type ArchivedColumn = { name: string; type: ColumnType; notNull: boolean }

/** How a table of the core lies in the archive. */
export type ArchivedShape = {
  table: ArchivedTable
  columns: readonly ArchivedColumn[]
  /** Columns of which no two rows have the same values; `time` is one of them. */
  key: readonly string[]
  /** Epoch milliseconds: its month decides where a row lies. */
  time: string
  /** Grows with each change of a row, and with each new one. */
  position: string
  /** Indexes besides that of the key. */
  indexes: readonly (readonly string[])[]
}

/** By the types of SQLite. */
const TYPES: Readonly<Record<string, ColumnType>> = { integer: 'bigint', real: 'double precision' }

/** An alarm's identity is its key, as on the core: an alarm that was pruned and happens again replaces the earlier one. */
export const SHAPES: Readonly<Record<ArchivedTable, ArchivedShape>> = {
  alarms: shape('alarms', alarms, {
    key: ['sn', 'chn_id', 'alarm_seq', 'start_ms'],
    time: 'start_ms',
    position: 'cursor',
    indexes: [['start_ms', 'id'], ['id']],
  }),
  alarm_history: shape('alarm_history', alarmHistory, {
    key: ['id', 'at_ms'],
    time: 'at_ms',
    position: 'id',
    indexes: [['alarm_id', 'id']],
  }),
  foreign_positions: shape('foreign_positions', foreignPositions, {
    key: ['sn', 'at_ms'],
    time: 'at_ms',
    position: 'seq',
    indexes: [],
  }),
  foreign_readings: shape('foreign_readings', foreignReadings, {
    key: ['sn', 'interval', 'at_ms'],
    time: 'at_ms',
    position: 'seq',
    indexes: [],
  }),
  foreign_presence: shape('foreign_presence', foreignPresence, {
    key: ['sn', 'at_ms'],
    time: 'at_ms',
    position: 'seq',
    indexes: [],
  }),
}

function shape(
  table: ArchivedTable,
  declared: SQLiteTable,
  rest: Omit<ArchivedShape, 'table' | 'columns'>,
): ArchivedShape {
  if (getTableName(declared) !== table) throw new Error(`${table} is declared as ${getTableName(declared)}`)
  const columns = Object.values(getTableColumns(declared)).map(
    (column): ArchivedColumn => ({
      name: column.name,
      type: TYPES[column.getSQLType()] ?? 'text COLLATE "C"',
      notNull: column.notNull,
    }),
  )
  return { table, columns, ...rest }
}

/** The columns' names with commas between, as both databases take them. */
export const columnList = ({ columns }: ArchivedShape): string =>
  columns.map(({ name }) => `"${name}"`).join(', ')
