import { perWire, WIRE_NAMES, WIRES, type WireName } from '@backlot/contract/wires/wires'
import { readSwarmFault, type SwarmFaultOrder } from '@backlot/simulator/faults/swarm-faults'
import { readMqttMapping } from '@backlot/simulator/gateways/mqtt/read-mqtt-mapping'
import { DEFAULT_PASSWORD } from '@backlot/simulator/kernel/defaults'
import { readKinds } from '@backlot/simulator/scenario/read-kinds'
import { problemText } from '@backlot/simulator/scenario/scenario'
import { Command } from 'commander'
import { openGivenCluster } from '../cluster/cluster-option.ts'
import { SHARD_DEVICES } from '../cluster/device-shards.ts'
import { runShards } from '../cluster/run-shards.ts'
import { collect } from '../collect.ts'
import { openSwarm } from '../devices/open-swarm.ts'
import { requireUses } from '../devices/option-uses.ts'
import type { SwarmOrder } from '../devices/swarm-order.ts'
import { parseSwarmTarget, SWARM_TARGETS, shownTarget } from '../devices/swarm-target.ts'
import { watch } from '../devices/watch.ts'
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
  kinds?: string[]
  kind?: string
  stream: string
  channels: string
  alarms: string
  fault?: string[]
  redis?: string
  shard?: string
  iOwnThisTarget?: boolean
  json?: boolean
}

/** Devices at most. */
const MOST = { rtmp: 64, gb28181: 5000, onvif: 1024, mqtt: 50_000 }
/** With workers, of every wire. */
const MOST_SHARED = 1_000_000
const HOLD_MS = 1000
/** How long answers to the last reports are waited for. */
const DRAIN_MS = 5000

/** The fleet of a seed against any platform; no simulator runs for it. */
export function devicesCommand(): Command {
  return new Command('devices')
    .description('connect many devices to this or any other platform')
    .requiredOption('--to <url>', SWARM_TARGETS)
    .option(
      '--count <n>',
      'number of devices, 1 to 50000 (rtmp: at most 64, gb28181: 5000, onvif: 1024); with --redis 1000000',
      '100',
    )
    .option('--rate <n>', 'new connections per second', '100')
    .option('--for <duration>', 'how long, at most 24h', '60s')
    .option('--interval <duration>', 'time between reports of a device (onvif: between its events)', '10s')
    .option('--seed <n>', 'the world the devices live in', '20260')
    .option(
      '--edition <year>',
      `of the standard; ${WIRE_NAMES.map(editionsOf).join(', ')}, mqtt: 3.1.1 or 5 (default: 3.1.1), gb28181: 2016 or 2022 (default: 2016)`,
    )
    .option('--qos <n>', 'mqtt: quality of service of reports, 0 or 1', '1')
    .option('--mqtt-mapping <file>', 'mqtt: topics and payloads (docs/mqtt.md)')
    .option(
      '--kinds <file>',
      'hj212, mqtt: kind files or folders of them (docs/kind-files.md; repeatable)',
      collect,
    )
    .option('--kind <name>', 'with --kinds: the kind of the devices; left out: the only one of the files')
    .option('--stream <template>', 'rtmp: name of each stream; {sn} and {n} are filled in', '{sn}_1')
    .option(
      '--channels <n>',
      'gb28181, onvif: channels of each device, 1 to 1000 (onvif: 64); 1 is a camera',
      '1',
    )
    .option('--alarms <duration>', 'gb28181: mean time between two alarms of a device, or off', 'off')
    .option(
      '--fault <fault>',
      `${[...WIRE_NAMES, 'mqtt', 'gb28181'].join(', ')}: wire fault, as name:probability,parameter=value (repeatable)`,
      collect,
    )
    .option('--redis <url>', 'let workers carry them: redis://host:port?cluster=name (docs/cluster.md)')
    .option(
      '--shard <n>',
      'with --redis: devices of a piece of work, 1 to 10000 (default: 2000; gb28181: 500, rtmp: 8)',
    )
    .option('--i-own-this-target', 'confirm that you may load a target other than this machine')
    .option('--json', 'print the summary as one line of JSON')
    .addHelpText('after', HELP)
    .action(async (options: DevicesOptions, command: Command) => {
      const target = parseSwarmTarget(options.to)
      requireUses(target.protocol, (option) => command.getOptionValueSource(option) === 'cli')
      requireOwnTarget(target.host, options.iOwnThisTarget)
      const most = { ...MOST, ...perWire(() => 50_000) }[target.protocol]
      await using cluster = await openGivenCluster(options.redis)
      if (cluster && target.protocol === 'onvif')
        throw new UserError(
          '--to onvif://…: its cameras wait on this machine, without --redis and BACKLOT_REDIS.',
        )
      if (options.shard !== undefined && !cluster) throw new UserError('--shard needs --redis.')
      const count = numberOf('--count', options.count, {
        min: 1,
        max: cluster ? MOST_SHARED : most,
        whole: true,
      })
      const order = {
        target,
        count,
        slice: { from: 0, size: count },
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
        mapping: options.mqttMapping === undefined ? undefined : readMqttMapping(options.mqttMapping),
        stream: options.stream,
        channels: numberOf('--channels', options.channels, {
          min: 1,
          max: target.protocol === 'onvif' ? 64 : 1000,
          whole: true,
        }),
        alarmsEveryMs:
          options.alarms === 'off'
            ? undefined
            : spanOf('--alarms', options.alarms, {
                minMs: 1000,
                maxMs: 86_400_000,
                said: 'from 1s to 24h, or off',
              }),
        own: ownOf(options),
        faults: (options.fault ?? []).map(faultOf),
      }
      if (cluster && target.protocol !== 'onvif') {
        const { protocol } = target
        const shard = numberOf('--shard', options.shard ?? String(SHARD_DEVICES[protocol]), {
          min: 1,
          max: 10_000,
          whole: true,
        })
        const given = { to: shownTarget(options.to), forMs: order.forMs, shard }
        const { data, lines } = await runShards(cluster, { ...order, protocol }, given)
        print(options, data, () => lines)
        if (!data.passed) process.exitCode = EXIT.verdict
        return
      }
      // The uplinks' timers do not keep the process alive: this one does until the end.
      const held = setInterval(() => {}, HOLD_MS)
      try {
        await using swarm = await openSwarm(order)
        const began = Date.now()
        await watch(order.forMs, () => swarm.columns())
        await swarm.drain(DRAIN_MS)
        const { data, lines } = swarm.summary(shownTarget(options.to), Date.now() - began)
        print(options, data, () => lines)
        if (!data.passed) process.exitCode = EXIT.verdict
      } finally {
        clearInterval(held)
      }
    })
}

