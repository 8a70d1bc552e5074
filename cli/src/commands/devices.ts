import { setTimeout as delay } from 'node:timers/promises'
import { perWire, WIRE_NAMES, WIRES, type WireName } from '@backlot/contract/wires/wires'
import { readSwarmFault, type SwarmFaultOrder } from '@backlot/simulator/faults/swarm-faults'
import type { Swarm } from '@backlot/simulator/fleet/uplinks/device-swarm'
import { Command } from 'commander'
import { openSwarm } from '../devices/open-swarm.ts'
import { liveCounters, summaryLines, summaryOf } from '../devices/swarm-report.ts'
import { parseSwarmTarget, SWARM_TARGETS } from '../devices/swarm-target.ts'
import { EXIT } from '../exit-codes.ts'
import { requireOwnTarget } from '../loopback-target.ts'
import { orList } from '../or-list.ts'
import { print } from '../output.ts'
import { numberOf } from '../parse-number.ts'
import { spanOf } from '../spans.ts'
import { UserError } from '../user-error.ts'

type DevicesOptions = {
  to: string
  count: string
  rate: string
  for: string
  interval: string
  seed: string
  edition?: string
  qos: string
  mqttMapping?: string
  stream: string
  channels: string
  fault?: string[]
  iOwnThisTarget?: boolean
  json?: boolean
}

const LOOK_MS = 1000
/** How long answers to the last reports are waited for. */
const DRAIN_MS = 5000

/** The fleet of a seed against any platform; no simulator runs for it. */
export function devicesCommand(): Command {
  return new Command('devices')
    .description('connect many devices to this or any other platform')
    .requiredOption('--to <url>', SWARM_TARGETS)
    .option('--count <n>', 'number of devices, 1 to 50000 (rtmp: at most 64, gb28181: 5000)', '100')
    .option('--rate <n>', 'new connections per second', '100')
    .option('--for <duration>', 'how long, at most 24h', '60s')
    .option('--interval <duration>', 'time between reports of a device', '10s')
    .option('--seed <n>', 'the world the devices live in', '20260')
    .option(
      '--edition <year>',
      `of the standard; ${WIRE_NAMES.map(editionsOf).join(', ')}, mqtt: 3.1.1 or 5 (default: 3.1.1), gb28181: 2016 or 2022 (default: 2016)`,
    )
    .option('--qos <n>', 'mqtt: quality of service of reports, 0 or 1', '1')
    .option('--mqtt-mapping <file>', 'mqtt: topics and payloads (docs/mqtt.md)')
    .option('--stream <template>', 'rtmp: name of each stream; {sn} and {n} are filled in', '{sn}_1')
    .option('--channels <n>', 'gb28181: channels of each device, 1 to 1000; 1 is a camera', '1')
    .option('--fault <fault>', 'wire fault, as name:probability,parameter=value (repeatable)', collect)
    .option('--i-own-this-target', 'confirm that you may load a target other than this machine')
    .option('--json', 'print the summary as one line of JSON')
    .addHelpText('after', HELP)
    .action(async (options: DevicesOptions) => {
      const target = parseSwarmTarget(options.to)
      requireOwnTarget(target.host, options.iOwnThisTarget)
      const most = { rtmp: 64, gb28181: 5000, mqtt: 50_000, ...perWire(() => 50_000) }[target.protocol]
      const order = {
        target,
        count: numberOf('--count', options.count, { min: 1, max: most, whole: true }),
        rampPerSecond: numberOf('--rate', options.rate, { min: 0.1, max: 10_000 }),
        forMs: spanOf('--for', options.for, { minMs: 1000, maxMs: 86_400_000, said: 'from 1s to 24h' }),
        intervalMs: spanOf('--interval', options.interval, {
          minMs: 1000,
          maxMs: 86_400_000,
          said: 'from 1s to 24h',
        }),
        seed: numberOf('--seed', options.seed, { min: 0, max: 4_294_967_295, whole: true }),
        edition: options.edition,
        qos: numberOf('--qos', options.qos, { min: 0, max: 1, whole: true }) as 0 | 1,
        mapping: options.mqttMapping,
        stream: options.stream,
        channels: numberOf('--channels', options.channels, { min: 1, max: 1000, whole: true }),
        faults: (options.fault ?? []).map(faultOf),
      }
      // The uplinks' timers do not keep the process alive: this one does until the end.
      const held = setInterval(() => {}, LOOK_MS)
      const began = Date.now()
      const swarm = await openSwarm(order)
      try {
        await watch(swarm, order.forMs)
        await swarm.drain(DRAIN_MS)
        const summary = summaryOf(shownTarget(options.to), swarm, Date.now() - began)
        print(options, summary, () => summaryLines(summary))
        if (!summary.passed) process.exitCode = EXIT.verdict
      } finally {
        swarm[Symbol.dispose]()
        clearInterval(held)
      }
    })
}

/** Without passwords: a summary is read by others. */
const shownTarget = (to: string) =>
  to.replace(/^([a-z0-9]+:\/\/[^:@/]*):[^@]*@/, '$1@').replace(/([?&]password=)[^&]*/g, '$1…')

const editionsOf = (wire: WireName) =>
  `${wire}: ${orList(WIRES[wire].editions)} (default: ${WIRES[wire].usualEdition})`

const collect = (value: string, earlier: string[] = []) => [...earlier, value]

function faultOf(text: string): SwarmFaultOrder {
  const order = readSwarmFault(text)
  if (typeof order === 'string') throw new UserError(`--fault ${text}: ${order}.`)
  return order
}

/** Shows counters every second until the time is over or Ctrl+C. */
async function watch(swarm: Swarm, forMs: number): Promise<void> {
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal)
  const show = liveCounters()
  const endMs = Date.now() + forMs
  try {
    for (let leftMs = forMs; leftMs > 0 && !stop.signal.aborted; leftMs = endMs - Date.now()) {
      await delay(Math.min(LOOK_MS, leftMs), undefined, { signal: stop.signal }).catch((error: unknown) => {
        if (!stop.signal.aborted) throw error
      })
      show(swarm.progress(), swarm.latency())
    }
  } finally {
    process.off('SIGINT', onSignal)
  }
}

const HELP = `
Examples:
${WIRE_NAMES.map((wire) => `  $ backlot devices --to ${wire}://127.0.0.1:${WIRES[wire].port} --count 1000 --rate 200 --for 60s --interval 5s`).join('\n')}
  $ backlot devices --to hj212://127.0.0.1:8212 --count 500 --for 2m --json
  $ backlot devices --to hj212://127.0.0.1:8212 --fault bad-crc:0.01 --fault split:0.2,pieces=4,gapMs=20
  $ backlot devices --to mqtt://127.0.0.1:1883 --count 200 --interval 5s
  $ backlot devices --to rtmp://127.0.0.1:1935/live --count 4 --stream 'cam{n}'
  $ backlot devices --to 'gb28181://127.0.0.1:5060?domain=3402000000&password=12345678' --count 20 --channels 4

gb28181: id is the first device's, further ones are numbered up from it; server is the platform's id (default: the domain's first); transport=tcp.
Faults: bad-crc, split (pieces, gapMs), slow (bytesPerSecond, delayMs), reset (share); --seed determines when they have an impact.
--seed also determines the devices and their reports. The platform must accept unknown devices.
Exit code 0: every device is online at the end and nothing was lost; 1: otherwise; 2: a mistake in the command.`
