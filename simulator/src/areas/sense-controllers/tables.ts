import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Sensors for RS-485 lines that people added; those of the platform have no rows. */
export const senseControllers = sqliteTable(
  'sense_controllers',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    number: text('number').notNull(),
    name: text('name').notNull(),
    model: text('model').notNull(),
    factory: text('factory').notNull(),
    ctrlType: integer('ctrl_type').notNull(),
    /** Read request of Modbus RTU in hex. */
    script: text('script').notNull(),
    baudRate: integer('baud_rate').notNull(),
    address: integer('address').notNull(),
    /** Contaminant codes in the order of the registers. */
    codes: text('codes', { mode: 'json' }).$type<string[]>().notNull(),
    version: integer('version').notNull(),
    updatedMs: integer('updated_ms').notNull(),
  },
  (table) => [uniqueIndex('sense_controllers_number').on(table.number)],
)
