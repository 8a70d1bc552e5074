import { ADMINISTRATOR_MENUS } from '@backlot/contract/users/constants'
import type { Database } from 'better-sqlite3'
import { refusal, refuseOvertaken } from '../../kernel/refusal.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit } from '../shared/audit.ts'
import { calledNow } from '../shared/called.ts'
import type { StretchedPassword } from './account.ts'

export type NewAccount = {
  loginName: string
  name: string
  roleId: number
  nodeId: number
  type: number
  firstProcess: number
  singleLogin: boolean
  creatorId: number | null
  email: string
  phoneNumber: string
  /** JSON. */
  config: string
  systemFunction: number | null
  password: StretchedPassword
}

export type NewRole = { id?: number; name: string; type: number; permission: readonly string[] }

/** How many accounts administer the whole platform: of type 0, bounded to no group, not locked, with the pages for it. */
function administrators(db: Database): number {
  const rows = db
    .prepare(
      `SELECT roles.permission FROM users JOIN roles ON roles.id = users.role_id
       WHERE users.type = 0 AND users.node_id = 0 AND users.locked = 0`,
    )
    .all() as { permission: string }[]
  return rows.filter(({ permission }) => {
    const targets = JSON.parse(permission) as string[]
    return ADMINISTRATOR_MENUS.every((target) => targets.includes(target))
  }).length
}

/** Makes a change that must not take the platform's last administrator away; in one transaction, so that two cannot do it together. */
function keepingAdministrators(db: Database, change: () => void): void {
  const before = administrators(db)
  change()
  if (before > 0 && administrators(db) === 0) throw refusal('conflict', 'lastAdministrator')
}

/** Columns that may be changed, by their name in the table. */
type AccountChange = {
  name?: string
  role_id?: number
  node_id?: number
  single_login?: number
  locked?: number
  theme?: string
  logo?: string
  email?: string
  phone_number?: string
  config?: string
  type?: number
  first_process?: number
}

/** Fields that concern the user alone: a change of only these cannot conflict with another administrator's. */
const OWN_LOOK: readonly string[] = ['theme', 'logo'] satisfies (keyof AccountChange)[]

