import { z } from 'zod'
import { RecordVersion } from '../record-version.ts'
import { MapPoint } from '../session/entities.ts'
/** Types that a role can be given. */
export const RoleType = z.union([z.literal(1), z.literal(2), z.literal(3)])
export type RoleType = z.infer<typeof RoleType>
export const UserType = z.union([z.literal(0), z.literal(1)])
/** 1: an alarm is processed once only (stated); 0: this account may process it again (assumed). */
export const FirstProcess = z.union([z.literal(0), z.literal(1)])

/** An account as administrators see it. */
export const User = z.object({
  userId: z.number().int(),
  loginName: z.string(),
  name: z.string(),
  roleId: z.number().int(),
  roleName: z.string(),
  /** Root group of the user's scope; 0 is everything. */
  nodeId: z.number().int(),
  nodeName: z.string(),
  /** One of `USER_TYPES`. */
  type: z.number().int(),
  firstProcess: z.number().int().default(1),
  /** Where the map opens for the user; null is the platform's own place. */
  point: MapPoint.nullable().default(null),
  singleLogin: z.boolean(),
  email: z.string(),
  phoneNumber: z.string(),
  creatorId: z.number().int().nullable(),
  /** Login name of the creator; empty when there is none any more. */
  creatorName: z.string(),
  locked: z.boolean(),
  /** Sessions that have neither been ended nor been unused for longer than the idle sign-out allows. */
  sessions: z.number().int().nonnegative(),
  /** Accounts that it created, and they in turn: they go when it goes. */
  subAccounts: z.number().int().nonnegative(),
  /** The user's own look does not count. */
  version: RecordVersion,
  /**
   * Why the caller may not change it; null when they may. `tooStrong`: it, or one of its sub-accounts, may do or see
   * more than the caller.
   */
  refused: z.enum(['tooStrong']).nullable(),
})
export type User = z.infer<typeof User>

/**
 * Why the caller may not change a role: neither they nor their sub-accounts made it; it grants permissions that they do
 * not have; accounts that they do not administer have it.
 */
export const RoleRefusal = z.enum(['notOwn', 'tooStrong', 'heldByOthers'])
export type RoleRefusal = z.infer<typeof RoleRefusal>

export const Role = z.object({
  roleId: z.number().int(),
  name: z.string(),
  /** One of `ROLE_TYPES`. */
  type: z.number().int(),
  /** Account that made it; null when there is none any more. */
  ownerId: z.number().int().nullable(),
  /** Login name of the owner; empty when there is none. */
  ownerName: z.string(),
  permission: z.array(z.object({ target: z.string() })),
  version: RecordVersion,
  /** Accounts that have it: it can be deleted when there are none. */
  users: z.number().int().nonnegative(),
  /** Why the caller may not change it; null when they may. */
  refused: RoleRefusal.nullable(),
  /** Whether the caller may give it to accounts. */
  assignable: z.boolean(),
})
export type Role = z.infer<typeof Role>
