// `backlot devices --to gb28181://…`, and bare UDP beside it, each in a process of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { PROGRAM } from '../../testing/launch-simulator.ts'
import { cpuSeconds } from './process-use.ts'

/** The standard's own example of a domain; its devices are numbered up from 1. */
const FIRST_ID = 34020000001320000001n
export const deviceId = (number: number): string => String(FIRST_ID + BigInt(number))

export type SwarmLine = { started: number; online: number; sent: number; answered: number; lost: number }
/** What the command says at its end. */
export type SwarmEnd = SwarmLine & {
  acked: number
  reached: number
  resent: number
  unanswered: number
  latency: { p50Ms: number; p99Ms: number; maxMs: number }
}

/** Devices at a rate, with so many seconds between keepalives. Resolves once they are started. */
export async function openGbSwarm(port: number, count: number, wish: { rate: number; intervalS: number }) {
  const child = spawn(
    process.execPath,
    [
      ...[PROGRAM, 'devices', '--to', `gb28181://127.0.0.1:${port}?password=Backlot@2026`, '--json'],
      ...['--count', String(count), '--rate', String(wish.rate), '--interval', `${wish.intervalS}s`],
      ...['--for', '30m'],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const summary = text(child.stdout)
  let said = ''
  let last: SwarmLine = { started: 0, online: 0, sent: 0, answered: 0, lost: 0 }
  let heard = () => {}
  createInterface({ input: child.stderr }).on('line', (line) => {
    const [, started, online, sent, answered, , lost] = line.trim().split(/\s+/).map(Number)
    if (lost === undefined || Number.isNaN(lost)) said += `${line}\n`
    else last = { started: started!, online: online!, sent: sent!, answered: answered!, lost }
    heard()
  })
  child.once('close', () => heard())
  /** Resolves with the next line that is so, or with the last one after `withinMs`. */
  const until = async (isSo: (line: SwarmLine) => boolean, withinMs: number): Promise<SwarmLine> => {
    const endMs = performance.now() + withinMs
    while (!isSo(last) && performance.now() < endMs) {
      if (child.exitCode !== null) throw new Error(`backlot devices ended with ${child.exitCode}.\n${said}`)
      await new Promise<void>((resolve) => {
        heard = resolve
      })
    }
    return last
  }
  await until(({ started }) => started > 0, 60_000)
  return {
    pid: child.pid!,
    until,
    last: () => last,
    /** Ends it as Ctrl+C would: its devices sign off. */
    async end(): Promise<SwarmEnd> {
      child.kill('SIGINT')
      return JSON.parse(await summary) as SwarmEnd
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'close')
    },
  }
}

export type UdpCounts = { sent: number; received: number; bytes: number }

/** `bare-udp.mjs` in one of its modes. */
export async function bareUdp(...args: readonly (string | number)[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-udp.mjs'), ...args.map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done) throw new Error('bare-udp.mjs ended')
    return value
  }
  const port = Number(await next())
  return {
    pid: child.pid!,
    port,
    async counts(): Promise<UdpCounts> {
      child.stdin.write('\n')
      return JSON.parse(await next()) as UdpCounts
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await once(child, 'close')
    },
  }
}

/** Cores that processes use while `slice` runs. */
export async function coresDuring(
  pids: readonly number[],
  slice: () => Promise<unknown>,
): Promise<{ cores: number[]; seconds: number }> {
  const before = pids.map(cpuSeconds)
  const at = performance.now()
  await slice()
  const seconds = (performance.now() - at) / 1000
  return { cores: pids.map((pid, i) => (cpuSeconds(pid) - before[i]!) / seconds), seconds }
}

/** Sums of a metric, by its name. */
export async function metric(url: string, name: string): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text()
  return [...page.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? ([\\d.e+]+)$`, 'gm'))].reduce(
    (sum, [, value]) => sum + Number(value),
    0,
  )
}
