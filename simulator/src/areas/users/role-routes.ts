import { ROUTE_PATHS } from '@backlot/contract/routes'
import { addRole, deleteRole, listRoles, updateRole } from '@backlot/contract/users/calls'
import type { HandlerContext, Route } from '../../http/route.ts'
import { route } from '../../http/route.ts'
import type { Store } from '../../store/store.ts'
import type { Actor } from '../audit.ts'
import { languageOf } from '../language.ts'
import { refusal, spoken } from '../refusal.ts'
import { pageOfRows, sortedBy } from '../row-pages.ts'
import { keptName, toldName } from '../seeded-names.ts'
import type { Account, Role } from './account.ts'
import type { AccountBook } from './account-book.ts'
import { administratorsRemain, mayGrant } from './administration.ts'
import type { SessionsPort } from './ports.ts'

type RoleDeps = {
  store: Store
  book: AccountBook
  sessions: SessionsPort
  actor: (context: HandlerContext) => Actor
  viewerOf: (context: HandlerContext) => Account
  /** A role that the caller may grant; refuses otherwise. */
  roleFor: (context: HandlerContext, roleId: number) => Role
}

/** The calls about roles: what they permit, and who is told when that changes. */
export function createRoleRoutes({ store, book, sessions, actor, viewerOf, roleFor }: RoleDeps): Route[] {
  const usersOf = (roleId: number) => book.accounts().filter((account) => account.roleId === roleId)

  /** Targets without doubles. Refuses unknown ones and those that the caller does not have. */
  const readPermission = (context: HandlerContext, entries: readonly { target: string }[]): string[] => {
    const language = languageOf(context.request.headers)
    const permission = [...new Set(entries.map(({ target }) => target))]
    const unknown = permission.find((target) => !ROUTE_PATHS.includes(target))
    if (unknown !== undefined) {
      throw refusal('invalid', 'permissionUnknown', language, { target: unknown }, 'permission')
    }
    if (!mayGrant(book, viewerOf(context), permission)) {
      throw refusal('notPermitted', 'roleTooStrong', language, {}, 'permission')
    }
    return permission
  }

  const list = route(listRoles, ({ query }, { request }) => {
    const language = languageOf(request.headers)
    const wanted = query.name?.trim().toLowerCase()
    const rows = book
      .roles()
      .map((role) => ({ ...role, name: toldName('role', role.name, language) }))
      .filter(({ name }) => !wanted || name.toLowerCase().includes(wanted))
    const sortKey = (role: Role) => (query.sort === 'users' ? usersOf(role.roleId).length : role.name)
    const sorted = query.sort ? sortedBy(rows, sortKey, query.order) : rows
    return pageOfRows(sorted, query, (role) => ({
      roleId: role.roleId,
      name: role.name,
      type: role.type,
      permission: role.permission.map((target) => ({ target })),
      users: usersOf(role.roleId).length,
    }))
  })

  const add = route(addRole, async ({ body }, context) => {
    const permission = readPermission(context, body.permission)
    const write = store.write('users.addRole', {
      name: keptName('role', body.name),
      permission,
      actor: actor(context),
    })
    const made = await spoken(write, languageOf(context.request.headers))
    book.reload()
    return made
  })

  const update = route(updateRole, async ({ body }, context) => {
    const language = languageOf(context.request.headers)
    const role = roleFor(context, body.roleId)
    const permission = body.permission && readPermission(context, body.permission)
    if (permission && !administratorsRemain(book, { rolePermission: new Map([[role.roleId, permission]]) })) {
      throw refusal('conflict', 'lastAdministrator', language)
    }
    const { roleId } = body
    const name = body.name && keptName('role', body.name)
    await spoken(
      store.write('users.updateRole', { roleId, name, permission, actor: actor(context) }),
      language,
    )
    book.reload()
    if (permission) for (const { userId } of usersOf(roleId)) sessions.permissionChanged(userId)
    return {}
  })

  const remove = route(deleteRole, async ({ body }, context) => {
    const { roleId } = roleFor(context, body.roleId)
    const write = store.write('users.removeRole', { roleId, actor: actor(context) })
    await spoken(write, languageOf(context.request.headers))
    book.reload()
    return {}
  })

  return [list, add, update, remove]
}
