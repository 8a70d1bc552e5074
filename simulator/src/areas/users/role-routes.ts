import { ROUTE_PATHS } from '@backlot/contract/routes'
import { addRole, deleteRole, listRoles, updateRole } from '@backlot/contract/users/calls'
import { ADMINISTRATOR_MENUS, ROLE_TYPES } from '@backlot/contract/users/constants'
import type { RoleRefusal } from '@backlot/contract/users/entities'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import { languageOf } from '../../kernel/language.ts'
import type { MessageKey } from '../../kernel/messages.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { Store } from '../../store/store.ts'
import type { Actor } from '../shared/audit.ts'
import { pageOfRows, sortedBy } from '../shared/row-pages.ts'
import { storedName, toldName } from '../shared/seeded-names.ts'
import type { Account, Role } from './account.ts'
import type { AccountRepository } from './account-repository.ts'
import { mayAssign, mayGrant, roleRefusal, visibleRoles } from './administration.ts'
import type { SessionsPort } from './ports.ts'

type RoleDeps = {
  store: Store
  repository: AccountRepository
  sessions: SessionsPort
  actor: (context: HandlerContext) => Actor
  viewerOf: (context: HandlerContext) => Account
}

const REFUSALS: Record<RoleRefusal, MessageKey> = {
  notOwn: 'roleNotOwn',
  tooStrong: 'roleTooStrong',
  heldByOthers: 'roleHeldByOthers',
}

/** Calls for roles: their permissions, and notices of changes. */
export function createRoleRoutes({ store, repository, sessions, actor, viewerOf }: RoleDeps): Route[] {
  const ownerOf = ({ ownerId }: Role) => (ownerId === null ? '' : (repository.byId(ownerId)?.loginName ?? ''))

  /** A role that the caller may change; refuses otherwise. */
  const roleFor = (context: HandlerContext, roleId: number): Role => {
    const viewer = viewerOf(context)
    const role = visibleRoles(repository, viewer).find((one) => one.roleId === roleId)
    if (!role) throw refusal('notFound', 'roleNotFound', {}, 'roleId')
    const why = roleRefusal(repository, viewer, role)
    if (why) throw refusal('notPermitted', REFUSALS[why], {}, 'roleId')
    return role
  }

  /** Targets without doubles. Refuses unknown ones and those that the caller does not have. */
  const readPermission = (context: HandlerContext, entries: readonly { target: string }[]): string[] => {
    const permission = [...new Set(entries.map(({ target }) => target))]
    const unknown = permission.find((target) => !ROUTE_PATHS.includes(target))
    if (unknown !== undefined) {
      throw refusal('invalid', 'permissionUnknown', { target: unknown }, 'permission')
    }
    if (!mayGrant(repository, viewerOf(context), permission)) {
      throw refusal('notPermitted', 'roleTooStrong', {}, 'permission')
    }
    return permission
  }

  const list = route(listRoles, ({ query }, context) => {
    const language = languageOf(context.request.headers)
    const viewer = viewerOf(context)
    const wanted = query.name?.trim().toLowerCase()
    const rows = visibleRoles(repository, viewer)
      .map((role) => ({ ...role, name: toldName('role', role.name, language) }))
      .filter(({ type }) => query.type === undefined || type === query.type)
      .filter(({ name }) => !wanted || name.toLowerCase().includes(wanted))
    const sortKey = (role: Role) => {
      if (query.sort === 'users') return repository.holders(role.roleId).length
      if (query.sort === 'ownerName') return ownerOf(role)
      return query.sort === 'type' ? role.type : role.name
    }
    const sorted = query.sort ? sortedBy(rows, sortKey, query.order) : rows
    return pageOfRows(sorted, query, (role) => ({
      roleId: role.roleId,
      name: role.name,
      type: role.type,
      ownerId: role.ownerId,
      ownerName: ownerOf(role),
      permission: role.permission.map((target) => ({ target })),
      version: role.version,
      users: repository.holders(role.roleId).length,
      refused: roleRefusal(repository, viewer, role) ?? null,
      assignable: mayAssign(repository, viewer, role),
    }))
  })

  const add = route(addRole, async ({ body }, context) => {
    const permission = readPermission(context, body.permission)
    const made = await store.write('users.addRole', {
      name: storedName('role', body.name),
      type: body.type,
      permission,
      actor: actor(context),
    })
    repository.reload()
    return made
  })

  const update = route(updateRole, async ({ body }, context) => {
    const role = roleFor(context, body.roleId)
    const permission = body.permission && readPermission(context, body.permission)
    if (role.type === ROLE_TYPES.administrator) {
      if (body.type !== undefined) throw refusal('conflict', 'roleBuiltIn', {}, 'type')
      if (permission && !ADMINISTRATOR_MENUS.every((target) => permission.includes(target))) {
        throw refusal('conflict', 'roleBuiltIn', {}, 'permission')
      }
    }
    const { roleId, version, type } = body
    const name = body.name && storedName('role', body.name)
    await store.write('users.updateRole', { roleId, version, name, type, permission, actor: actor(context) })
    repository.reload()
    if (permission) for (const { userId } of repository.holders(roleId)) sessions.permissionChanged(userId)
    return {}
  })

  const remove = route(deleteRole, async ({ body }, context) => {
    const { roleId, type } = roleFor(context, body.roleId)
    if (type === ROLE_TYPES.administrator) {
      throw refusal('conflict', 'roleBuiltIn', {}, 'roleId')
    }
    await store.write('users.removeRole', { roleId, actor: actor(context) })
    repository.reload()
    return {}
  })

  return [list, add, update, remove]
}
