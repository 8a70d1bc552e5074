import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { expect } from 'vitest'

/** A Docker daemon of a test's own. */
export type DockerDaemon = AsyncDisposable & {
  /** For `DOCKER_HOST`. */
  host: string
  /** Address at which containers' published ports are reached from within a container. */
  gateway: string
  /** Command that begins a program within the daemon's network, where its published ports are. */
  within: readonly string[]
  /** Asks its API (https://docs.docker.com/engine/api); throws with what it answers on a refusal. */
  get(path: string): Promise<string>
  /** Loads the images of an archive (`docker save`). */
  load(archive: string): Promise<void>
}

const GATEWAY = '172.17.0.1'

/**
 * Starts Docker's daemon with all of its files in a folder and a network that has nothing but the loopback: it neither
 * touches that of the machine, its rules included, nor reaches a registry.
 */
export async function startDocker(folder: string): Promise<DockerDaemon> {
  const socketPath = join(folder, 'docker.sock')
  const settings = join(folder, 'docker.json')
  await writeFile(settings, '{}')
  const daemon = [
    'dockerd',
    ...['--config-file', settings, '--pidfile', join(folder, 'docker.pid'), '--host', `unix://${socketPath}`],
    ...['--data-root', join(folder, 'docker'), '--exec-root', join(folder, 'docker-state')],
    ...['--bip', `${GATEWAY}/16`],
  ]
  const started = spawn(
    'unshare',
    ['--net', '--mount', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...daemon],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [started.stdout, started.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      output = `${output}${part}`.slice(-10_000)
    })
  const ended = once(started, 'exit')
  const stop = async () => {
    started.kill()
    await ended
  }
  const ask = async (method: string, path: string, body?: Readable): Promise<string> => {
    const headers = { 'content-type': 'application/x-tar' }
    const asked = request({ socketPath, method, path, headers: body ? headers : {} })
    const answered = once(asked, 'response')
    if (body) await Promise.all([pipeline(body, asked), answered])
    else asked.end()
    const [answer] = (await answered) as [Readable & { statusCode: number }]
    const said = await text(answer)
    if (answer.statusCode >= 400) throw new Error(`${method} ${path}: ${answer.statusCode} ${said}`)
    return said
  }
  const get = (path: string) => ask('GET', path)
  try {
    await expect
      .poll(
        () =>
          get('/_ping').catch((error: Error) => {
            if (started.exitCode === null) return error.message
            throw new Error(`dockerd ended with code ${started.exitCode}: ${output}`)
          }),
        { timeout: 60_000, interval: 500 },
      )
      .toBe('OK')
  } catch (error) {
    await stop()
    throw new Error(`dockerd is not ready: ${output}`, { cause: error })
  }
  return {
    host: `unix://${socketPath}`,
    gateway: GATEWAY,
    within: ['nsenter', '--target', String(started.pid), '--net'],
    get,
    async load(archive) {
      const said = await ask('POST', '/images/load?quiet=1', createReadStream(archive))
      expect(said).toContain('Loaded image')
    },
    [Symbol.asyncDispose]: stop,
  }
}