const editionsOf = (wire: WireName) =>
  `${wire}: ${orList(WIRES[wire].editions)} (default: ${WIRES[wire].usualEdition})`

function faultOf(text: string): SwarmFaultOrder {
  const order = readSwarmFault(text)
  if (typeof order === 'string') throw new UserError(`--fault ${text}: ${order}.`)
  return order
}

const HELP = `
Examples:
${WIRE_NAMES.map((wire) => `  $ backlot devices --to ${wire}://127.0.0.1:${WIRES[wire].port} --count 1000 --rate 200 --for 60s --interval 5s`).join('\n')}
  $ backlot devices --to hj212://127.0.0.1:8212 --count 500 --for 2m --json
  $ backlot devices --to jt808://127.0.0.1:8808 --count 20000 --rate 2000 --redis redis://127.0.0.1:6379
  $ backlot devices --to hj212://127.0.0.1:8212 --fault bad-crc:0.01 --fault split:0.2,pieces=4,gapMs=20
  $ backlot devices --to mqtt://127.0.0.1:1883 --count 200 --interval 5s
  $ backlot devices --to rtmp://127.0.0.1:1935/live --count 4 --stream 'cam{n}'
  $ backlot devices --to 'gb28181://127.0.0.1:5060?domain=3402000000&password=12345678' --count 20 --channels 4
  $ backlot devices --to 'gb28181://127.0.0.1:5060?password=12345678&kind=vehicle&transport=tcp' --alarms 2m --fault split:0.2
  $ backlot devices --to 'onvif://127.0.0.1:8000?password=12345678' --count 200 --for 10m
  $ backlot devices --to 'onvif://192.168.1.20:8000?password=12345678&ports=9000-9199' --count 200 --i-own-this-target

gb28181: id is the first device's, further ones are numbered up from it; server is the platform's id (default: the domain's first); transport=tcp; kind=vehicle has positions.
onvif: cameras wait to be called. The address is this machine's: services listen there, and WS-Discovery announces them on its network; user (default: admin), password (default: ${DEFAULT_PASSWORD}, on this machine only), rtsp (port; default: a free one), ports (one more for each camera), discovery=off.
--redis: backlot worker on any machines carries the devices in pieces; a piece whose worker dies is another's within ten seconds. Reports keep their moments: none comes twice.
Faults: bad-crc (not of gb28181), split (pieces, gapMs), slow (bytesPerSecond, delayMs), reset (share); gb28181 over TCP only; --seed determines when they have an impact.
--seed also determines the devices and their reports. The platform must accept unknown devices.
Exit code 0: every device is online at the end and nothing was lost (onvif: every camera was called and no request failed); 1: otherwise; 2: a mistake in the command.`

/** Kinds of the given files, and the one of the devices. Throws a UserError for a mistake in a file. */
function ownOf({ kinds: files, kind, mqttMapping }: DevicesOptions): SwarmOrder['own'] {
  if (files === undefined) {
    if (kind !== undefined) throw new UserError('--kind needs --kinds.')
    return undefined
  }
  if (mqttMapping !== undefined) throw new UserError('--mqtt-mapping and --kinds: give one of them.')
  const { kinds, problems } = readKinds(files)
  const [problem] = problems
  if (problem) throw new UserError(problemText(problem))
  const names = kinds.map((one) => one.kind)
  if (kind === undefined && names.length > 1) throw new UserError(`--kind: ${orList(names)}.`)
  const chosen = kind ?? names[0]!
  if (!names.includes(chosen)) throw new UserError(`--kind ${chosen}: ${orList(names)}.`)
  return { kind: chosen, kinds }
}
