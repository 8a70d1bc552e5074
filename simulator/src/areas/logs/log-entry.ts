/** An entry of the logs of spontaneous events. Plain data. */
export type LogEntry = {
  kind: 'system' | 'device' | 'visit'
  /** Platform time. */
  atMs: number
  /** 0 info, 1 warn, 2 error. */
  level: 0 | 1 | 2
  event: string
  subject: string
  groupId: number
  userId: number
  loginName: string
  address: string
  detail: Readonly<Record<string, unknown>>
}

/** A changing call that was answered: an action, done or refused. Plain data. */
export type AuditEntry = {
  userId: number
  loginName: string
  /** Name of the call. */
  action: string
  target: string
  detail: Readonly<Record<string, unknown>>
  /** Code of the reply. */
  result: number
  address: string
  requestId: string
  /** Platform time when it came in, and when it was answered. */
  fromMs: number
  atMs: number
}
