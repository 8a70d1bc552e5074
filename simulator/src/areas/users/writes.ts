import { ADMINISTRATOR_MENUS } from '@backlot/contract/users/constants'
import type { Database } from 'better-sqlite3'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { refusal, refuseOvertaken } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { WriteClock } from '../../store/write.ts'
import { type Actor, appendAudit, changesOf } from '../shared/audit.ts'
import { calledNow } from '../shared/called.ts'
import type { StretchedPassword } from './account.ts'
import { roles, users } from './tables.ts'

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
  const rows = queryBuilder(db)
    .select({ permission: roles.permission })
    .from(users)
    .innerJoin(roles, eq(roles.id, users.roleId))
    .where(and(eq(users.type, 0), eq(users.nodeId, 0), eq(users.locked, 0)))
    .all()
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

/** Columns that may be changed. */
type AccountChange = Partial<
  Pick<
    typeof users.$inferSelect,
    | 'name'
    | 'roleId'
    | 'nodeId'
    | 'singleLogin'
    | 'locked'
    | 'theme'
    | 'logo'
    | 'email'
    | 'phoneNumber'
    | 'config'
    | 'type'
    | 'firstProcess'
  >
>

/** Fields that concern the user alone: a change of only these cannot conflict with another administrator's. */
const OWN_LOOK: readonly string[] = ['theme', 'logo'] satisfies (keyof AccountChange)[]

