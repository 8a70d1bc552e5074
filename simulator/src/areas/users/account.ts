import { MapPoint, type UserInfo } from '@backlot/contract/session/entities'
import { z } from 'zod'

export type Role = {
  roleId: number
  name: string
  type: number
  permission: readonly string[]
  /** Account that made it; null when there is none any more. */
  ownerId: number | null
  version: number
}

/** A stretched password: scrypt over the digest that consoles send. Hex. */
export type StretchedPassword = { salt: string; key: string }

/** An account as the platform holds it in memory. */
export type Account = {
  userId: number
  loginName: string
  name: string
  roleId: number
  nodeId: number
  type: number
  firstProcess: number
  singleLogin: boolean
  locked: boolean
  creatorId: number | null
  theme: string
  logo: string
  email: string
  phoneNumber: string
  config: UserInfo['config']
  /** Function mask of this account; null is the platform's own. */
  systemFunction: number | null
  password: StretchedPassword
  /** Host time. */
  passwordChangedMs: number
  /** Host time until which the one-time password of a reset can be used; null: the password is the user's own. */
  oneTimeUntilMs: number | null
  /** Grows with every change that administrators see. */
  version: number
}

/** Personal settings that an account keeps: unknown keys are dropped. */
export const AccountConfig = z.object({ point: MapPoint }).partial()

export type AccountRow = {
  id: number
  login_name: string
  name: string
  role_id: number
  node_id: number
  type: number
  first_process: number
  single_login: number
  locked: number
  creator_id: number | null
  theme: string
  logo: string
  email: string
  phone_number: string
  config: string
  system_function: number | null
  password_salt: string
  password_key: string
  password_changed_ms: number
  one_time_until_ms: number | null
  version: number
}

export type RoleRow = {
  id: number
  name: string
  type: number
  permission: string
  owner_id: number | null
  version: number
}

export function accountOf(row: AccountRow): Account {
  return {
    userId: row.id,
    loginName: row.login_name,
    name: row.name,
    roleId: row.role_id,
    nodeId: row.node_id,
    type: row.type,
    firstProcess: row.first_process,
    singleLogin: row.single_login === 1,
    locked: row.locked === 1,
    creatorId: row.creator_id,
    theme: row.theme,
    logo: row.logo,
    email: row.email,
    phoneNumber: row.phone_number,
    config: AccountConfig.parse(JSON.parse(row.config)),
    systemFunction: row.system_function,
    password: { salt: row.password_salt, key: row.password_key },
    passwordChangedMs: row.password_changed_ms,
    oneTimeUntilMs: row.one_time_until_ms,
    version: row.version,
  }
}

export function roleOf(row: RoleRow): Role {
  return {
    roleId: row.id,
    name: row.name,
    type: row.type,
    permission: z.array(z.string()).parse(JSON.parse(row.permission)),
    ownerId: row.owner_id,
    version: row.version,
  }
}
