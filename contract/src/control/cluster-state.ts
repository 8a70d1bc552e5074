import { z } from 'zod'
import { JOB_KINDS, MEMBER_ROLES, QUEUE_KINDS } from './cluster-constants.ts'

export const MemberRole = z.enum(MEMBER_ROLES)
export type MemberRole = z.infer<typeof MemberRole>
export const JobKind = z.enum(JOB_KINDS)
export const QueueKind = z.enum(QUEUE_KINDS)
export type QueueKind = z.infer<typeof QueueKind>
export type JobKind = z.infer<typeof JobKind>

/** A machine of a cluster. Times are epoch milliseconds of the Redis that it meets the others in. */
export const Member = z.object({
  id: z.string(),
  role: MemberRole,
  name: z.string(),
  host: z.string(),
  pid: z.number().int(),
  version: z.string(),
  contract: z.string(),
  cores: z.number().int(),
  sinceMs: z.number(),
  /** Cores in use, on the average of the last second. */
  load: z.number(),
  memoryMb: z.number(),
  /** Jobs of each kind that it takes at most, and those that it carries, as `kind/job`. */
  takes: z.partialRecord(JobKind, z.number().int()),
  carries: z.array(z.string()),
  /** Counters of its role, by name. */
  counters: z.record(z.string(), z.number()),
})
export type Member = z.output<typeof Member>

/** The cluster of a platform, as it was a second ago. */
export const ClusterState = z.object({
  /** Its Redis, without the password, and whether that is there. */
  redis: z.string(),
  connected: z.boolean(),
  members: z.array(Member),
  jobs: z.array(z.object({ kind: QueueKind, waiting: z.number().int(), active: z.number().int() })),
})
export type ClusterState = z.output<typeof ClusterState>
