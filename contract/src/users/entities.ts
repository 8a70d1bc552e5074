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
  locked: z.boolean(),
})
export type User = z.infer<typeof User>

export const Role = z.object({
  roleId: z.number().int(),
  name: z.string(),
  type: z.number().int(),
  permission: z.array(z.object({ target: z.string() })),
})
export type Role = z.infer<typeof Role>
