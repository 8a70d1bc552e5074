import { MapPoint, type UserInfo } from '@backlot/contract/session/entities'
import { z } from 'zod'
import type { roles, users } from './tables.ts'

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
const AccountConfig = z.object({ point: MapPoint }).partial()

export function accountOf(row: typeof users.$inferSelect): Account {
  return {
    userId: row.id,
    loginName: row.loginName,
    name: row.name,
    roleId: row.roleId,
    nodeId: row.nodeId,
    type: row.type,
    firstProcess: row.firstProcess,
    singleLogin: row.singleLogin === 1,
    locked: row.locked === 1,
    creatorId: row.creatorId,
    theme: row.theme,
    logo: row.logo,
    email: row.email,
    phoneNumber: row.phoneNumber,
    config: AccountConfig.parse(JSON.parse(row.config)),
    systemFunction: row.systemFunction,
    password: { salt: row.passwordSalt, key: row.passwordKey },
    passwordChangedMs: row.passwordChangedMs,
    oneTimeUntilMs: row.oneTimeUntilMs,
    version: row.version,
  }
}

export function roleOf(row: typeof roles.$inferSelect): Role {
  return {
    roleId: row.id,
    name: row.name,
    type: row.type,
    permission: z.array(z.string()).parse(JSON.parse(row.permission)),
    ownerId: row.ownerId,
    version: row.version,
  }
}
