import type { WriteBlow } from '../faults/store-faults.ts'

/** What the main thread and the writer say to each other. */
/** `blow`: what a fault of the disk does to it. */
export type WriterJob = { id: number; name: string; args: unknown; blow?: WriteBlow | undefined }

export type WriterReply =
  | { id: number; result: unknown }
  | { id: number; error: { message: string; code: number | string | undefined; field: string | undefined } }

export type ToWriter = { kind: 'jobs'; jobs: WriterJob[] } | { kind: 'end' }
/** `changes`: rows that the commit changed; `tookMs`: how long the transaction was open. */
export type FromWriter =
  | { kind: 'replies'; replies: WriterReply[]; changes: number; tookMs: number }
  | { kind: 'ended' }
/** What the checkpointer says after each copying. */
export type CheckpointAnswer = 'copied'

export type WriterSetup = { file: string }
