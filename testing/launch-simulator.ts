import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { WIRE_NAMES, type WireAddresses } from '@backlot/contract/wires/wires'

/** The line that `backlot start --json` prints when ready. */
export type Ready = WireAddresses & {
  url: string
  control: string
  media: string
  rtmp: string | null
  rtsp: string | null
  onvif: string | null
  jt1078: string | null
  mqtt: string | null
  modbus: string | null
  gb28181: string | null
  gb28181To: string | null
  mqttTo: string | null
  pid: number
}

export type LaunchedSimulator = AsyncDisposable &
  Ready & {
    child: ChildProcess
    /** Ends it as Ctrl+C would and waits. Answers the exit code. */
    stop(): Promise<number | null>
    /** Ends it as a power cut would and waits. */
    kill(): Promise<void>
    /** Everything written to standard output besides the ready line. */
    otherOutput(): string
    errorOutput(): string
  }

/** Starts in the light, with traffic on the roads: tests see the same city whenever they are run. */
export const BY_DAY = ['--start-at', '2026-11-25 10:00:00'] as const

const here = dirname(fileURLToPath(import.meta.url))
/** The `backlot` program beside this file, from its sources or its compiled form. */
export const PROGRAM = join(here, here.endsWith('dist') ? '../..' : '..', 'cli/bin/backlot.mjs')

/**
 * Starts a simulator as its own process from the compiled programs and waits until it is ready. Free ports and a
 * temporary data folder unless `args` differ. Rejects with its output when it ends before that.
 */
export async function launchSimulator(
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<LaunchedSimulator> {
  const given = (flag: string, value: string) => {
    const name = flag.slice(2)
    const told = args.some((arg) => arg === flag || arg === `--no-${name.replace('-port', '')}`)
    return told || `BACKLOT_${name.toUpperCase().replace('-', '_')}` in env ? [] : [flag, value]
  }
  const child = spawn(
    process.execPath,
    [
      PROGRAM,
      'start',
      '--json',
      ...given('--port', '0'),
      ...given('--data', ':memory:'),
      ...given('--seed', '7'),
      ...given('--rtmp-port', '0'),
      ...given('--rtsp', '0'),
      ...given('--onvif', '0'),
      ...given('--jt1078', '0'),
      ...given('--gb28181', '0'),
      ...WIRE_NAMES.flatMap((wire) => given(`--${wire}`, '0')),
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
  )
  let errorOutput = ''
  let otherOutput = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text
  })
  const lines = createInterface({ input: child.stdout })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const ready = await Promise.race([
    once(lines, 'line').then(([line]) => JSON.parse(line as string) as Ready),
    ended.then(([code]) => {
      throw new Error(`The simulator ended with code ${code} before it was ready.\n${errorOutput}`)
    }),
  ])
  lines.on('line', (line) => {
    otherOutput += `${line}\n`
  })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    return (await ended)[0]
  }
  return {
    ...ready,
    child,
    stop,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    otherOutput: () => otherOutput,
    errorOutput: () => errorOutput,
    [Symbol.asyncDispose]: async () => {
      await stop()
    },
  }
}
