import { z } from 'zod'

/** An account as administrators see it. */
export const User = z.object({
  userId: z.number().int(),
  loginName: z.string(),
  name: z.string(),
  roleId: z.number().int(),
  roleName: z.string(),
  /** Group that bounds what the user sees; 0 is everything. */
  nodeId: z.number().int(),
  nodeName: z.string(),
  type: z.number().int(),
  singleLogin: z.boolean(),
  email: z.string(),
  phoneNumber: z.string(),
  creatorId: z.number().int().nullable(),
  /** Login name of the creator; empty when there is none any more. */
  creatorName: z.string(),
  locked: z.boolean(),
  /** Open sessions at this moment. */
  sessions: z.number().int().nonnegative(),
  /** Accounts that it created, and they in turn: they go when it goes. */
  subAccounts: z.number().int().nonnegative(),
})
export type User = z.infer<typeof User>

export const Role = z.object({
  roleId: z.number().int(),
  name: z.string(),
  type: z.number().int(),
  permission: z.array(z.object({ target: z.string() })),
  /** Accounts that have it: it can be deleted when there are none. */
  users: z.number().int().nonnegative(),
})
export type Role = z.infer<typeof Role>
