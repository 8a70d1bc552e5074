// The channel's fan-out: 1,000 clients in ticks of 50 ms beside bare writers of the same batches, and stalled clients.
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { cpuSeconds } from './process-use.ts'
import { type Finding, median, rate } from './report.ts'
import { sized } from './size.ts'

const HERE = import.meta.dirname
const CLIENTS = sized(1000, 20)
const MESSAGES = 50
const TICK_MS = 50
const ROUNDS = sized(5, 1)
const SLICE_MS = sized(1500, 300)
/** Approximate frame of a tick: the size that the bare writer in C sends. */
const FRAME_BYTES = 9700

type Server = { pid: number; port: number; run(tickMs: number): void; end(): void; child: ChildProcess }
type Fan = { name: string; server: Server; clients: ChildProcess }

export async function benchChannel(): Promise<Finding[]> {
  return [...(await fanOut()), ...(await stalled())]
}

async function fanOut(): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-channel-'))
  const hasPeers = existsSync(join(HERE, 'peers/node_modules/socket.io'))
  const fans: Fan[] = []
  const add = async (name: string, server: Server | undefined, protocol: string) => {
    if (server) fans.push({ name, server, clients: await startClients(server.port, protocol, CLIENTS, 0) })
  }
  try {
    await add('bare ws: one buffer, a send each', await startNode('ws'), 'ws')
    await add('the channel of Backlot', await startNode('backlot'), 'backlot')
    await add('bare writer in C', await startBareWriter(folder), 'raw')
    if (hasPeers) {
      await add('socket.io, batched', await startNode('socket.io'), 'socket.io')
      await add('socket.io, a packet a message', await startNode('socket.io-each'), 'socket.io')
    }
    const rates: number[][] = fans.map(() => [])
    for (let round = -1; round < ROUNDS; round++) {
      for (const [i, { server, clients }] of fans.entries()) {
        await bytesOf(clients)
        const cpu = cpuSeconds(server.pid)
        server.run(TICK_MS)
        await delay(SLICE_MS)
        server.run(0)
        await delay(150)
        const used = cpuSeconds(server.pid) - cpu
        const bytes = (await bytesOf(clients)).reduce((sum, each) => sum + each, 0)
        // The first round warms up.
        if (round >= 0) rates[i]!.push(((bytes / FRAME_BYTES) * MESSAGES) / Math.max(0.01, used))
      }
    }
    const ours = fans.findIndex(({ name }) => name.includes('Backlot'))
    return fans.map(({ name }, i) => {
      const value = `${rate(median(rates[i]!))} messages per CPU-second`
      if (i === ours) return { name, value }
      const ratio = median(rates[ours]!.map((own, round) => own / rates[i]![round]!))
      const isLimit = name.startsWith('bare')
      return {
        name,
        value: `${value}; Backlot ${ratio.toFixed(2)} of it`,
        ...(isLimit ? { goal: '≥ 0.60', holds: ratio >= 0.6 } : {}),
      }
    })
  } finally {
    for (const { server, clients } of fans) {
      clients.disconnect()
      server.end()
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

const HEALTHY = sized(100, 5)
const STALLED = sized(20, 2)

/** Effect of 20 clients that read nothing on 100 that do, and on the server's memory. */
async function stalled(): Promise<Finding[]> {
  const alone = await deliver(0)
  const beside = await deliver(STALLED)
  const kept = beside.perClient / alone.perClient
  const kB = (beside.grownBytes - alone.grownBytes) / STALLED / 1024
  return [
    { name: `${HEALTHY} healthy clients alone`, value: `${(alone.perClient / 1e6).toFixed(1)} MB each` },
    {
      name: `the same beside ${STALLED} stalled ones`,
      value: `${(beside.perClient / 1e6).toFixed(1)} MB each, ${kept.toFixed(3)} of it`,
      goal: '≥ 0.950',
      holds: kept >= 0.95,
    },
    {
      name: 'memory per stalled client, at its height',
      value: `${Math.max(0, kB).toFixed(0)} kB`,
      goal: '≤ 256 kB',
      holds: kB <= 256,
    },
  ]
}

async function deliver(stalledCount: number): Promise<{ perClient: number; grownBytes: number }> {
  const server = await startNode('backlot')
  const clients = await startClients(server.port, 'backlot', HEALTHY + stalledCount, stalledCount)
  try {
    await bytesOf(clients)
    const before = await memoryOf(server)
    // Faster than in reality, so that the system's buffer for a stalled client fills in seconds.
    server.run(5)
    let most = before
    for (let sample = 0; sample < sized(40, 2); sample++) {
      await delay(250)
      most = Math.max(most, await memoryOf(server))
    }
    server.run(0)
    await delay(300)
    const bytes = (await bytesOf(clients)).slice(0, HEALTHY)
    return { perClient: median(bytes), grownBytes: most - before }
  } finally {
    clients.disconnect()
    server.end()
  }
}

async function memoryOf({ child }: Server): Promise<number> {
  child.send({ memory: true })
  const [{ heapUsed, external }] = (await once(child, 'message')) as [{ heapUsed: number; external: number }]
  return heapUsed + external
}

async function startNode(kind: string): Promise<Server> {
  const child = fork(join(HERE, 'channel-server.ts'), [kind], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [...process.execArgv, '--expose-gc'],
  })
  const port = await firstLine(child)
  const end = () => child.disconnect()
  return { child, pid: child.pid!, port, end, run: (tickMs) => child.send({ run: tickMs > 0, tickMs }) }
}

/** Undefined where there is no C compiler. */
async function startBareWriter(folder: string): Promise<Server | undefined> {
  const program = join(folder, 'bare-writer')
  const built = spawnSync('cc', ['-O2', '-o', program, join(HERE, 'bare-writer.c')], { stdio: 'inherit' })
  if (built.status !== 0) return undefined
  const child = spawn(program, [CLIENTS, FRAME_BYTES, TICK_MS].map(String), {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const port = await firstLine(child)
  const end = () => child.stdin.end()
  return { child, pid: child.pid!, port, end, run: (tickMs) => child.stdin.write(tickMs > 0 ? '1\n' : '0\n') }
}

async function firstLine(child: ChildProcess): Promise<number> {
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  return Number(line)
}

async function startClients(
  port: number,
  protocol: string,
  count: number,
  stalledCount: number,
): Promise<ChildProcess> {
  const child = fork(join(HERE, 'channel-clients.ts'), [port, protocol, count, stalledCount].map(String))
  await once(child, 'message')
  return child
}

/** Bytes that each client read since it was asked last. */
async function bytesOf(clients: ChildProcess): Promise<number[]> {
  clients.send('read')
  const [bytes] = (await once(clients, 'message')) as [number[]]
  return bytes
}
