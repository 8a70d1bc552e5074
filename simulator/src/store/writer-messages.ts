/** What the main thread and the writer say to each other. */
export type WriterJob = { id: number; name: string; args: unknown }

export type WriterReply =
  | { id: number; result: unknown }
  | { id: number; error: { message: string; code: number | string | undefined; field: string | undefined } }

export type ToWriter = { kind: 'jobs'; jobs: WriterJob[] } | { kind: 'end' }
export type FromWriter = { kind: 'replies'; replies: WriterReply[] } | { kind: 'ended' }

export type WriterSetup = { file: string }
