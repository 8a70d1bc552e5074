import { LIMITS } from '@backlot/contract/limits'
import { HOUR_MS } from '@backlot/contract/time'
import {
  addUser,
  deleteUser,
  kickUser,
  listUsers,
  resetPassword,
  updateUser,
} from '@backlot/contract/users/calls'
import type { User } from '@backlot/contract/users/entities'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import { type Language, languageOf } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import { actorOf } from '../shared/audit.ts'
import { pageOfRows, sortedBy } from '../shared/row-pages.ts'
import { toldName } from '../shared/seeded-names.ts'
import type { Account } from './account.ts'
import type { AccountRepository } from './account-repository.ts'
import {
  administered,
  administersAll,
  mayAssign,
  mayChangeAccount,
  mayProcessAgain,
} from './administration.ts'
import { digestOf, hasDigestForm, oneTimePassword, type PasswordDigest, stretchPassword } from './password.ts'
import type { NodePort, SessionsPort } from './ports.ts'
import { createRoleRoutes } from './role-routes.ts'

export type UsersDeps = {
  store: Store
  repository: AccountRepository
  clock: PlatformClock
  hostClock: HostClock
  passwordDigest: PasswordDigest
  nodes: NodePort
  sessions: SessionsPort
}

export type UsersArea = { routes: Route[] }

