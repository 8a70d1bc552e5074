import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Alarms: rows, inserted as they are raised. Times are platform time, epoch milliseconds. */
export const alarms = sqliteTable(
  'alarms',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Commit order of the last change of the row; resuming consoles ask for newer ones. */
    cursor: integer('cursor').notNull(),
    /** Cursor with which it came in. */
    raisedCursor: integer('raised_cursor').notNull(),
    sn: text('sn').notNull(),
    chnId: integer('chn_id').notNull(),
    alarmSeq: text('alarm_seq').notNull(),
    /** Group of the device when the alarm was raised. */
    groupId: integer('group_id').notNull(),
    /** Names as they were when the alarm was raised. */
    devNameZh: text('dev_name_zh').notNull(),
    devNameEn: text('dev_name_en').notNull(),
    chnNameZh: text('chn_name_zh').notNull(),
    chnNameEn: text('chn_name_en').notNull(),
    monitorId: integer('monitor_id'),
    monitorName: text('monitor_name'),
    number: text('number').notNull(),
    type: text('type').notNull(),
    subType: text('sub_type').notNull(),
    /** 1 start, 2 stop. */
    state: integer('state').notNull(),
    /** 0 server, 1 device. */
    alarmSource: integer('alarm_source').notNull(),
    startMs: integer('start_ms').notNull(),
    endMs: integer('end_ms'),
    startLon: real('start_lon'),
    startLat: real('start_lat'),
    startSp: real('start_sp'),
    startDir: real('start_dir'),
    endLon: real('end_lon'),
    endLat: real('end_lat'),
    endSp: real('end_sp'),
    endDir: real('end_dir'),
    /** JSON: recipes of pictures and clips, and addresses of uploaded ones. */
    resource: text('resource').notNull(),
    /** JSON, or null. */
    detail: text('detail'),
    /** When it came in, where that was not when it started; else null. */
    receivedMs: integer('received_ms'),
    /** Time that the device's clock reported where that time cannot be right; else null. */
    deviceTime: text('device_time'),
    isRead: integer('is_read').notNull(),
    processingId: integer('processing_id'),
    processingName: text('processing_name').notNull(),
    processingContent: text('processing_content').notNull(),
    processingType: integer('processing_type'),
    processingMs: integer('processing_ms'),
    /** Who looked the processing over, and when; null: not reviewed. */
    auditedId: integer('audited_id'),
    auditedName: text('audited_name'),
    auditedMs: integer('audited_ms'),
    /** Who responds to it, and since when; null: nobody. */
    responderId: integer('responder_id'),
    responderName: text('responder_name'),
    respondedMs: integer('responded_ms'),
  },
  (table) => [
    uniqueIndex('alarms_identity').on(table.sn, table.chnId, table.alarmSeq),
    uniqueIndex('alarms_cursor').on(table.cursor),
    index('alarms_start').on(table.startMs),
    index('alarms_group').on(table.groupId, table.startMs),
    index('alarms_type').on(table.type, table.startMs),
  ],
)

/** One row: the newest cursor. It outlives the rows that carried it. */
export const alarmCursor = sqliteTable('alarm_cursor', {
  id: integer('id').primaryKey(),
  value: integer('value').notNull(),
})

/** Alarm flag of devices that ever had one: 1 alarm, 2 processed. */
export const alarmFlags = sqliteTable('alarm_flags', {
  sn: text('sn').primaryKey(),
  alarmFlg: integer('alarm_flg').notNull(),
})

/** Shield lists of users: comma-separated 'type' or 'type-subType'. */
export const alarmShields = sqliteTable('alarm_shields', {
  userId: integer('user_id').primaryKey(),
  shieldList: text('shield_list').notNull(),
})

/** Actions on alarms, oldest first. Deleted with the alarm. */
export const alarmHistory = sqliteTable(
  'alarm_history',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    alarmId: integer('alarm_id').notNull(),
    /** Platform time. */
    atMs: integer('at_ms').notNull(),
    userId: integer('user_id').notNull(),
    userName: text('user_name').notNull(),
    /** read, respond, process, undo, workOrder, audit or changeType. */
    action: text('action').notNull(),
    /** JSON: the changed values, before and after. */
    before: text('before').notNull(),
    after: text('after').notNull(),
    /** JSON: columns of the alarm as they were before it was processed, for who takes it back; null for other actions. */
    restores: text('restores'),
  },
  (table) => [
    index('alarm_history_alarm').on(table.alarmId, table.id),
    // The alarm log.
    index('alarm_history_at').on(table.atMs, table.alarmId, table.action),
  ],
)

/**
 * Alarms that went, or changed without taking a new cursor, in the order in which they did: the newest 100,000.
 * Triggers write it (at the end of the first migration), so that no write can forget to; the alarm reader follows it.
 */
export const alarmChanges = sqliteTable('alarm_changes', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  alarmId: integer('alarm_id').notNull(),
})
