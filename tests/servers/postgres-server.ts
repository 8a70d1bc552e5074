import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

/** A PostgreSQL of a test's own, on a free port of this machine. Its data outlive `kill` and `start`. */
export type PostgresServer = {
  /** postgres://user@host:port/database, without the password. */
  url: string
  port: number
  /** Of the user, where one is asked for. */
  password: string | undefined
  /** Ends all of its processes as a failure of its machine does (SIGKILL). */
  kill(): Promise<void>
  /** Starts it anew on the same port with the data it had. */
  start(): Promise<void>
  /** Stops all of its processes in their steps (SIGSTOP), or lets them go on. */
  freeze(frozen: boolean): void
  [Symbol.asyncDispose](): Promise<void>
}

const USER = 'backlot'
const DATABASE = 'archive'

/** The folder of its programs, undefined where there is none: the tests that need it are skipped. */
export const POSTGRES_BIN: string | undefined = [
  process.env['POSTGRES_BIN'],
  '/usr/lib/postgresql/15/bin',
].find((folder) => folder && existsSync(join(folder, 'initdb')))

/**
 * `password`: asked for by SCRAM. `tls`: files of a certificate and its key (PEM); connections without TLS are then
 * refused. `settings`: lines of postgresql.conf.
 */
export async function startPostgres(
  options: {
    password?: string
    tls?: { certificate: string; key: string }
    settings?: readonly string[]
  } = {},
): Promise<PostgresServer> {
  if (POSTGRES_BIN === undefined) throw new Error('PostgreSQL is not installed')
  const programs = POSTGRES_BIN
  const { password, tls, settings = [] } = options
  const owner = ownerOf()
  const folder = mkdtempSync(join(tmpdir(), 'backlot-postgres-'))
  const data = join(folder, 'data')
  const port = await freePort()
  const url = `postgres://${USER}@127.0.0.1:${port}/${DATABASE}`
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid ?? owner.uid)
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password ?? 'unused')
  chmodSync(passwordFile, 0o644)
  const auth = password === undefined ? 'trust' : 'scram-sha-256'
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', USER, '-A', auth, '--pwfile', passwordFile, '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...owner, cwd: folder, stdio: 'ignore' },
  )
  const lines = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${folder}'`,
    ...(tls ? ['ssl = on', "ssl_cert_file = 'server.crt'", "ssl_key_file = 'server.key'"] : []),
    ...settings,
  ]
  writeFileSync(join(data, 'postgresql.conf'), lines.join('\n'))
  if (tls) {
    for (const [from, to] of [
      [tls.certificate, 'server.crt'],
      [tls.key, 'server.key'],
    ] as const) {
      const file = join(data, to)
      copyFileSync(from, file)
      chmodSync(file, 0o600)
      if (owner.uid !== undefined) chownSync(file, owner.uid, owner.gid ?? owner.uid)
    }
    writeFileSync(join(data, 'pg_hba.conf'), `hostssl all all 127.0.0.1/32 ${auth}\nlocal all all trust\n`)
  }
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const started = spawn(join(programs, 'postgres'), ['-D', data], {
      ...owner,
      // Its children are of its process group.
      detached: true,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child = started
    started.stderr.setEncoding('utf8')
    let said = ''
    for await (const text of started.stderr.iterator({ destroyOnReturn: false })) {
      said += String(text)
      if (said.includes('ready to accept connections')) {
        started.stderr.resume()
        return
      }
    }
    throw new Error(`postgres ended with ${started.exitCode}: ${said}`)
  }
  const signal = (name: NodeJS.Signals) => {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return false
    return process.kill(-child.pid, name)
  }
  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    signal('SIGKILL')
    await gone
    rmSync(join(data, 'postmaster.pid'), { force: true })
  }

  await start()
  execFileSync(join(programs, 'createdb'), ['-h', folder, '-p', String(port), '-U', USER, DATABASE], {
    stdio: 'ignore',
    env: { ...process.env, PGPASSWORD: password ?? '' },
  })
  return {
    url,
    port,
    password,
    kill,
    start,
    freeze: (frozen) => void signal(frozen ? 'SIGSTOP' : 'SIGCONT'),
    async [Symbol.asyncDispose]() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL does not run as root: its programs then run as Debian's user for it. */
function ownerOf(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
