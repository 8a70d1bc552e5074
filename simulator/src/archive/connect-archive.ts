import pg from 'pg'
import type { ArchiveTarget, ArchiveTls } from './archive-address.ts'

const CONNECT_MS = 5000
/** A session that a dead machine or network left behind is given up by the server after a minute. */
const SESSION = `SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3;
  SET idle_in_transaction_session_timeout = 60000; SET client_min_messages = warning; SET search_path = backlot, pg_temp`

/** Whole numbers as numbers, where the library gives texts: no column of ours passes 2^53. The number is the type's OID. */
const INT8 = 20
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
}

/** What may be wrong with the address or the archive itself: trying again does not help until somebody acts. */
export class ArchiveRefusal extends Error {
  override name = 'ArchiveRefusal'
}

/** A connection to the archive. Rejects with an ArchiveRefusal when the server does not let us in. */
export async function connectArchive(target: ArchiveTarget, statementMs: number): Promise<pg.Client> {
  const client = new pg.Client({
    host: target.host,
    port: target.port,
    database: target.database,
    user: target.user,
    // Not undefined: the library would then look for one by itself.
    password: target.password ?? '',
    ssl: target.tls ? tlsOptions(target.tls) : false,
    application_name: 'backlot',
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: statementMs,
    keepAlive: true,
    types,
  })
  // Whoever uses the connection meets the error too.
  client.on('error', () => {})
  try {
    await client.connect()
    await withDeadline(client, CONNECT_MS, () => client.query(SESSION))
    return client
  } catch (error) {
    cut(client)
    throw refusalOr(error)
  }
}

/** Ends a connection without a word: a server that hangs would answer none. */
export function cut(client: pg.Client): void {
  client.connection.stream.destroy()
}

/** The archive did not answer in time. */
export class ArchiveLate extends Error {
  override name = 'ArchiveLate'
}

/** Lets work use a connection for at most so long; then the connection is cut. Rejects with ArchiveLate. */
export async function withDeadline<T>(client: pg.Client, ms: number, work: () => Promise<T>): Promise<T> {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    cut(client)
  }, ms)
  try {
    return await work()
  } catch (error) {
    throw isLate ? new ArchiveLate(`it did not answer within ${ms / 1000} s`, { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}

function tlsOptions({ check, signers }: ArchiveTls) {
  return {
    rejectUnauthorized: check !== 'nothing',
    ...(signers === undefined ? {} : { ca: signers }),
    ...(check === 'signer' ? { checkServerIdentity: () => undefined } : {}),
  }
}

/** An ArchiveRefusal where an error is one, else the error. */
export const refusalOr = (error: unknown): unknown =>
  isRefusal(error) ? new ArchiveRefusal(reasonOf(error), { cause: error }) : error

/**
 * SQLSTATE (PostgreSQL 15 documentation, Appendix A): who we are, which database, what we may do there; what it cannot
 * take; what is not as it was made.
 */
const REFUSED = /^(28...|3D000|0A000|22...|23...|42...)$/
/** Errors of Node's TLS that a certificate causes. */
const CERTIFICATE = /^(ERR_TLS_CERT|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_MISMATCH)/

function isRefusal(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  if (code !== undefined && (REFUSED.test(code) || CERTIFICATE.test(code))) return true
  return /does not support SSL|password must be a|SASL|SCRAM/.test(message)
}

/** What an error of the database, the network or the library says, in a line. */
export function reasonOf(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: readonly unknown[] }
  if (errors && errors.length > 0) return reasonOf(errors[0])
  if (message && /password must be a/.test(message))
    return 'the server asks for a password: set PGPASSWORD, or passfile in the address'
  return (message || code || String(error)).split('\n')[0]!.slice(0, 300)
}
