import { setTimeout as delay } from 'node:timers/promises'
import type { Call } from '@backlot/contract/call'
import { controlStorm, controlStormStatus } from '@backlot/contract/control/calls'
import {
  controlStopStorm,
  controlStormGps,
  controlStormOffline,
  controlStormSos,
  controlStorms,
  type StormProgress,
} from '@backlot/contract/control/storm-calls'
import { Command } from 'commander'
import { type ControlTarget, controlCall } from '../control-client.ts'
import { withExamples } from '../examples.ts'
import { type ControlOptions, print, targetOf, withControl } from '../output.ts'
import { listOf, numberOf } from '../parse-number.ts'
import { spanOf } from '../spans.ts'

type StormOptions = ControlOptions & { stormSeed?: string; wait: boolean }
type PacedOptions = StormOptions & { rate: string; for: string; devices?: string }
type AlarmOptions = PacedOptions & { types?: string }
type OfflineOptions = StormOptions & {
  rate: string
  outage: string
  share?: string
  devices?: string
  kinds?: string
  groups?: string
}

const RATE = { min: 0.1, max: 50_000 }
const ASK_EVERY_MS = 200

/** Much of something at once. */
export function stormCommand(): Command {
  const storm = new Command('storm').description('start a storm of alarms, SOS calls, outages or positions')
  paced(storm.command('alarms'), 'alarms at a rate for a time, from real devices')
    .option('--types <list>', "types, comma-separated: 'type' or 'type-subType'")
    .addHelpText(
      'after',
      `
Examples:
  $ backlot storm alarms --rate 5000 --for 30s
  $ backlot storm alarms --rate 20 --types IoAlarm-SOS,AiAlarm --devices 34010000001320000001 --json`,
    )
    .action(async (options: AlarmOptions) => {
      const types = listOf(options.types)
      await run(options, controlStorm, { ...paceOf(options), ...(types ? { types } : {}) })
    })
  paced(storm.command('sos'), 'emergency buttons pressed at a rate')
    .addHelpText('after', '\nExample:\n  $ backlot storm sos --rate 5 --for 10s')
    .action((options: PacedOptions) => run(options, controlStormSos, paceOf(options)))
  paced(storm.command('gps'), 'positions reported at a rate, from vehicles')
    .addHelpText('after', '\nExample:\n  $ backlot storm gps --rate 10000 --for 30s')
    .action((options: PacedOptions) => run(options, controlStormGps, paceOf(options)))
  common(storm.command('offline'))
    .description('take devices offline one by one, and back online')
    .option('--rate <n>', 'devices per second, 0.1 to 50000', '1000')
    .option('--outage <duration>', 'offline time of each device, in platform time: 1s to 24h', '60s')
    .option('--share <part>', 'share of them, 0 to 1, chosen by the seed')
    .option('--devices <list>', 'serial numbers, comma-separated')
    .option('--kinds <list>', 'device kinds, comma-separated')
    .option('--groups <list>', 'group ids, with everything below them')
    .addHelpText(
      'after',
      '\nExample:\n  $ backlot storm offline --kinds camera --share 0.3 --rate 20 --outage 2m',
    )
    .action((options: OfflineOptions) => run(options, controlStormOffline, outageOf(options)))
  withExamples(
    withControl(storm.command('ls').description('running storms and the last ended ones')),
    'backlot storm ls',
  ).action(async (options: ControlOptions) => {
    const { list } = await controlCall(targetOf(options), controlStorms)
    print(options, list, () => (list.length === 0 ? ['No storms.'] : list.map(lineOf)))
  })
  withExamples(
    withControl(
      storm.command('stop').argument('<id>', 'id, see ls').description('end a storm; its alarms remain'),
    ),
    'backlot storm stop storm-mi8x2k0q-1',
  ).action(async (stormId: string, options: ControlOptions) => {
    const ended = await controlCall(targetOf(options), controlStopStorm, { body: { stormId } })
    print(options, ended, () => [lineOf(ended)])
  })
  return storm
}

function common(command: Command): Command {
  return withControl(command)
    .option('--storm-seed <n>', 'choose devices and types from this seed')
    .option('--no-wait', 'return as soon as the storm has started')
}

function paced(command: Command, description: string): Command {
  return common(command)
    .description(description)
    .option('--rate <n>', 'rate per second, 0.1 to 50000', '10')
    .option('--for <duration>', 'how long: 30s, 5m; at most 10m', '10s')
    .option('--devices <list>', 'serial numbers, comma-separated (default: all capable devices)')
}

function paceOf(options: PacedOptions) {
  const devices = listOf(options.devices)
  return {
    ratePerSecond: numberOf('--rate', options.rate, RATE),
    forMs: spanOf('--for', options.for, { minMs: 1, maxMs: 600_000, said: 'at most 10m' }),
    ...(devices ? { devices } : {}),
    ...seedOf(options),
  }
}

function outageOf(options: OfflineOptions) {
  const devices = listOf(options.devices)
  const kinds = listOf(options.kinds)
  const groups = listOf(options.groups)?.map((text) =>
    numberOf('--groups', text, { min: 0, max: 2 ** 31, whole: true }),
  )
  return {
    ratePerSecond: numberOf('--rate', options.rate, RATE),
    outageMs: spanOf('--outage', options.outage, {
      minMs: 1000,
      maxMs: 86_400_000,
      said: 'from 1s to 24h',
    }),
    target: {
      ...(devices ? { devices } : {}),
      ...(kinds ? { kinds } : {}),
      ...(groups ? { groups } : {}),
      ...(options.share === undefined
        ? {}
        : { share: numberOf('--share', options.share, { min: 0.0001, max: 1 }) }),
    },
    ...seedOf(options),
  }
}

function seedOf({ stormSeed }: StormOptions): { seed?: number } {
  if (stormSeed === undefined) return {}
  return { seed: numberOf('--storm-seed', stormSeed, { min: 0, max: 2 ** 31, whole: true }) }
}

type StormCall =
  | typeof controlStorm
  | typeof controlStormSos
  | typeof controlStormGps
  | typeof controlStormOffline

/** Starts a storm and, unless asked not to, waits for its end. */
async function run(options: StormOptions, call: StormCall, body: unknown): Promise<void> {
  const target = targetOf(options)
  const started = await controlCall(target, call as Call<never, never, typeof call.data>, {
    body: body as never,
  })
  if (!options.wait) {
    print(options, started, () => [`Storm ${started.stormId} started: ${started.planned} planned.`])
    return
  }
  const status = await untilDone(target, started.stormId, process.stderr.isTTY && !options.json)
  print(options, status, () => [lineOf(status)])
}

async function untilDone(target: ControlTarget, id: string, isShown: boolean): Promise<StormProgress> {
  const ask = () => controlCall(target, controlStormStatus, { params: { id } })
  let status = await ask()
  while (!status.done) {
    await delay(ASK_EVERY_MS)
    status = await ask()
    if (isShown) process.stderr.write(`\r${status.stored} of ${status.planned}`)
  }
  if (isShown) process.stderr.write('\r\x1b[K')
  return status
}

function lineOf(storm: StormProgress): string {
  const end = storm.stopped ? ', stopped' : storm.done ? ', done' : ''
  const cursor = storm.kind === 'alarms' ? `, newest cursor ${storm.lastCursor}` : ''
  return `Storm ${storm.stormId} (${storm.kind}): ${storm.stored} of ${storm.planned}${end}${cursor}.`
}
