// Consoles over edges beside the same consoles directly on the core: what a console costs each, how old frames are, and
// whether each has every alarm once after an edge was killed.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listAlarms } from '@backlot/contract/alarms/calls'
import { controlStorm, controlStormStatus } from '@backlot/contract/control/calls'
import { control } from '../../testing/control.ts'
import { type LaunchedEdge, launchEdge } from '../../testing/launch-edge.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { REDIS_SERVER, startRedis } from '../../tests/servers/redis-server.ts'
import type { ClientsOrder, ClientsReport, ReachedReport } from './edge-clients.ts'
import { cpuSeconds, residentBytes } from './process-use.ts'
import type { Finding } from './report.ts'
import { sized } from './size.ts'

/** `BENCH_CONSOLES`: another number, for another machine. */
const CONSOLES = sized(Number(process.env['BENCH_CONSOLES'] ?? 10_000), 20)
const EDGES = sized(4, 2)
const SETTLE_MS = sized(10_000, 500)
const REST_MS = sized(10_000, 500)
const STORM = sized({ ratePerSecond: 5000, forMs: 10_000 }, { ratePerSecond: 200, forMs: 1000 })
const ACCOUNTS = ['admin', 'dispatch1', 'dispatch2']

type Cost = { cpuMs: number; memoryKb: number }
type Side = { rest: Cost[]; storm: ClientsReport; stormCpuMs: number[]; kill?: Kill }
/** A storm in which one edge is killed. */
type Kill = ReachedReport & {
  killedAfterMs: number
  others: number
  alarms: number
  lacking: number
  tooMany: number
}

export async function benchEdge(): Promise<Finding[]> {
  if (REDIS_SERVER === undefined) return [{ name: 'edges', value: 'redis-server is not installed' }]
  const direct = await measure(0)
  const edges = await measure(EDGES)
  const each = (total: number) => ((total * 1000) / CONSOLES).toFixed(1)
  const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0)
  const row = (name: string, { rest, storm, stormCpuMs }: Side): Finding[] => {
    const [core, ...others] = rest
    const costs = (of: (cost: Cost) => number) =>
      others.length === 0
        ? each(of(core!))
        : `${each(of(core!))} on the core, ${each(sum(others.map(of)))} on edges`
    return [
      {
        name: `${CONSOLES} consoles ${name}, at rest`,
        value: `${costs(({ cpuMs }) => cpuMs)} µs of CPU a second each`,
      },
      {
        name: '  memory',
        value: `${(sum([core!.memoryKb]) / CONSOLES).toFixed(1)} kB each on the core, ${(sum(others.map(({ memoryKb }) => memoryKb)) / CONSOLES).toFixed(1)} on edges`,
      },
      {
        name: `  ${STORM.ratePerSecond} alarms a second`,
        value: `frames ${storm.p50} ms old, p99 ${storm.p99} ms, at most ${storm.max} ms; cores in use: core ${(stormCpuMs[0]! / 1000).toFixed(2)}, edges ${(sum(stormCpuMs.slice(1)) / 1000).toFixed(2)}`,
      },
      {
        name: '  consoles there at the end',
        value: `${storm.open}`,
        goal: 'all',
        holds: storm.open === CONSOLES,
        isExact: true,
      },
    ]
  }
  return [
    ...row('on the core', direct),
    ...row(`over ${EDGES} edges`, edges),
    ...(edges.kill ? killFindings(edges.kill) : []),
  ]
}

function killFindings({
  killedAfterMs,
  others,
  alarms,
  lacking,
  tooMany,
  reached,
  twice,
  cuts,
  awayMs,
}: Kill): Finding[] {
  return [
    {
      name: `  one of them killed ${(killedAfterMs / 1000).toFixed(1)} s into such a storm`,
      value: `${cuts} times a console was cut, the longest was away for ${(awayMs / 1000).toFixed(1)} s`,
    },
    {
      name: '  consoles with all alarms of it, sent or counted, each once',
      value: `${CONSOLES - lacking - tooMany} of ${CONSOLES}: ${alarms} alarms; ${lacking} lack some, ${tooMany} have some twice in counts, ${twice} twice in full; ${reached} were at the end in time`,
      goal: 'all',
      holds: others === EDGES - 1 && reached === CONSOLES && lacking + tooMany + twice === 0 && cuts > 0,
      isExact: true,
    },
  ]
}

