import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { PROGRAM } from '../../testing/launch-simulator.ts'

/** A worker of a cluster, as its own process. */
export type LaunchedWorker = AsyncDisposable & {
  name: string
  child: ChildProcess
  /** Ends it as a failure of its machine does, its encoders too. */
  kill(): void
  /** Stops it in its steps, or lets it go on. */
  freeze(frozen: boolean): void
}

/** Rejects with its output when it ends before it is ready. */
export async function launchWorker(redis: string, args: readonly string[]): Promise<LaunchedWorker> {
  const child = spawn(process.execPath, [PROGRAM, 'worker', '--json', '--redis', redis, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let errorOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text
  })
  const lines = createInterface({ input: child.stdout })
  const ended = once(child, 'exit')
  const [line] = await Promise.race([
    once(lines, 'line'),
    ended.then(([code]) => {
      throw new Error(`The worker ended with code ${code} before it was ready.\n${errorOutput}`)
    }),
  ])
  const { name } = JSON.parse(String(line)) as { name: string }
  lines.on('line', () => {})
  const isThere = () => child.exitCode === null && child.signalCode === null
  /** To it and to its encoders. */
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid !== undefined && isThere()) process.kill(-child.pid, name)
  }
  return {
    name,
    child,
    kill: () => signal('SIGKILL'),
    freeze: (frozen) => signal(frozen ? 'SIGSTOP' : 'SIGCONT'),
    async [Symbol.asyncDispose]() {
      if (!isThere()) return
      signal('SIGCONT')
      child.kill('SIGTERM')
      await ended
    },
  }
}
