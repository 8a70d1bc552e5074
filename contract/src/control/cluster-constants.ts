/** Values of clusters without a schema: the control page loads no zod. */

/** What a machine of a cluster is. */
export const MEMBER_ROLES = ['core', 'edge', 'worker'] as const
/** Kinds of work that workers take from queues. */
export const QUEUE_KINDS = ['devices', 'load', 'sweep'] as const
/** Kinds of work that workers do for others; cameras come over their links. */
export const JOB_KINDS = [...QUEUE_KINDS, 'cameras'] as const
