// HJ 212, a process a side: the cost of thousands of stations at 1 Hz, and how many packets the gateway takes compared
// with a server that only counts them. The processes run the compiled programs, as a platform does.
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { cpuSeconds } from './process-use.ts'
import { type Finding, median, rate } from './report.ts'
import { sized } from './size.ts'

type GatewayStats = { packets: number; problems: number }
type StationStats = { connected: number; sent: number }
/** CPU-seconds a second of both sides, packets a second, packets with a fault. */
type Steady = { platform: number; stations: number; perSecond: number; problems: number }

const STATIONS = sized(18_000, 100)
const MEASURED_MS = sized(10_000, 1500)
/** Ten seconds on a quiet machine. */
const CONNECT_MS = 180_000
const POURING = sized(200, 10)
const SLICE_MS = sized(2000, 500)
const ROUNDS = sized(5, 1)
const STEADY_ROUNDS = sized(3, 1)
/** Descriptors that a process needs besides its sockets. */
const OWN_DESCRIPTORS = 200

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function start(script: string, args: readonly string[]) {
  const child = fork(join(import.meta.dirname, script), [...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    // Not those of this process, which runs from the sources.
    execArgv: [],
  })
  const ask = async <Stats>(): Promise<Stats> => {
    child.send('stats')
    const [answer] = (await once(child, 'message')) as [Stats]
    return answer
  }
  return {
    pid: child.pid as number,
    child,
    ask,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

async function startServer(kind: 'gateway' | 'count', stations: number) {
  const server = await start('hj212-gateway.mjs', [kind, String(stations)])
  const [line] = (await once(createInterface({ input: (server.child as ChildProcess).stdout! }), 'line')) as [
    string,
  ]
  return { ...server, port: line, [Symbol.asyncDispose]: server[Symbol.asyncDispose] }
}

/** Connections at 1 Hz: CPU-seconds a second of each side. */
async function steady(server: 'gateway' | 'count', mode: 'report' | 'bare', count: number): Promise<Steady> {
  await using platform = await startServer(server, count)
  await using stations = await start('hj212-stations.mjs', [mode, platform.port, String(count)])
  const deadline = performance.now() + CONNECT_MS
  while ((await stations.ask<StationStats>()).connected < count) {
    if (performance.now() > deadline)
      throw new Error('The stations did not all connect within three minutes.')
    await pause(250)
  }
  await pause(2000)
  const before = await platform.ask<GatewayStats>()
  const cpuBefore = [cpuSeconds(platform.pid), cpuSeconds(stations.pid)] as const
  const at = performance.now()
  await pause(MEASURED_MS)
  const seconds = (performance.now() - at) / 1000
  const after = await platform.ask<GatewayStats>()
  return {
    platform: (cpuSeconds(platform.pid) - cpuBefore[0]) / seconds,
    stations: (cpuSeconds(stations.pid) - cpuBefore[1]) / seconds,
    perSecond: (after.packets - before.packets) / seconds,
    problems: after.problems,
  }
}

async function atOneHertz(count: number): Promise<Finding[]> {
  // In turns: a machine's speed drifts within minutes.
  const bares: Steady[] = []
  const all: Steady[] = []
  for (let round = 0; round < STEADY_ROUNDS; round++) {
    bares.push(await steady('count', 'bare', count))
    all.push(await steady('gateway', 'report', count))
  }
  const medianOf = (rounds: readonly Steady[], key: keyof Steady) => median(rounds.map((round) => round[key]))
  const ratio = (key: 'platform' | 'stations') =>
    median(all.map((round, i) => round[key] / (bares[i]?.[key] ?? Number.NaN))).toFixed(2)
  const [perSecond, platform, stations] = [
    medianOf(all, 'perSecond'),
    medianOf(all, 'platform'),
    medianOf(all, 'stations'),
  ]
  const problems = all.reduce((sum, round) => sum + round.problems, 0)
  const name = `${count} at 1 Hz`
  const core = (value: number) => `${value.toFixed(2)} core`
  return [
    {
      name: `${name}: packets a second`,
      value: rate(perSecond),
      goal: `> ${Math.floor(count * 0.95)}`,
      holds: perSecond > count * 0.95,
    },
    {
      name: `${name}: bytes written and counted, bare`,
      value: `${core(medianOf(bares, 'stations'))} and ${core(medianOf(bares, 'platform'))}`,
    },
    { name: `${name}: gateway`, value: core(platform), goal: '< 0.25', holds: platform < 0.25 },
    { name: `${name}: stations`, value: core(stations), goal: '< 0.25', holds: stations < 0.25 },
    { name: `${name}: ours : bare`, value: `gateway ${ratio('platform')}, stations ${ratio('stations')}` },
    {
      name: `${name}: bad packets`,
      value: String(problems),
      goal: '0',
      holds: problems === 0,
      isExact: true,
    },
  ]
}

/** Packets a second and per CPU-second that a server takes while somebody pours, in alternating slices. */
async function saturation(): Promise<Finding[]> {
  await using gateway = await startServer('gateway', POURING)
  await using count = await startServer('count', POURING)
  const servers = [gateway, count]
  const perSecond: number[][] = [[], []]
  const perCpu: number[][] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, server] of servers.entries()) {
      await using stations = await start('hj212-stations.mjs', ['pour', server.port, String(POURING)])
      while ((await stations.ask<StationStats>()).sent === 0) await pause(50)
      await pause(300)
      const before = await server.ask<GatewayStats>()
      const [cpu, at] = [cpuSeconds(server.pid), performance.now()]
      await pause(SLICE_MS)
      const after = await server.ask<GatewayStats>()
      const packets = after.packets - before.packets
      perSecond[i]?.push(packets / ((performance.now() - at) / 1000))
      perCpu[i]?.push(packets / Math.max(0.01, cpuSeconds(server.pid) - cpu))
    }
  }
  const ratioOf = ([ours = [], bare = []]: readonly number[][]) =>
    median(ours.map((value, round) => value / (bare[round] ?? Number.NaN)))
  const said = (i: number) =>
    `${rate(median(perSecond[i] ?? []))} packets/s, ${rate(median(perCpu[i] ?? []))} per CPU-second of the server`
  // Packets a second show how fast a server is where it alone keeps the others waiting; CPU-seconds show it anywhere.
  const ratio = ratioOf(perSecond)
  return [
    { name: 'saturation: count-only server', value: said(1) },
    { name: 'saturation: gateway', value: said(0) },
    {
      name: 'saturation: gateway : count-only',
      value: `${ratio.toFixed(2)}, by CPU-second ${ratioOf(perCpu).toFixed(2)}`,
      goal: '>= 0.7',
      holds: ratio >= 0.7,
    },
  ]
}

export async function benchHj212(): Promise<Finding[]> {
  const limit = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()) || 1_000_000
  const count = Math.min(STATIONS, limit - OWN_DESCRIPTORS)
  return [
    {
      name: 'descriptors of a process',
      value: `${limit}${count < STATIONS ? `: only ${count} stations` : ''}`,
    },
    ...(await atOneHertz(count)),
    ...(await saturation()),
  ]
}