function insertAccount(db: Database, account: NewAccount, hostMs: number): number {
  const query = queryBuilder(db)
  const taken = query
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.loginName} = ${account.loginName} COLLATE NOCASE`)
    .get()
  if (taken) throw refusal('conflict', 'loginNameTaken')
  const result = query
    .insert(users)
    .values({
      loginName: account.loginName,
      name: account.name,
      roleId: account.roleId,
      nodeId: account.nodeId,
      type: account.type,
      firstProcess: account.firstProcess,
      singleLogin: account.singleLogin ? 1 : 0,
      locked: 0,
      creatorId: account.creatorId,
      theme: '#409EFF',
      logo: '',
      email: account.email,
      phoneNumber: account.phoneNumber,
      config: account.config,
      systemFunction: account.systemFunction,
      passwordSalt: account.password.salt,
      passwordKey: account.password.key,
      passwordChangedMs: hostMs,
      createdMs: hostMs,
    })
    .run()
  return Number(result.lastInsertRowid)
}

const GROWN_USER = { version: sql`${users.version} + 1` }

function updateColumns(db: Database, userId: number, change: AccountChange): void {
  const names = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (names.length === 0) return
  const grows = names.some((name) => !OWN_LOOK.includes(name))
  const result = queryBuilder(db)
    .update(users)
    .set({ ...change, ...(grows ? GROWN_USER : {}) })
    .where(eq(users.id, userId))
    .run()
  if (result.changes === 0) throw refusal('notFound', 'userNotFound')
}

/** First accounts and roles. Does nothing when there is an account already. Answers the number made. */
export function seed(
  db: Database,
  args: { roles: readonly NewRole[]; users: readonly (NewAccount & { creatorLoginName?: string })[] },
  clock: WriteClock,
): number {
  const query = queryBuilder(db)
  if (query.select({ id: users.id }).from(users).limit(1).get()) return 0
  for (const { permission, ...role } of args.roles) {
    query
      .insert(roles)
      .values({ ...role, permission: JSON.stringify(permission) })
      .run()
  }
  const ids = new Map<string, number>()
  for (const user of args.users) {
    const creatorId = user.creatorLoginName === undefined ? user.creatorId : ids.get(user.creatorLoginName)
    ids.set(user.loginName, insertAccount(db, { ...user, creatorId: creatorId ?? null }, clock.hostMs))
  }
  const owner = query
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.type, 0), eq(users.nodeId, 0)))
    .orderBy(asc(users.id))
    .limit(1)
    .get()
  query
    .update(roles)
    .set({ ownerId: owner?.id ?? null })
    .run()
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
  const known = queryBuilder(db).select().from(users).where(eq(users.id, args.userId)).get()
  if (!known) throw refusal('notFound', 'userNotFound')
  refuseOvertaken(known.version, args.version)
  const called = calledNow(db, 'users', args.userId)
  keepingAdministrators(db, () => updateColumns(db, args.userId, args.change))
  appendAudit(db, clock, args.actor, args.action, args.userId, {
    ...changesOf(known, args.change),
    called,
  })
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
  const query = queryBuilder(db)
  const creators = alias(users, 'creators')
  const heir = query
    .select({ id: creators.id })
    .from(users)
    .innerJoin(creators, eq(creators.id, users.creatorId))
    .where(eq(users.id, args.userIds[0]!))
    .get()
  keepingAdministrators(db, () => {
    for (const userId of args.userIds) {
      const called = calledNow(db, 'users', userId)
      const ownerId = heir?.id ?? args.actor.userId
      query.update(roles).set({ ownerId }).where(eq(roles.ownerId, userId)).run()
      query.delete(users).where(eq(users.id, userId)).run()
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
  if (!storePassword(db, args, args.untilMs, clock)) throw refusal('notFound', 'userNotFound')
  appendAudit(db, clock, args.actor, 'users.resetPassword', args.userId)
}

/** The user's own new password. */
export function setPassword(
  db: Database,
  args: { userId: number; password: StretchedPassword; actor: Actor },
  clock: WriteClock,
): void {
  storePassword(db, args, null, clock)
  appendAudit(db, clock, args.actor, 'session.modifyPassword', args.userId)
}

/** Answers whether there is such an account. */
function storePassword(
  db: Database,
  { userId, password }: { userId: number; password: StretchedPassword },
  oneTimeUntilMs: number | null,
  { hostMs }: WriteClock,
): boolean {
  const { salt, key } = password
  const result = queryBuilder(db)
    .update(users)
    .set({
      passwordSalt: salt,
      passwordKey: key,
      passwordChangedMs: hostMs,
      oneTimeUntilMs,
      ...GROWN_USER,
    })
    .where(eq(users.id, userId))
    .run()
  return result.changes > 0
}

function refuseTakenName(db: Database, name: string, ownId: number): void {
  const taken = queryBuilder(db)
    .select({ id: roles.id })
    .from(roles)
    .where(and(sql`${roles.name} = ${name} COLLATE NOCASE`, ne(roles.id, ownId)))
    .get()
  if (taken) throw refusal('conflict', 'roleNameTaken')
}

export function addRole(
  db: Database,
  args: { name: string; type: number; permission: readonly string[]; actor: Actor },
  clock: WriteClock,
): { roleId: number } {
  const { name, type, permission, actor } = args
  refuseTakenName(db, name, 0)
  const result = queryBuilder(db)
    .insert(roles)
    .values({ name, type, permission: JSON.stringify(permission), ownerId: actor.userId })
    .run()
  const roleId = Number(result.lastInsertRowid)
  appendAudit(db, clock, actor, 'roles.add', roleId, { name, type, permission })
  return { roleId }
}

/** Deletes a role that no account has. */
export function removeRole(db: Database, args: { roleId: number; actor: Actor }, clock: WriteClock): void {
  const query = queryBuilder(db)
  const holder = query.select({ id: users.id }).from(users).where(eq(users.roleId, args.roleId)).limit(1)
  if (holder.get()) throw refusal('conflict', 'roleInUse')
  const called = calledNow(db, 'roles', args.roleId)
  if (called === undefined) throw refusal('notFound', 'roleNotFound')
  query.delete(roles).where(eq(roles.id, args.roleId)).run()
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
  const query = queryBuilder(db)
  const ofRole = eq(roles.id, roleId)
  const known = query.select().from(roles).where(ofRole).get()!
  refuseOvertaken(known.version, args.version)
  if (name !== undefined) refuseTakenName(db, name, roleId)
  keepingAdministrators(db, () =>
    query
      .update(roles)
      .set({
        name,
        type,
        permission: permission && JSON.stringify(permission),
        version: known.version + 1,
      })
      .where(ofRole)
      .run(),
  )
  const pages = JSON.parse(known.permission) as string[]
  const granted = permission?.filter((path) => !pages.includes(path)) ?? []
  const withdrawn = permission ? pages.filter((path) => !permission.includes(path)) : []
  appendAudit(db, clock, args.actor, 'roles.update', roleId, {
    ...changesOf(known, { name, type }),
    ...(granted.length > 0 && { granted }),
    ...(withdrawn.length > 0 && { withdrawn }),
    called,
  })
}

/** One account's kick-out, kept for the user log. */
export function logKick(
  db: Database,
  args: { userId: number; sessions: number; actor: Actor },
  clock: WriteClock,
): void {
  appendAudit(db, clock, args.actor, 'users.kick', args.userId, { sessions: args.sessions })
}
