import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Administrators' changes to the device list: devices they added (`number` and the columns below it are set), edited
 * and removed. Null: original value.
 */
export const deviceRecords = sqliteTable(
  'device_records',
  {
    sn: text('sn').primaryKey(),
    /** Of an added device; never given twice. */
    number: integer('number'),
    kind: text('kind'),
    protocolType: integer('protocol_type'),
    longitude: real('longitude'),
    latitude: real('latitude'),
    addedMs: integer('added_ms'),
    typeId: integer('type_id'),
    name: text('name'),
    groupId: integer('group_id'),
    ability: integer('ability'),
    address: text('address'),
    installer: text('installer'),
    /** JSON: chnId, name, type, lineId, isPtz of each. */
    channels: text('channels'),
    removedMs: integer('removed_ms'),
    version: integer('version').notNull(),
    updatedMs: integer('updated_ms').notNull(),
  },
  (table) => [
    uniqueIndex('device_records_number').on(table.number),
    index('device_records_type').on(table.typeId),
  ],
)

/** Groups that administrators added, renamed, moved or removed. Null: as it came. */
export const deviceGroups = sqliteTable('device_groups', {
  id: integer('id').primaryKey(),
  parentId: integer('parent_id'),
  name: text('name'),
  added: integer('added').notNull(),
  removed: integer('removed').notNull(),
  version: integer('version').notNull(),
  updatedMs: integer('updated_ms').notNull(),
})

/** Types of devices that administrators made; those of the platform have no rows. */
export const deviceTypes = sqliteTable(
  'device_types',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    kind: text('kind').notNull(),
    protocolType: integer('protocol_type').notNull(),
    ability: integer('ability').notNull(),
    manufacturer: text('manufacturer').notNull(),
    remark: text('remark').notNull(),
    version: integer('version').notNull(),
    updatedMs: integer('updated_ms').notNull(),
  },
  (table) => [uniqueIndex('device_types_name').on(table.name)],
)
