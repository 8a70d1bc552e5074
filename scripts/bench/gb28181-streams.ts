// Streams of GB/T 28181 devices into the gateway, more and more of them, beside a bare copy of the same datagrams.
import { setTimeout as delay } from 'node:timers/promises'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import type { LaunchedSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { bareUdp, coresDuring, deviceId, metric, openGbSwarm } from './gb28181-swarm.ts'
import type { Finding } from './report.ts'
import { sized } from './size.ts'
import { openViewers, type StreamViewers } from './stream-viewers.ts'

const STEPS = sized([50, 100, 200, 400], [4])
const SETTLE_MS = sized(3000, 1500)
const SLICE_MS = sized(8000, 1500)
const AT_ONCE = 20
/** Of a clip; a picture's packets leave at once. */
const PICTURES_PER_SECOND = 12
const RECEIVED = 'backlot_gb28181_packets_total'
const LOST = 'backlot_gb28181_packets_lost_total'

export async function streamFindings(
  simulator: LaunchedSimulator,
  port: number,
  idle: number,
): Promise<Finding[]> {
  const most = STEPS.at(-1)!
  await using swarm = await openGbSwarm(port, most, { rate: 200, intervalS: 60 })
  await swarm.until(({ online }) => online === most, 120_000)
  const operator = await Operator.signIn(simulator.url)
  const findings: Finding[] = []
  await using viewers = openViewers()
  let open = 0
  let lossless = 0
  for (const count of STEPS) {
    for (; open < count; open = Math.min(count, open + AT_ONCE)) {
      const numbers = Array.from({ length: Math.min(AT_ONCE, count - open) }, (_, i) => open + i)
      const urls = await Promise.all(numbers.map((number) => addressOf(operator, simulator, number)))
      await viewers.tell({ open: urls, each: 1, check: true })
    }
    await delay(SETTLE_MS)
    const before = await countsOf(simulator, viewers)
    const { cores, seconds } = await coresDuring([simulator.pid, swarm.pid], () => delay(SLICE_MS))
    const after = await countsOf(simulator, viewers)
    const packets = after.packets - before.packets
    const lost = after.lost - before.lost
    const bytes = Math.round((after.bytes - before.bytes) / Math.max(1, packets))
    const perStream = packets / seconds / count
    const bare = await copyBeside(count, perStream, bytes)
    const [gateway = 0, devices = 0] = cores
    const micros = (value: number) => `${((value * 1e6) / count).toFixed(0)} µs`
    if (lost === 0 && after.gaps === before.gaps) lossless = count
    findings.push(
      {
        name: `${count} streams: there at the end; packets lost, gaps of their pictures`,
        value: `${after.viewers}; ${lost} of ${packets + lost}, ${after.gaps - before.gaps}`,
      },
      {
        name: `${count} streams: CPU of a second each beside a bare UDP copy of as many datagrams`,
        value: `gateway with a viewer each ${((gateway - idle) / bare.take).toFixed(1)} times, devices ${(devices / bare.send).toFixed(1)} times (${micros(gateway - idle)} beside ${micros(bare.take)}, ${micros(devices)} beside ${micros(bare.send)}; the copy lost ${bare.lost})`,
      },
    )
    if (lost > 0) break
  }
  await viewers.tell({ close: true })
  await swarm.end()
  return [
    ...findings,
    {
      name: 'most parallel streams without a lost packet',
      value: String(lossless),
      goal: sized('≥ 100', 'all'),
      holds: lossless >= sized(100, most),
      isExact: sized(false, true),
    },
  ]
}

async function addressOf(operator: Operator, simulator: LaunchedSimulator, number: number): Promise<string> {
  const wish = { body: { sn: deviceId(number), chnId: 1, streamType: 'main' as const } }
  // The catalog of a device that has just registered may still be on its way.
  for (let tries = 0; ; tries++) {
    const asked = await operator.ask(startLiveVideo, wish)
    if (asked.code === 0) return new URL((asked.data as { httpUrl: string }).httpUrl, simulator.url).href
    if (tries === 50) throw new Error(`no stream of ${wish.body.sn}: ${asked.msg}`)
    await delay(200)
  }
}

type Counts = { packets: number; lost: number; bytes: number; gaps: number; viewers: number }

async function countsOf(simulator: LaunchedSimulator, viewers: StreamViewers): Promise<Counts> {
  const { bytes, gaps, viewers: watching } = await viewers.tell({ count: true })
  const [packets, lost] = [await metric(simulator.url, RECEIVED), await metric(simulator.url, LOST)]
  return { packets, lost, bytes, gaps, viewers: watching }
}

/** Cores of two processes that send and take as many datagrams in as many bursts, and what was lost between them. */
async function copyBeside(
  streams: number,
  perStream: number,
  bytes: number,
): Promise<{ send: number; take: number; lost: number }> {
  await using take = await bareUdp('take')
  const burst = Math.max(1, Math.round(perStream / PICTURES_PER_SECOND))
  await using send = await bareUdp(
    'send',
    take.port,
    Math.max(64, bytes),
    (streams * perStream) / burst,
    burst,
  )
  await delay(SETTLE_MS / 2)
  const before = [await send.counts(), await take.counts()] as const
  const { cores } = await coresDuring([send.pid, take.pid], () => delay(SLICE_MS / 2))
  const after = [await send.counts(), await take.counts()] as const
  const lost = after[0].sent - before[0].sent - (after[1].received - before[1].received)
  const [sending = 0, taking = 0] = cores
  // What is under way when it is counted is not lost.
  return { send: Math.max(0.001, sending), take: Math.max(0.001, taking), lost: Math.max(0, lost - streams) }
}
