import { readFileSync, statSync } from 'node:fs'
import { isLoopbackHost } from '../kernel/loopback-address.ts'
import { hostInUrl } from '../kernel/reachable-host.ts'

/** A database of PostgreSQL that alarms, readings and positions flow on to. */
export type ArchiveTarget = {
  host: string
  port: number
  database: string
  user: string
  /** Undefined: the server is expected to ask for none. */
  password: string | undefined
  /** Undefined: without TLS. */
  tls: ArchiveTls | undefined
  /** The address as it may be shown: without the password. */
  shown: string
}

export type ArchiveTls = {
  /** What of the server's certificate is checked: nothing, who signed it, or that it is the host's too. */
  check: 'nothing' | 'signer' | 'host'
  /** Certificates (PEM) of signers in place of the usual ones. */
  signers: string | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

const USUAL_PORT = 5432
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const
const PARAMETERS = ['sslmode', 'sslrootcert', 'passfile'] as const

/**
 * Reads the address of an archive, a connection URI of libpq (PostgreSQL 15 documentation, 34.1.1.2) with sslmode,
 * sslrootcert and passfile. The password is that of the address, of PGPASSWORD, or of the passfile (34.16). Without
 * sslmode an address of this machine is reached without TLS, any other one with verify-full. Answers a text that says
 * what is wrong, which never shows a password.
 */
export function readArchiveAddress(text: string, env: Environment): ArchiveTarget | string {
  const url = parsed(text)
  if (!url) return 'write postgres://user@host:5432/database'
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.some((known) => known === name))
  if (unknown !== undefined)
    return `the address of the archive has no parameter ${unknown}; it may have ${PARAMETERS.join(', ')}`
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const database = decoded(url.pathname.slice(1))
  const user = decoded(url.username) || env['PGUSER'] || ''
  if (host === '' || database === '' || database.includes('/'))
    return 'name a host and a database: postgres://user@host:5432/database'
  if (user === '') return 'name a user in the address of the archive, or in PGUSER'
  const port = url.port === '' ? USUAL_PORT : Number(url.port)
  const place = { host, port, database, user }
  const password = passwordFor(url, place, env)
  if (typeof password === 'object') return password.fault
  const tls = tlsOf(url, host)
  if (typeof tls === 'string') return tls
  const mode = url.searchParams.get('sslmode')
  const shown = `postgres://${user}@${hostInUrl(host)}:${port}/${database}${mode === null ? '' : `?sslmode=${mode}`}`
  return { ...place, password, tls, shown }
}

/** Whether an address has a password in it, which a list of processes would show. */
export function hasPassword(text: string): boolean {
  const url = parsed(text)
  return url !== undefined && (url.password !== '' || url.searchParams.has('password'))
}

function parsed(text: string): URL | undefined {
  try {
    const url = new URL(text)
    return url.protocol === 'postgres:' || url.protocol === 'postgresql:' ? url : undefined
  } catch {
    return undefined
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

type Place = Pick<ArchiveTarget, 'host' | 'port' | 'database' | 'user'>

function passwordFor(url: URL, place: Place, env: Environment): string | undefined | { fault: string } {
  if (url.password !== '') return decoded(url.password)
  if (env['PGPASSWORD']) return env['PGPASSWORD']
  const file = url.searchParams.get('passfile') ?? env['PGPASSFILE']
  if (!file) return undefined
  try {
    if (statSync(file).mode & 0o077)
      return { fault: `others may read the passfile ${file}: take the right from them (chmod 600)` }
    return passwordIn(readFileSync(file, 'utf8'), place)
  } catch (error) {
    return { fault: `the passfile cannot be read (${(error as Error).message})` }
  }
}

/** The password of a passfile's first line that fits: host:port:database:user:password, each * or as it is. */
export function passwordIn(text: string, { host, port, database, user }: Place): string | undefined {
  const wanted = [host, String(port), database, user]
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue
    const fields = fieldsOf(line)
    const fits = wanted.every((value, place) => fields[place] === '*' || fields[place] === value)
    if (fits && fields.length > wanted.length) return fields.slice(wanted.length).join(':')
  }
  return undefined
}

/** Colons separate; a backslash keeps the next character as it is. */
function fieldsOf(line: string): string[] {
  const fields = ['']
  for (let at = 0; at < line.length; at++) {
    const letter = line[at]!
    if (letter === ':') fields.push('')
    else fields[fields.length - 1] += letter === '\\' ? (line[++at] ?? '') : letter
  }
  return fields
}

function tlsOf(url: URL, host: string): ArchiveTls | undefined | string {
  const given = url.searchParams.get('sslmode')
  const mode = given ?? (isLoopbackHost(host) ? 'disable' : 'verify-full')
  const file = url.searchParams.get('sslrootcert')
  if (!SSL_MODES.some((known) => known === mode))
    return `sslmode=${mode} is none of ${SSL_MODES.join(', ')}; take verify-full, or disable on this machine`
  if (mode === 'disable')
    return file === null ? undefined : 'sslrootcert needs sslmode=verify-full or verify-ca'
  let signers: string | undefined
  try {
    signers = file === null ? undefined : readFileSync(file, 'utf8')
  } catch (error) {
    return `sslrootcert cannot be read (${(error as Error).message})`
  }
  // As libpq: with certificates of signers, require checks them.
  const unchecked = signers === undefined ? 'nothing' : 'signer'
  const check = mode === 'verify-full' ? 'host' : mode === 'verify-ca' ? 'signer' : unchecked
  return { check, signers }
}
