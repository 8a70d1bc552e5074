// GB/T 28181: devices registered at the gateway and streams that it takes, up to where something is lost, beside bare UDP.
// The devices are those of `backlot devices`, a process of their own.
import { setTimeout as delay } from 'node:timers/promises'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { streamFindings } from './gb28181-streams.ts'
import { bareUdp, coresDuring, metric, openGbSwarm } from './gb28181-swarm.ts'
import { residentBytes } from './process-use.ts'
import { type Finding, median, rate } from './report.ts'
import { sized } from './size.ts'

/** At a keepalive a minute; the swarm lets no more than 5000 loose. */
const STEPS = sized([500, 1000, 2000, 5000], [20])
/** At a keepalive a second: as many as of sixty times the devices. */
const FAST_STEPS = sized([500, 1000, 2000, 4000], [20])
/** As many as the gateway lets register (its own limit after a burst). */
const REGISTER_RATE = 200
const SLICE_MS = sized(8000, 1500)
const ROUNDS = sized(3, 1)
const FAST_SLICE_MS = sized(2500, 1000)
/** Payload of the datagrams of a keepalive and of its answer, bytes, as tshark shows them. */
const KEEPALIVE_BYTES = 526
const ANSWER_BYTES = 308

export async function benchGb28181(): Promise<Finding[]> {
  await using simulator = await launchSimulator(['--no-rtmp', '--encoder-budget', '0', '--past-days', '0'])
  const port = Number(simulator.gb28181!.split(':').at(-1))
  await delay(sized(3000, 0))
  const { cores: [idle = 0] = [] } = await coresDuring([simulator.pid], () => delay(SLICE_MS))
  return [
    ...(await registered(simulator, port, idle)),
    ...(await keepalives(simulator, port, idle)),
    ...(await streamFindings(simulator, port, idle)),
  ]
}

/** Time in which so many devices should have registered, with patience. */
const registerMs = (count: number) => 60_000 + (count / REGISTER_RATE) * 3000

async function registered(simulator: LaunchedSimulator, port: number, idle: number): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const count of STEPS) {
    const memoryBefore = residentBytes(simulator.pid)
    await using swarm = await openGbSwarm(port, count, { rate: REGISTER_RATE, intervalS: 60 })
    const pids = [simulator.pid, swarm.pid]
    const joining = await coresDuring(pids, () =>
      swarm.until(({ online }) => online === count, registerMs(count)),
    )
    const steady = await coresDuring(pids, () => delay(SLICE_MS))
    const memory = residentBytes(simulator.pid) - memoryBefore
    const swarmMemory = residentBytes(swarm.pid)
    const { reached, lost, unanswered } = await swarm.end()
    const microsOf = (cores: number) => `${((cores * 1e6) / count).toFixed(0)} µs`
    const [gateway = 0, devices = 0] = steady.cores
    const perJoin = joining.cores.map(
      (cores, i) => (Math.max(0, cores - (i === 0 ? idle : 0)) * joining.seconds) / count,
    )
    findings.push(
      {
        name: `${count} devices: registered, keepalives lost, unanswered`,
        value: `${reached}, ${lost}, ${unanswered}`,
        goal: 'all, none, none',
        holds: reached === count && lost === 0 && unanswered === 0,
        isExact: true,
      },
      {
        name: `${count} devices: CPU of a second each, a keepalive a minute`,
        value: `gateway ${microsOf(Math.max(0, gateway - idle))}, devices ${microsOf(devices)}; to register ${perJoin.map((s) => `${(s * 1000).toFixed(1)} ms`).join(' and ')}`,
      },
      {
        name: `${count} devices: memory`,
        value: `gateway ${(memory / 1024 / count).toFixed(0)} kB each, devices' process ${(swarmMemory / 2 ** 20).toFixed(0)} MB`,
      },
    )
  }
  return findings
}

/** A keepalive a second of each device: what a message costs, and where answers begin to be missing. */
async function keepalives(simulator: LaunchedSimulator, port: number, idle: number): Promise<Finding[]> {
  const findings: Finding[] = []
  let most = 0
  for (const count of FAST_STEPS) {
    await using swarm = await openGbSwarm(port, count, { rate: REGISTER_RATE, intervalS: 1 })
    await swarm.until(({ online }) => online === count, registerMs(count))
    await using echo = await bareUdp('echo', ANSWER_BYTES)
    await using ask = await bareUdp('ask', echo.port, KEEPALIVE_BYTES, count)
    const refused = await metric(simulator.url, 'backlot_gb28181_refused_total')
    const [gateways, devices, ratios]: number[][] = [[], [], []]
    let answered = swarm.last().answered
    const [beganAt, beganMs] = [answered, performance.now()]
    for (let round = 0; round < ROUNDS; round++) {
      const before = await echo.counts()
      const { cores, seconds } = await coresDuring([simulator.pid, swarm.pid, echo.pid, ask.pid], () =>
        delay(FAST_SLICE_MS),
      )
      const bare = ((await echo.counts()).received - before.received) / seconds
      const [gateway = 0, swarmCores = 0, echoCores = 0, askCores = 0] = cores
      const messages = Math.max(1, (swarm.last().answered - answered) / seconds)
      answered = swarm.last().answered
      gateways!.push(((gateway - idle) / messages) * 1e6)
      devices!.push((swarmCores / messages) * 1e6)
      ratios!.push((gateway - idle + swarmCores) / messages / ((echoCores + askCores) / Math.max(1, bare)))
    }
    const perSecond = ((answered - beganAt) * 1000) / (performance.now() - beganMs)
    const isRefused = (await metric(simulator.url, 'backlot_gb28181_refused_total')) - refused
    const { lost, unanswered, resent, latency } = await swarm.end()
    const isAll = lost === 0 && unanswered === 0
    if (isAll) most = count
    findings.push({
      name: `${count} keepalives a second: answered a second; lost, sent again, refused; p50, p99`,
      value: `${rate(perSecond)}; ${lost + unanswered}, ${resent}, ${isRefused}; ${latency.p50Ms.toFixed(1)}, ${latency.p99Ms.toFixed(1)} ms`,
    })
    findings.push({
      name: `${count} keepalives a second: CPU each beside a bare UDP echo`,
      value: `${median(ratios!).toFixed(1)} times both sides (gateway ${median(gateways!).toFixed(0)} µs, devices ${median(devices!).toFixed(0)} µs)`,
    })
    if (!isAll) break
  }
  findings.push({
    name: 'most keepalives a second of which none was lost, and the devices that send them at one a minute',
    value: `${most}, ${most * 60}`,
  })
  return findings
}
