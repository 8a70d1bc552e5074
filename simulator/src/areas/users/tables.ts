import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const roles = sqliteTable('roles', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').notNull(),
  /** 0 administrator, 1 operator, 2 manager, 3 viewer. */
  type: integer('type').notNull(),
  /** JSON array of route paths. */
  permission: text('permission').notNull(),
  /** Account that made it; null when there is none any more. */
  ownerId: integer('owner_id'),
  /** Grows with every change of the fields above but the owner. */
  version: integer('version').notNull().default(1),
})

export const users = sqliteTable(
  'users',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    loginName: text('login_name').notNull(),
    name: text('name').notNull(),
    roleId: integer('role_id')
      .notNull()
      .references(() => roles.id),
    /** Root group of the user's scope; 0 is everything. */
    nodeId: integer('node_id').notNull(),
    /** User type; 0 may process alarms again. */
    type: integer('type').notNull(),
    /** 1: an alarm is processed once only. */
    firstProcess: integer('first_process').notNull(),
    singleLogin: integer('single_login').notNull(),
    /** Locked by an administrator (a lock after failures lives with the session area). */
    locked: integer('locked').notNull(),
    creatorId: integer('creator_id'),
    theme: text('theme').notNull(),
    logo: text('logo').notNull(),
    email: text('email').notNull(),
    phoneNumber: text('phone_number').notNull(),
    /** JSON: {point}. */
    config: text('config').notNull(),
    /** Function mask of this account; null is the platform's own. */
    systemFunction: integer('system_function'),
    /** scrypt over the received digest: salt and key in hex. */
    passwordSalt: text('password_salt').notNull(),
    passwordKey: text('password_key').notNull(),
    /** Host time. */
    passwordChangedMs: integer('password_changed_ms').notNull(),
    /** Host time until which the one-time password of a reset can be used; null: the password is the user's own. */
    oneTimeUntilMs: integer('one_time_until_ms'),
    createdMs: integer('created_ms').notNull(),
    /** Grows with every change of the account: who names an older one is refused. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    uniqueIndex('users_login_name').on(table.loginName),
    index('users_creator').on(table.creatorId),
  ],
)
