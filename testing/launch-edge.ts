import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { PROGRAM } from './launch-simulator.ts'

export type LaunchedEdge = AsyncDisposable & {
  url: string
  pid: number
  child: ChildProcess
  /** Ends it as Ctrl+C would and waits. Answers the exit code. */
  stop(): Promise<number | null>
  /** Ends it as a power cut would and waits. */
  kill(): Promise<void>
}

/** Starts an edge of a cluster as its own process and waits until it is linked with the core. */
export async function launchEdge(redis: string, args: readonly string[] = []): Promise<LaunchedEdge> {
  const port = args.includes('--port') ? [] : ['--port', '0']
  const child = spawn(process.execPath, [PROGRAM, 'edge', '--json', '--redis', redis, ...port, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(([code]) => {
      throw new Error(`The edge ended with code ${code} before it was ready.\n${said}`)
    }),
  ])) as [string]
  const { url, pid } = JSON.parse(line) as { url: string; pid: number }
  while (!(await fetch(`${url}/healthz`).then(({ ok }) => ok))) await new Promise(setImmediate)
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    return (await ended)[0]
  }
  return {
    url,
    pid,
    child,
    stop,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async [Symbol.asyncDispose]() {
      await stop()
    },
  }
}