/** Accounts and roles: who exists, with which permissions, and the calls that change it. */
export function createUsersArea(deps: UsersDeps): UsersArea {
  const { store, repository, clock, hostClock, passwordDigest, nodes, sessions } = deps
  const actor = (context: HandlerContext) => actorOf(context, clock.now())

  const viewerOf = (context: HandlerContext): Account => {
    const viewer = repository.byId(context.caller.userId)
    if (!viewer) throw refusal('sessionExpired', 'sessionExpired')
    return viewer
  }
  /** An account that the caller may change; refuses otherwise. */
  const accountFor = (context: HandlerContext, userId: number): Account => {
    const viewer = viewerOf(context)
    const account = administered(repository, viewer).find((one) => one.userId === userId)
    if (!account) throw refusal('notFound', 'userNotFound', {}, 'userId')
    if (!mayChangeAccount(repository, nodes, viewer, account)) {
      throw refusal('notPermitted', 'accountTooStrong', {}, 'userId')
    }
    return account
  }
  const checkRole = (context: HandlerContext, roleId: number) => {
    const role = repository.role(roleId)
    if (!role) throw refusal('notFound', 'roleNotFound', {}, 'roleId')
    if (!mayAssign(repository, viewerOf(context), role)) {
      throw refusal('notPermitted', 'roleNotAssignable', {}, 'roleId')
    }
  }
  const checkNode = (context: HandlerContext, nodeId: number) => {
    const known = nodeId === 0 || nodes.groupName(nodeId) !== undefined
    if (!known || !nodes.groupWithin(nodeId, viewerOf(context).nodeId)) {
      throw refusal('notFound', 'nodeNotFound', {}, 'nodeId')
    }
  }
  /** Refuses to grant or revoke permissions that the caller does not have. */
  const checkRights = (
    context: HandlerContext,
    given: { type?: number | undefined; firstProcess?: number | undefined },
    before: Pick<Account, 'type' | 'firstProcess'>,
  ) => {
    const viewer = viewerOf(context)
    const typeChanges = given.type !== undefined && given.type !== before.type
    if (typeChanges && !administersAll(viewer)) {
      throw refusal('notPermitted', 'userTypeNotGrantable', {}, 'type')
    }
    const mayAgain = given.firstProcess === 0 && before.firstProcess !== 0
    if (mayAgain && !mayProcessAgain(viewer)) {
      throw refusal('notPermitted', 'processAgainNotGrantable', {}, 'firstProcess')
    }
  }
  const roleName = ({ roleId }: Account, language: Language) =>
    toldName('role', repository.role(roleId)?.name ?? '', language)
  const view = (account: Account, viewer: Account, language: Language): User => ({
    userId: account.userId,
    loginName: account.loginName,
    name: account.name,
    roleId: account.roleId,
    roleName: roleName(account, language),
    nodeId: account.nodeId,
    nodeName: nodes.groupName(account.nodeId)?.[language] ?? '',
    type: account.type,
    firstProcess: account.firstProcess,
    point: account.config.point ?? null,
    singleLogin: account.singleLogin,
    email: account.email,
    phoneNumber: account.phoneNumber,
    creatorId: account.creatorId,
    creatorName: account.creatorId === null ? '' : (repository.byId(account.creatorId)?.loginName ?? ''),
    locked: account.locked || sessions.isLocked(account.loginName),
    sessions: sessions.openCount(account.userId),
    subAccounts: repository.withSubAccounts(account.userId).length - 1,
    version: account.version,
    refused: mayChangeAccount(repository, nodes, viewer, account) ? null : 'tooStrong',
  })
  const list = route(listUsers, ({ query }, context) => {
    const language = languageOf(context.request.headers)
    const wanted = query.name?.trim().toLowerCase()
    const viewer = viewerOf(context)
    const rows = administered(repository, viewer).filter(
      ({ name, loginName }) => !wanted || `${name}\n${loginName}`.toLowerCase().includes(wanted),
    )
    const sortKey = (account: Account) => {
      if (query.sort === 'roleName') return roleName(account, language)
      if (query.sort === 'nodeName') return nodes.groupName(account.nodeId)?.[language] ?? ''
      if (query.sort === 'creatorName') return repository.byId(account.creatorId ?? 0)?.loginName ?? ''
      return query.sort === 'name' ? account.name : account.loginName
    }
    const sorted = query.sort ? sortedBy(rows, sortKey, query.order) : rows
    return pageOfRows(sorted, query, (account) => view(account, viewer, language))
  })

  const add = route(addUser, async ({ body }, context) => {
    if (!hasDigestForm(body.password, passwordDigest)) {
      throw refusal('invalid', 'passwordForm', {}, 'password')
    }
    checkRole(context, body.roleId)
    checkNode(context, body.nodeId)
    checkRights(context, body, { type: 1, firstProcess: 1 })
    if (repository.byLoginName(body.loginName)) {
      throw refusal('conflict', 'loginNameTaken', {}, 'loginName')
    }
    const account = {
      loginName: body.loginName,
      name: body.name,
      roleId: body.roleId,
      nodeId: body.nodeId,
      type: body.type,
      firstProcess: body.firstProcess,
      singleLogin: body.singleLogin,
      creatorId: context.caller.userId,
      email: body.email,
      phoneNumber: body.phoneNumber,
      config: configOf(body.point),
      systemFunction: viewerOf(context).systemFunction,
      password: await stretchPassword(body.password),
    }
    const made = await store.write('users.add', { account, actor: actor(context) })
    repository.reload()
    return made
  })

  const update = route(updateUser, async ({ body }, context) => {
    const account = accountFor(context, body.userId)
    const roleChanges = body.roleId !== undefined && body.roleId !== account.roleId
    const nodeChanges = body.nodeId !== undefined && body.nodeId !== account.nodeId
    if (body.roleId !== undefined && roleChanges) checkRole(context, body.roleId)
    if (body.nodeId !== undefined && nodeChanges) checkNode(context, body.nodeId)
    const typeChanges = body.type !== undefined && body.type !== account.type
    const processChanges = body.firstProcess !== undefined && body.firstProcess !== account.firstProcess
    checkRights(context, body, account)
    const isOwn = account.userId === context.caller.userId
    if (isOwn && (body.locked === true || nodeChanges || typeChanges)) {
      throw refusal('conflict', 'ownAccount')
    }
    const change = {
      name: body.name,
      roleId: body.roleId,
      nodeId: body.nodeId,
      singleLogin: body.singleLogin === undefined ? undefined : body.singleLogin ? 1 : 0,
      locked: body.locked === undefined ? undefined : body.locked ? 1 : 0,
      type: body.type,
      firstProcess: body.firstProcess,
      email: body.email,
      phoneNumber: body.phoneNumber,
      config: body.point === undefined ? undefined : configOf(body.point),
    }
    await store.write('users.update', {
      userId: account.userId,
      version: body.version,
      change,
      action: 'users.update',
      actor: actor(context),
    })
    repository.reload()
    if (body.locked === false) await sessions.unlock(account.loginName)
    if (body.locked === true) await sessions.endAll(account.userId, 'updated')
    else if (roleChanges || nodeChanges || typeChanges || processChanges)
      sessions.permissionChanged(account.userId)
    return {}
  })

  const remove = route(deleteUser, async ({ body }, context) => {
    const account = accountFor(context, body.userId)
    const userIds = repository.withSubAccounts(account.userId)
    if (userIds.includes(context.caller.userId)) throw refusal('conflict', 'ownAccount')
    await store.write('accounts.remove', { userIds, actor: actor(context) })
    repository.reload()
    await Promise.all(userIds.map((userId) => sessions.endAll(userId, 'deleted')))
    return { deleted: userIds }
  })

  const kick = route(kickUser, async ({ body }, context) => {
    const account = accountFor(context, body.userId)
    const ended = await sessions.endAll(account.userId, 'kickedOut')
    await store.write('users.logKick', { userId: account.userId, sessions: ended, actor: actor(context) })
    return { sessions: ended }
  })

  const reset = route(resetPassword, async ({ body }, context) => {
    const account = accountFor(context, body.userId)
    if (account.userId === context.caller.userId) throw refusal('conflict', 'ownAccount')
    const password = oneTimePassword(account.loginName)
    await store.write('users.resetPassword', {
      userId: account.userId,
      password: await stretchPassword(digestOf(password, passwordDigest)),
      untilMs: Math.floor(hostClock.now()) + LIMITS.oneTimePasswordMs,
      actor: actor(context),
    })
    repository.reload()
    await sessions.unlock(account.loginName)
    const ended = await sessions.endAll(account.userId, 'updated')
    return { password, validHours: LIMITS.oneTimePasswordMs / HOUR_MS, sessions: ended }
  })

  const roles = createRoleRoutes({ store, repository, sessions, actor, viewerOf })
  return { routes: [list, add, update, remove, kick, reset, ...roles] }
}

/** The settings of an account, as they are stored. */
function configOf(point: User['point']): string {
  return JSON.stringify(point === null ? {} : { point })
}
