import type { MessageKey } from '../kernel/messages.ts'
import type { MessageValues } from '../kernel/refusal.ts'
import type { WriteImpact } from './store-faults.ts'
import type { FileTrouble } from './watch-files.ts'

/** Messages between the main thread and the writer. */
/** `impact`: impact of a disk fault on it. */
export type WriterJob = { id: number; name: string; args: unknown; impact?: WriteImpact | undefined }

export type WriterReply = { id: number; result: unknown } | { id: number; error: WriterError }

/** `words`: parts of a refusal. */
export type WriterError = {
  message: string
  code: number | string | undefined
  field: string | undefined
  words?: { key: MessageKey; values: MessageValues }
}

/**
 * `hostMs`: host time at which they were given. `copyLog`: the log was deleted, its contents go into the database.
 * `copyTo`: a new file gets what the jobs before it have made of the database. `end` closes the database, `exit` ends the
 * thread.
 */
export type ToWriter =
  | { kind: 'open'; file: string }
  | { kind: 'jobs'; jobs: WriterJob[]; hostMs: number }
  | { kind: 'copyLog' }
  | { kind: 'copyTo'; file: string }
  | { kind: 'end' }
  | { kind: 'exit' }
/**
 * `changes`: rows that the commit changed; `tookMs`: how long the transaction was open; `trouble`: changes of the files
 * meanwhile.
 */
export type FromWriter =
  | { kind: 'replies'; replies: WriterReply[]; changes: number; tookMs: number; trouble?: FileTrouble }
  | { kind: 'copied'; file: string; error?: { code: string; message: string } }
  | { kind: 'ended' }
/** Answer of the checkpointer after each copying; with the error when it failed. */
export type CheckpointAnswer = { failed?: { code: string; message: string } }

export type WriterSetup = { file: string }
