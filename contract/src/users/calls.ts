import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get, post } from '../call.ts'
import { nothing, pageOf, pageQuery } from '../envelope.ts'
import { SeenVersion } from '../record-version.ts'
import { HashedPassword } from '../session/calls.ts'
import { Email, MapPoint, PersonName, PhoneNumber } from '../session/entities.ts'
import { newLoginName, oneLine } from '../texts.ts'
import { FirstProcess, Role, RoleType, User, UserType } from './entities.ts'

/** Sort fields of accounts. */
const USER_SORTS = ['loginName', 'name', 'roleName', 'nodeName', 'creatorName'] as const
/** Sort fields of roles. */
const ROLE_SORTS = ['name', 'type', 'users', 'ownerName'] as const

const roleName = oneLine(1, 32)
const permission = z.array(z.object({ target: z.string().max(64) })).max(200)

export const listUsers = get('/user/list', {
  name: 'users.list',
  summary: 'The accounts visible to the caller.',
  origin: 'assumed',
  access: ACCESS.manageUsers,
  query: z.object({
    ...pageQuery(20, 500),
    /** Part of the user name or of the name. */
    name: z.string().max(64).optional(),
    sort: z.enum(USER_SORTS).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  data: pageOf(User),
})

export const addUser = post('/user/add', {
  name: 'users.add',
  summary:
    "Creates an account with a role that the caller may assign, limited to a group within the caller's group.",
  origin: 'assumed',
  changes: 'own',
  access: ACCESS.manageUsers,
  body: z.object({
    loginName: newLoginName,
    name: PersonName,
    password: HashedPassword,
    roleId: z.number().int(),
    nodeId: z.number().int().default(0),
    singleLogin: z.boolean().default(false),
    /** 0 can be given by accounts of type 0 alone that no group bounds. */
    type: UserType.default(1),
    /** 0 can be given by accounts alone that may process alarms again themselves. */
    firstProcess: FirstProcess.default(1),
    email: Email.default(''),
    phoneNumber: PhoneNumber.default(''),
    point: MapPoint.nullable().default(null),
  }),
  data: z.object({ userId: z.number().int() }),
})

export const updateUser = post('/user/update', {
  name: 'users.update',
  summary:
    'Changes an account created by the caller or a sub-account, if it may do and see no more than the caller. Its open sessions are notified.',
  origin: 'assumed',
  changes: 'own',
  access: ACCESS.manageUsers,
  body: z.object({
    userId: z.number().int(),
    version: SeenVersion,
    name: PersonName.optional(),
    roleId: z.number().int().optional(),
    nodeId: z.number().int().optional(),
    singleLogin: z.boolean().optional(),
    locked: z.boolean().optional(),
    type: UserType.optional(),
    firstProcess: FirstProcess.optional(),
    email: Email.optional(),
    phoneNumber: PhoneNumber.optional(),
    /** null: no place of the user's own. */
    point: MapPoint.nullable().optional(),
  }),
  data: nothing,
})

export const deleteUser = post('/user/delete', {
  name: 'users.delete',
  summary: 'Deletes an account and all its sub-accounts; their sessions end.',
  origin: 'assumed',
  changes: 'own',
  access: ACCESS.manageUsers,
  body: z.object({ userId: z.number().int() }),
  data: z.object({ deleted: z.array(z.number().int()) }),
})

export const kickUser = post('/user/kick', {
  name: 'users.kick',
  summary: 'Signs an account out everywhere.',
  origin: 'assumed',
  changes: 'own',
  access: ACCESS.manageUsers,
  body: z.object({ userId: z.number().int() }),
  data: z.object({ sessions: z.number().int() }),
})

export const resetPassword = post('/user/resetPassword', {
  name: 'users.resetPassword',
  summary:
    'Sets a one-time password, which only this reply contains. The sessions of the account and its lock after failed sign-ins end. The user must change the password at the next sign-in, within 24 hours.',
  origin: 'assumed',
  changes: 'own',
  access: ACCESS.manageUsers,
  body: z.object({ userId: z.number().int() }),
  data: z.object({
    /** In the clear: only its digest, stretched, is stored. */
    password: z.string(),
    /** For how long it can be used. */
    validHours: z.number(),
    /** Sessions that ended. */
    sessions: z.number().int(),
  }),
})

export const listRoles = get('/role/list', {
  name: 'roles.list',
  summary:
    'Roles with their permissions: those that the caller may change or assign, and those of accounts that the caller manages.',
  origin: 'assumed',
  access: { kind: 'routes', routes: ['/systemManange/rolesManage', '/systemManange/userManage'] },
  query: z.object({
    ...pageQuery(100, 500),
    name: z.string().max(64).optional(),
    /** Roles of one type (`ROLE_TYPES`). */
    type: z.coerce.number().int().min(0).max(3).optional(),
    sort: z.enum(ROLE_SORTS).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  data: pageOf(Role),
})

export const addRole = post('/role/add', {
  name: 'roles.add',
  summary: "Creates a role within the caller's permissions; the caller owns it.",
  origin: 'assumed',
  changes: 'own',
  access: ACCESS.manageRoles,
  body: z.object({ name: roleName, type: RoleType.default(1), permission }),
  data: z.object({ roleId: z.number().int() }),
})

export const updateRole = post('/role/update', {
  name: 'roles.update',
  summary:
    'Changes a role created by the caller or a sub-account; takes effect at once. An administrator role keeps its type and the management of users and roles.',
  origin: 'assumed',
  changes: 'own',
  access: ACCESS.manageRoles,
  body: z.object({
    roleId: z.number().int(),
    version: SeenVersion,
    name: roleName.optional(),
    /** An administrator role (type 0) takes none. */
    type: RoleType.optional(),
    permission: permission.optional(),
  }),
  data: nothing,
})

export const deleteRole = post('/role/delete', {
  name: 'roles.delete',
  summary: 'Deletes a role created by the caller or a sub-account and used by no account.',
  origin: 'assumed',
  changes: 'own',
  access: ACCESS.manageRoles,
  body: z.object({ roleId: z.number().int() }),
  data: nothing,
})

export const USER_CALLS = [
  listUsers,
  addUser,
  updateUser,
  deleteUser,
  kickUser,
  resetPassword,
  listRoles,
  addRole,
  updateRole,
  deleteRole,
]
