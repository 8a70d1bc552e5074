import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { PROGRAM } from '../../../testing/launch-simulator.ts'

/** A program of the cluster that runs until it is ended. */
export type Running = AsyncDisposable & {
  child: ChildProcess
  /** Lines of its standard output. */
  lines: string[]
  /** Resolves with its exit code. */
  ended: Promise<number | null>
}

/** Starts `backlot …` with the Redis of a test in its environment. */
export function start(redis: string, ...args: string[]): Running {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, BACKLOT_REDIS: redis },
  })
  const lines: string[] = []
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = `${rest}${text}`.split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => lines.push(`! ${text}`))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    child,
    lines,
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGCONT')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** A worker, ready to take work. */
export async function startWorker(redis: string, name: string, ...args: string[]): Promise<Running> {
  const worker = start(redis, 'worker', '--name', name, '--json', ...args)
  await new Promise<void>((resolve, reject) => {
    const look = setInterval(() => {
      if (worker.lines.some((line) => line.includes('"ready"'))) {
        clearInterval(look)
        resolve()
      }
    }, 20)
    void worker.ended.then((code) => {
      clearInterval(look)
      reject(new Error(`the worker ended with ${code}: ${worker.lines.join('\n')}`))
    })
  })
  return worker
}
