import { routeAt } from '@backlot/contract/routes'
import {
  addWorkspace,
  deleteWorkspace,
  listWorkspaces,
  setStartWorkspace,
  updateWorkspace,
} from '@backlot/contract/workspaces/calls'
import { eq, isNotNull, or, sql } from 'drizzle-orm'
import { isGranted } from '../../calls/access-check.ts'
import { type Caller, type Route, route } from '../../calls/route.ts'
import { refusal } from '../../kernel/refusal.ts'
import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import type { WorkspaceAccountsPort } from './ports.ts'
import { workspaceStarts, workspaces } from './tables.ts'

type Row = typeof workspaces.$inferSelect

/** Workspaces: everybody has the own ones, and sees those that are shared with the own role. */
export function createWorkspacesArea(deps: { store: Store; accounts: WorkspaceAccountsPort }): {
  routes: Route[]
} {
  const { store, accounts } = deps

  const mayChange = (row: Row, { userId }: Caller) =>
    row.userId === userId || (row.roleId !== null && accounts.administersAll(userId))
  const sees = (row: Row, caller: Caller) => {
    if (row.userId === caller.userId) return true
    const { roleId } = row
    const isShared =
      roleId !== null && (roleId === accounts.roleId(caller.userId) || accounts.administersAll(caller.userId))
    return isShared && mayOpen(row.path, caller)
  }
  /** Those that the caller sees, by name. */
  const seenBy = (caller: Caller): Row[] =>
    queryBuilder(store.read)
      .select()
      .from(workspaces)
      .where(or(eq(workspaces.userId, caller.userId), isNotNull(workspaces.roleId)))
      .orderBy(sql`${workspaces.name} COLLATE NOCASE`, workspaces.id)
      .all()
      .filter((row) => sees(row, caller))

  /** A workspace that the caller may change; refuses otherwise. */
  const needChangeable = (caller: Caller, id: number) => {
    const row = seenBy(caller).find((one) => one.id === id)
    if (!row) throw refusal('notFound', 'workspaceNotFound', {}, 'id')
    if (!mayChange(row, caller)) throw refusal('notPermitted', 'workspaceNotOwn', {}, 'id')
    return row
  }
  const needScreen = (caller: Caller, path: string) => {
    if (!mayOpen(path, caller)) throw refusal('notPermitted', 'workspaceScreen', {}, 'path')
  }
  const needRole = (caller: Caller, roleId: number) => {
    const roles = accounts.rolesToShareWith(caller.userId, caller.language)
    if (!roles.some((one) => one.roleId === roleId)) throw refusal('notFound', 'roleNotFound', {}, 'roleId')
  }

  const list = route(listWorkspaces, (_input, { caller }) => {
    const { userId, language } = caller
    const start = queryBuilder(store.read)
      .select({ id: workspaceStarts.workspaceId })
      .from(workspaceStarts)
      .where(eq(workspaceStarts.userId, userId))
      .get()
    const rows = seenBy(caller).map((row) => {
      const roleName = row.roleId === null ? undefined : accounts.roleName(row.roleId, language)
      return {
        id: row.id,
        name: row.name,
        path: row.path,
        query: row.query,
        ownerName: accounts.loginName(row.userId),
        // A role that was deleted shares nothing.
        roleId: roleName === undefined ? null : row.roleId,
        roleName: roleName ?? '',
        mayChange: mayChange(row, caller),
        isStart: row.id === start?.id,
        version: row.version,
      }
    })
    return { list: rows, roles: accounts.rolesToShareWith(userId, language) }
  })

  const add = route(addWorkspace, ({ body }, { caller }) => {
    needScreen(caller, body.path)
    if (body.roleId !== null) needRole(caller, body.roleId)
    return store.write('workspaces.add', { ...body, userId: caller.userId })
  })

  const update = route(updateWorkspace, async ({ body }, { caller }) => {
    const known = needChangeable(caller, body.id)
    if (body.path !== undefined) needScreen(caller, body.path)
    // Who renames a workspace leaves it shared as it is.
    if (body.roleId && body.roleId !== known.roleId) needRole(caller, body.roleId)
    await store.write('workspaces.update', body)
    return {}
  })

  const remove = route(deleteWorkspace, async ({ body }, { caller }) => {
    needChangeable(caller, body.id)
    await store.write('workspaces.remove', { id: body.id })
    return {}
  })

  const setStart = route(setStartWorkspace, async ({ body: { id } }, { caller }) => {
    if (id !== null && !seenBy(caller).some((row) => row.id === id))
      throw refusal('notFound', 'workspaceNotFound', {}, 'id')
    await store.write('workspaces.setStart', { userId: caller.userId, id })
    return {}
  })

  return { routes: [list, add, update, remove, setStart] }
}

/** Whether a caller may open a screen of the console. */
function mayOpen(path: string, caller: Caller): boolean {
  const screen = routeAt(path)
  if (!screen) return false
  const { always, anyOf } = screen
  return always === true || isGranted({ kind: 'routes', routes: [path], ...(anyOf ? { anyOf } : {}) }, caller)
}
