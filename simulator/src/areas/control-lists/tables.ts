import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Persons of control lists: whom cameras look for. */
export const controlPersons = sqliteTable(
  'control_persons',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    label: text('label').notNull(),
    identityCard: text('identity_card').notNull(),
    sex: integer('sex').notNull(),
    birthday: text('birthday').notNull(),
    phoneNumber: text('phone_number').notNull(),
    addr: text('addr').notNull(),
    /** Path of the face photo. */
    face: text('face').notNull(),
    enabled: integer('enabled').notNull(),
    version: integer('version').notNull(),
    /** Platform time; 0: was there before anything. */
    createdMs: integer('created_ms').notNull(),
    updatedMs: integer('updated_ms').notNull(),
  },
  (table) => [
    uniqueIndex('control_persons_card').on(table.identityCard),
    index('control_persons_label').on(table.label, table.id),
  ],
)