async function measure(edgeCount: number): Promise<Side> {
  await using redis = await startRedis()
  await using core = await launchSimulator([
    '--redis',
    redis.url,
    '--connections-per-address',
    'off',
    '--past-days',
    '0',
  ])
  const edges: LaunchedEdge[] = []
  const clients = fork(join(import.meta.dirname, 'edge-clients.ts'))
  try {
    for (let i = 0; i < edgeCount; i++)
      edges.push(await launchEdge(redis.url, ['--connections-per-address', 'off']))
    const servers = [core, ...edges]
    const memoryBefore = servers.map(({ pid }) => residentBytes(pid) / 1024)
    const people = await Promise.all(
      ACCOUNTS.map(async (loginName) => {
        const { sessionId } = await Operator.signIn(core.url, loginName)
        return { loginName, sessionId }
      }),
    )
    const ports = (edgeCount === 0 ? [core] : edges).map(({ url }) => Number(new URL(url).port))
    const order: ClientsOrder = { ports, people, count: CONSOLES, from: 2 }
    await ask(clients, { open: order })
    // What was needed to let them in is cleared away first.
    await delay(SETTLE_MS)
    const used = () => servers.map(({ pid }) => cpuSeconds(pid))
    const over = async (ms: number) => {
      const before = used()
      await delay(ms)
      return used().map((now, i) => ((now - before[i]!) * 1000) / (ms / 1000))
    }
    const restCpu = await over(REST_MS)
    const rest = servers.map(({ pid }, i) => ({
      cpuMs: restCpu[i]!,
      memoryKb: residentBytes(pid) / 1024 - memoryBefore[i]!,
    }))
    await ask(clients, { read: true })
    await control(core.url, controlStorm, { body: STORM })
    const stormCpuMs = await over(STORM.forMs)
    const side = { rest, storm: await ask<ClientsReport>(clients, { read: true }), stormCpuMs }
    return edgeCount === 0 ? side : { ...side, kill: await killOne(core.url, edges, clients) }
  } finally {
    clients.disconnect()
    await Promise.all(edges.map((edge) => edge.stop()))
  }
}

async function killOne(url: string, edges: readonly LaunchedEdge[], clients: ChildProcess): Promise<Kill> {
  const operators = await Promise.all(ACCOUNTS.map((loginName) => Operator.signIn(url, loginName)))
  const before = await Promise.all(operators.map((operator) => newAlarms(operator, { cursor: 0, id: 0 })))
  const start = {
    cursor: Math.max(...before.map(({ cursor }) => cursor)),
    id: Math.max(...before.map(({ id }) => id)),
  }
  await ask(clients, { reached: start.cursor })
  await ask(clients, { read: true })
  const { stormId } = await control(url, controlStorm, { body: STORM })
  const killedAfterMs = Math.random() * STORM.forMs
  await delay(killedAfterMs)
  const killed = edges[Math.floor(Math.random() * edges.length)]!
  const others = edges.filter((edge) => edge !== killed)
  const left = { ports: others.map(({ url }) => Number(new URL(url).port)) }
  await Promise.all([killed.kill(), ask(clients, left)])
  let status = await control(url, controlStormStatus, { params: { id: stormId } })
  while (!status.done) {
    await delay(200)
    status = await control(url, controlStormStatus, { params: { id: stormId } })
  }
  const report = await ask<ReachedReport>(clients, { reached: status.lastCursor })
  const all = await Promise.all(operators.map((operator) => newAlarms(operator, start)))
  let lacking = 0
  let tooMany = 0
  for (const [i, loginName] of ACCOUNTS.entries()) {
    for (const [told, consoles] of Object.entries(report.told[loginName] ?? {})) {
      if (Number(told) < all[i]!.count) lacking += consoles
      if (Number(told) > all[i]!.count) tooMany += consoles
    }
  }
  return { ...report, killedAfterMs, others: others.length, alarms: all[0]!.count, lacking, tooMany }
}

/** Alarms that an operator may see and that came after others: how many, and the newest cursor and id. */
async function newAlarms(operator: Operator, after: { cursor: number; id: number }) {
  let { cursor, id } = after
  let count = 0
  for (;;) {
    const { list } = await operator.call(listAlarms, { query: { after: cursor, pageSize: 1000 } })
    if (list.length === 0) return { cursor, id, count }
    count += list.filter((alarm) => alarm.id > after.id).length
    id = Math.max(id, ...list.map((alarm) => alarm.id))
    cursor = list.at(-1)!.cursor!
  }
}

async function ask<Report>(child: ChildProcess, message: object): Promise<Report> {
  child.send(message)
  return ((await once(child, 'message')) as [Report])[0]
}
