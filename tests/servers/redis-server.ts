import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

/** A redis-server of a test's own, on a free port of this machine. Its data outlive `kill` and `start`. */
export type RedisServer = {
  url: string
  port: number
  /** Ends it as a failure of its machine does (SIGKILL). */
  kill(): Promise<void>
  /** Starts it anew on the same port with the data it had. */
  start(): Promise<void>
  /** Stops it in its steps (SIGSTOP), or lets it go on. */
  freeze(frozen: boolean): void
  [Symbol.asyncDispose](): Promise<void>
}

/** The program, undefined where there is none: the tests that need it are skipped, and the bootstrap says so. */
export const REDIS_SERVER: string | undefined =
  process.env['REDIS_SERVER_PATH'] ||
  spawnSync('sh', ['-c', 'command -v redis-server'], { encoding: 'utf8' }).stdout.trim() ||
  undefined

/** `settings`: lines of redis.conf, such as `requirepass secret`. `scheme` of the URL: `rediss` with TLS settings. */
export async function startRedis(
  settings: readonly string[] = [],
  scheme: 'redis' | 'rediss' = 'redis',
): Promise<RedisServer> {
  if (REDIS_SERVER === undefined) throw new Error('redis-server is not installed')
  const program = REDIS_SERVER
  const folder = mkdtempSync(join(tmpdir(), 'backlot-redis-'))
  const port = await freePort()
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const listening =
      scheme === 'redis' ? ['--port', String(port)] : ['--port', '0', '--tls-port', String(port)]
    const lines = settings.flatMap((line) => {
      const [name = '', ...values] = line.split(' ')
      return [`--${name}`, ...values]
    })
    child = spawn(
      program,
      [...listening, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes', ...lines],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const { stdout } = child
    if (!stdout) throw new Error('redis-server has no output')
    stdout.setEncoding('utf8')
    for await (const text of stdout.iterator({ destroyOnReturn: false }))
      if (String(text).includes('Ready to accept connections')) {
        stdout.resume()
        return
      }
    throw new Error(`redis-server ended with ${child.exitCode}`)
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  await start()
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    port,
    kill,
    start,
    freeze: (frozen) => void child?.kill(frozen ? 'SIGSTOP' : 'SIGCONT'),
    async [Symbol.asyncDispose]() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