function insertAccount(db: Database, account: NewAccount, hostMs: number): number {
  const taken = db.prepare('SELECT 1 FROM users WHERE login_name = ? COLLATE NOCASE').get(account.loginName)
  if (taken) throw refusal('conflict', 'loginNameTaken')
  const result = db
    .prepare(
      `INSERT INTO users (login_name, name, role_id, node_id, type, first_process, single_login, locked, creator_id,
        theme, logo, email, phone_number, config, system_function, password_salt, password_key, password_changed_ms,
        created_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, '#409EFF', '', ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      account.loginName,
      account.name,
      account.roleId,
      account.nodeId,
      account.type,
      account.firstProcess,
      account.singleLogin ? 1 : 0,
      account.creatorId,
      account.email,
      account.phoneNumber,
      account.config,
      account.systemFunction,
      account.password.salt,
      account.password.key,
      hostMs,
      hostMs,
    )
  return Number(result.lastInsertRowid)
}

function updateColumns(db: Database, userId: number, change: AccountChange): void {
  const columns = Object.entries(change).filter(([, value]) => value !== undefined)
  if (columns.length === 0) return
  const grows = columns.some(([name]) => !OWN_LOOK.includes(name))
  const set = columns.map(([name]) => `${name} = ?`).concat(grows ? ['version = version + 1'] : [])
  const result = db
    .prepare(`UPDATE users SET ${set.join(', ')} WHERE id = ?`)
    .run(...columns.map(([, value]) => value), userId)
  if (result.changes === 0) throw refusal('notFound', 'userNotFound')
}

/** First accounts and roles. Does nothing when there is an account already. Answers the number made. */
export function seed(
  db: Database,
  args: { roles: readonly NewRole[]; users: readonly (NewAccount & { creatorLoginName?: string })[] },
  clock: WriteClock,
): number {
  if (db.prepare('SELECT 1 FROM users LIMIT 1').get()) return 0
  const insertRole = db.prepare('INSERT INTO roles (id, name, type, permission) VALUES (?, ?, ?, ?)')
  for (const role of args.roles) {
    insertRole.run(role.id ?? null, role.name, role.type, JSON.stringify(role.permission))
  }
  const ids = new Map<string, number>()
  for (const user of args.users) {
    const creatorId = user.creatorLoginName === undefined ? user.creatorId : ids.get(user.creatorLoginName)
    ids.set(user.loginName, insertAccount(db, { ...user, creatorId: creatorId ?? null }, clock.hostMs))
  }
  db.prepare(
    'UPDATE roles SET owner_id = (SELECT id FROM users WHERE type = 0 AND node_id = 0 ORDER BY id LIMIT 1)',
  ).run()
  return ids.size
}

export function add(
  db: Database,
  args: { account: NewAccount; actor: Actor },
  clock: WriteClock,
): { userId: number } {
  const userId = insertAccount(db, args.account, clock.hostMs)
  const { loginName, roleId, nodeId } = args.account
  appendAudit(db, clock, args.actor, 'users.add', userId, { loginName, roleId, nodeId })
  return { userId }
}

/** Changes an account; `version`, when given, is the one that the change was made from. */
export function update(
  db: Database,
  args: { userId: number; version?: number; change: AccountChange; action: string; actor: Actor },
  clock: WriteClock,
): void {
  const known = db.prepare('SELECT version FROM users WHERE id = ?').pluck().get(args.userId)
  if (known === undefined) throw refusal('notFound', 'userNotFound')
  refuseOvertaken(known as number, args.version)
  const called = calledNow(db, 'users', args.userId)
  keepingAdministrators(db, () => updateColumns(db, args.userId, args.change))
  appendAudit(db, clock, args.actor, args.action, args.userId, { ...args.change, called })
}

/**
 * Deletes accounts: one (`userIds[0]`) and its sub-accounts. Their roles pass to the creator of the first, or to the
 * actor when the creator is gone.
 */
export function remove(
  db: Database,
  args: { userIds: readonly number[]; actor: Actor },
  clock: WriteClock,
): void {
  const heir = db
    .prepare(
      'SELECT creators.id FROM users JOIN users AS creators ON creators.id = users.creator_id WHERE users.id = ?',
    )
    .pluck()
    .get(args.userIds[0]) as number | undefined
  const passRoles = db.prepare('UPDATE roles SET owner_id = ? WHERE owner_id = ?')
  const removeOne = db.prepare('DELETE FROM users WHERE id = ?')
  keepingAdministrators(db, () => {
    for (const userId of args.userIds) {
      const called = calledNow(db, 'users', userId)
      passRoles.run(heir ?? args.actor.userId, userId)
      removeOne.run(userId)
      appendAudit(db, clock, args.actor, 'users.delete', userId, { called })
    }
  })
}

/** Gives an account a one-time password, good until `untilMs` of the host. */
export function resetPassword(
  db: Database,
  args: { userId: number; password: StretchedPassword; untilMs: number; actor: Actor },
  clock: WriteClock,
): void {
  const { salt, key } = args.password
  const result = db
    .prepare(
      `UPDATE users SET password_salt = ?, password_key = ?, password_changed_ms = ?, one_time_until_ms = ?,
        version = version + 1 WHERE id = ?`,
    )
    .run(salt, key, clock.hostMs, args.untilMs, args.userId)
  if (result.changes === 0) throw refusal('notFound', 'userNotFound')
  appendAudit(db, clock, args.actor, 'users.resetPassword', args.userId)
}

/** The user's own new password. */
export function setPassword(
  db: Database,
  args: { userId: number; password: StretchedPassword; actor: Actor },
  clock: WriteClock,
): void {
  db.prepare(
    `UPDATE users SET password_salt = ?, password_key = ?, password_changed_ms = ?, one_time_until_ms = NULL,
      version = version + 1 WHERE id = ?`,
  ).run(args.password.salt, args.password.key, clock.hostMs, args.userId)
  appendAudit(db, clock, args.actor, 'session.modifyPassword', args.userId)
}

function refuseTakenName(db: Database, name: string, ownId: number): void {
  const taken = db.prepare('SELECT 1 FROM roles WHERE name = ? COLLATE NOCASE AND id <> ?').get(name, ownId)
  if (taken) throw refusal('conflict', 'roleNameTaken')
}

export function addRole(
  db: Database,
  args: { name: string; type: number; permission: readonly string[]; actor: Actor },
  clock: WriteClock,
): { roleId: number } {
  const { name, type, permission, actor } = args
  refuseTakenName(db, name, 0)
  const result = db
    .prepare('INSERT INTO roles (name, type, permission, owner_id) VALUES (?, ?, ?, ?)')
    .run(name, type, JSON.stringify(permission), actor.userId)
  const roleId = Number(result.lastInsertRowid)
  appendAudit(db, clock, actor, 'roles.add', roleId, { name, type, permission })
  return { roleId }
}

/** Deletes a role that no account has. */
export function removeRole(db: Database, args: { roleId: number; actor: Actor }, clock: WriteClock): void {
  if (db.prepare('SELECT 1 FROM users WHERE role_id = ? LIMIT 1').get(args.roleId))
    throw refusal('conflict', 'roleInUse')
  const called = calledNow(db, 'roles', args.roleId)
  if (called === undefined) throw refusal('notFound', 'roleNotFound')
  db.prepare('DELETE FROM roles WHERE id = ?').run(args.roleId)
  appendAudit(db, clock, args.actor, 'roles.delete', args.roleId, { called })
}

/** Changes a role; `version`, when given, is the one that the change was made from. */
export function updateRole(
  db: Database,
  args: {
    roleId: number
    version?: number
    name?: string
    type?: number
    permission?: readonly string[]
    actor: Actor
  },
  clock: WriteClock,
): void {
  const { roleId, name, type, permission } = args
  const called = calledNow(db, 'roles', roleId)
  if (called === undefined) throw refusal('notFound', 'roleNotFound')
  const grown = 'UPDATE roles SET version = version + 1 WHERE id = ? RETURNING version - 1'
  refuseOvertaken(db.prepare(grown).pluck().get(roleId) as number, args.version)
  if (name !== undefined) {
    refuseTakenName(db, name, roleId)
    db.prepare('UPDATE roles SET name = ? WHERE id = ?').run(name, roleId)
  }
  if (type !== undefined) db.prepare('UPDATE roles SET type = ? WHERE id = ?').run(type, roleId)
  if (permission !== undefined) {
    const write = db.prepare('UPDATE roles SET permission = ? WHERE id = ?')
    keepingAdministrators(db, () => write.run(JSON.stringify(permission), roleId))
  }
  appendAudit(db, clock, args.actor, 'roles.update', roleId, { name, type, permission, called })
}

/** One account's kick-out, kept for the user log. */
export function logKick(
  db: Database,
  args: { userId: number; sessions: number; actor: Actor },
  clock: WriteClock,
): void {
  appendAudit(db, clock, args.actor, 'users.kick', args.userId, { sessions: args.sessions })
}
