import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { PROGRAM } from '../../testing/launch-simulator.ts'

/** A program of a cluster, which runs until it ends or is ended. */
export type Running = AsyncDisposable & {
  child: ChildProcess
  /** Lines of its standard output. */
  lines: string[]
  /** Everything on its standard error. */
  errorOutput(): string
  /** Resolves with its exit code. */
  ended: Promise<number | null>
  /** Signals it and its encoders. */
  signal(name: NodeJS.Signals): void
}

function launch(redis: string, args: readonly string[]): { program: Running; firstLine: Promise<unknown> } {
  // A group of its own: a signal reaches its encoders too.
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, BACKLOT_REDIS: redis },
    detached: true,
  })
  const lines: string[] = []
  let errorOutput = ''
  const reader = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const signal = (name: NodeJS.Signals): void => {
    const isThere = child.exitCode === null && child.signalCode === null
    if (child.pid !== undefined && isThere) process.kill(-child.pid, name)
  }
  const program: Running = {
    child,
    lines,
    errorOutput: () => errorOutput,
    ended,
    signal,
    async [Symbol.asyncDispose]() {
      signal('SIGKILL')
      await ended
    },
  }
  return { program, firstLine: once(reader, 'line') }
}

/** Starts `backlot …` with the Redis of a test in its environment. */
export const start = (redis: string, ...args: string[]): Running => launch(redis, args).program

export type RunningWorker = Running & { name: string }

/** A worker, ready to take work. Rejects with its output when it ends before that. */
export async function startWorker(redis: string, name: string, ...args: string[]): Promise<RunningWorker> {
  const { program, firstLine } = launch(redis, ['worker', '--name', name, '--json', ...args])
  await Promise.race([
    firstLine,
    program.ended.then((code) => {
      throw new Error(`The worker ended with code ${code} before it was ready.\n${program.errorOutput()}`)
    }),
  ])
  return { ...program, name }
}
