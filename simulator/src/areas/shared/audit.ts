import { HIDDEN_SECRET } from '@backlot/contract/device-admin/camera-address'
import { isSecretField } from '@backlot/contract/redaction'
import type { Database } from 'better-sqlite3'
import { clientAddressOf } from '../../calls/client-address.ts'
import type { HandlerContext } from '../../calls/route.ts'
import type { WriteClock } from '../../store/write.ts'

/** Author of a change, passed to the write that makes it. Plain data. */
export type Actor = {
  userId: number
  loginName: string
  /** Platform time of the request. */
  atMs: number
  address: string
  requestId: string
}

/** The actor of a request, at platform time `atMs`. */
export function actorOf(context: HandlerContext, atMs: number): Actor {
  return {
    userId: context.caller.userId,
    loginName: context.caller.loginName,
    atMs,
    address: clientAddressOf(context.request),
    requestId: context.requestId,
  }
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Detail of an update in the audit log: the fields of `after` that differ from `before`, with both values under their
 * own names (recordings mask by them). Fields that are undefined in `after` stay as they are, and those unknown before
 * are null there.
 */
export function changesOf(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const was = (field: string) => before[field] ?? null
  const changed = Object.entries(after).filter(
    ([field, value]) => value !== undefined && JSON.stringify(was(field)) !== JSON.stringify(value),
  )
  return {
    before: Object.fromEntries(changed.map(([field]) => [field, was(field)])),
    after: Object.fromEntries(changed),
  }
}

/**
 * As `changesOf`, of settings that have groups of fields: each field by itself, with the name of its group and a dot
 * before its own. Secrets are hidden.
 */
export function settingChangesOf(before: Fields, after: Fields): ReturnType<typeof changesOf> {
  const changes = changesOf(flat(before), flat(after))
  return { before: withoutSecrets(changes.before), after: withoutSecrets(changes.after) }
}

function flat(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(flat(value as Fields)).map(([inner, one]) => [`${name}.${inner}`, one] as const)
        : [[name, value] as const],
    ),
  )
}

const withoutSecrets = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isSecretField(name) ? HIDDEN_SECRET : value]),
  )

/** Adds a row to the audit log inside the transaction of the change itself. In loops over thousands of devices too: SQL, 5 µs. */
export function appendAudit(
  db: Database,
  clock: WriteClock,
  actor: Actor,
  action: string,
  target: string | number,
  detail: Readonly<Record<string, unknown>> = {},
): void {
  db.prepare(
    `INSERT INTO audit_log (at_ms, host_ms, user_id, login_name, action, target, detail, address, request_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    actor.atMs,
    clock.hostMs,
    actor.userId,
    actor.loginName,
    action,
    String(target),
    JSON.stringify(detail),
    actor.address,
    actor.requestId,
  )
}
