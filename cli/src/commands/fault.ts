import {
  controlAddFaults,
  controlFaultKinds,
  controlFaults,
  controlRemoveFaults,
  FAULT_PROTOCOLS,
  type FaultState,
} from '@backlot/contract/control/fault-calls'
import { Command } from 'commander'
import { controlCall } from '../control-client.ts'
import { withExamples } from '../examples.ts'
import { orList } from '../or-list.ts'
import { type ControlOptions, print, targetOf, withControl } from '../output.ts'
import { listOf, numberOf } from '../parse-number.ts'
import { spanOf } from '../spans.ts'
import { UserError } from '../user-error.ts'

type AddOptions = ControlOptions & {
  paths?: string
  accounts?: string
  devices?: string
  kinds?: string
  groups?: string
  share?: string
  protocols?: string
  probability: string
  after?: string
  for?: string
  every?: string
  strike?: string
  faultSeed?: string
}

/** Faults on purpose. */
export function faultCommand(): Command {
  const fault = new Command('fault').description('inject and remove faults')
  withExamples(
    withControl(fault.command('kinds').description('list fault kinds, their targets and parameters')),
    'backlot fault kinds',
    'backlot fault kinds --json',
  ).action(async (options: ControlOptions) => {
    const { list } = await controlCall(targetOf(options), controlFaultKinds)
    print(options, list, () =>
      list.flatMap((kind) => [
        `${kind.name.padEnd(16)} ${kind.summary}`,
        `${' '.repeat(17)}targets ${kind.targets.join(', ')}; ${parametersLine(kind.parameters)}`,
      ]),
    )
  })
  withControl(
    fault
      .command('add')
      .argument('<fault>', "one of 'backlot fault kinds'")
      .argument('[parameter=value...]', 'delayMs=800 …')
      .description('inject a fault'),
  )
    .option('--paths <list>', "HTTP paths, comma-separated; * matches anything: '/alarm/*'")
    .option('--accounts <list>', 'login names')
    .option('--devices <list>', 'serial numbers')
    .option('--kinds <list>', 'device kinds')
    .option('--groups <list>', 'group ids, with everything below them')
    .option('--share <part>', 'share of those devices, chosen by the seed')
    .option('--protocols <list>', FAULT_PROTOCOLS.join(', '))
    .option('--probability <part>', 'probability for each request, frame or picture', '1')
    .option('--after <duration>', 'start after this time')
    .option('--for <duration>', 'end after this time')
    .option('--every <duration>', 'period of intermittent faults, with --strike')
    .option('--strike <duration>', 'how long each fault period lasts')
    .option('--fault-seed <n>', "seed of its randomness (default: the platform's seed)")
    .addHelpText(
      'after',
      `
Examples:
  $ backlot fault add http-latency delayMs=800 jitterMs=400 --paths '/alarm/*' --probability 0.3
  $ backlot fault add http-code code=503 --accounts dispatch1 --for 1m
  $ backlot fault add http-status status=502 --probability 0.2
  $ backlot fault add disk-full --for 30s
  $ backlot fault add channel-cut --every 1m --strike 2s
  $ backlot fault add device-flap roundSeconds=10 --kinds camera --share 0.2
  $ backlot fault add wire-bad-crc --protocols hj212 --probability 0.05`,
    )
    .action(async (name: string, pairs: string[], options: AddOptions) => {
      const order = {
        fault: name,
        target: aimOf(options),
        probability: numberOf('--probability', options.probability, { min: 0.000001, max: 1 }),
        schedule: scheduleOf(options),
        parameters: parametersOf(pairs),
        ...(options.faultSeed === undefined
          ? {}
          : { seed: numberOf('--fault-seed', options.faultSeed, { min: 0, max: 2 ** 31, whole: true }) }),
      }
      const { list } = await controlCall(targetOf(options), controlAddFaults, { body: { faults: [order] } })
      print(options, list[0], () => list.map(lineOf))
    })
  withExamples(
    withControl(fault.command('ls').description('active faults and the last ended ones')),
    'backlot fault ls',
  ).action(async (options: ControlOptions) => {
    const { list } = await controlCall(targetOf(options), controlFaults)
    print(options, list, () => (list.length === 0 ? ['No faults.'] : list.map(lineOf)))
  })
  withExamples(
    withControl(fault.command('rm').argument('[id...]', 'id, see ls').description('remove faults')).option(
      '--all',
      'remove all faults',
    ),
    'backlot fault rm http-latency-1',
    'backlot fault rm --all',
  ).action(async (ids: string[], options: ControlOptions & { all?: boolean }) => {
    if ((ids.length === 0) === !options.all) throw new UserError('Give the ids of faults, or --all.')
    const body = options.all ? {} : { ids }
    const answer = await controlCall(targetOf(options), controlRemoveFaults, { body })
    print(options, answer, () => [`${answer.removed} removed.`])
  })
  return fault
}

function aimOf(options: AddOptions) {
  const lists = {
    paths: listOf(options.paths),
    accounts: listOf(options.accounts),
    devices: listOf(options.devices),
    kinds: listOf(options.kinds),
    groups: listOf(options.groups)?.map((text) =>
      numberOf('--groups', text, { min: 0, max: 2 ** 31, whole: true }),
    ),
    share:
      options.share === undefined ? undefined : numberOf('--share', options.share, { min: 0.000001, max: 1 }),
    protocols: listOf(options.protocols)?.map((name) => {
      const protocol = FAULT_PROTOCOLS.find((one) => one === name)
      if (protocol) return protocol
      throw new UserError(`--protocols ${name}: ${orList(FAULT_PROTOCOLS)}.`)
    }),
  }
  return Object.fromEntries(Object.entries(lists).filter(([, value]) => value !== undefined))
}

function scheduleOf({ after, for: length, every, strike }: AddOptions) {
  const span = (flag: string, text: string | undefined) =>
    text === undefined
      ? undefined
      : spanOf(flag, text, { minMs: 1, maxMs: 7 * 86_400_000, said: 'at most 7d' })
  if ((every === undefined) !== (strike === undefined))
    throw new UserError('Give --every and --strike together.')
  const spans = {
    afterMs: span('--after', after),
    forMs: span('--for', length),
    everyMs: span('--every', every),
    strikeMs: span('--strike', strike),
  }
  return Object.fromEntries(Object.entries(spans).filter(([, value]) => value !== undefined))
}

function parametersOf(pairs: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1) throw new UserError(`'${pair}': write parameter=value.`)
      const text = pair.slice(at + 1)
      const isNumber = text.trim() !== '' && Number.isFinite(Number(text))
      return [pair.slice(0, at), isNumber ? Number(text) : text]
    }),
  )
}

/** The parameters of a JSON Schema in a line. */
function parametersLine(schema: Record<string, unknown>): string {
  const properties = Object.entries(
    (schema['properties'] ?? {}) as Record<string, { default?: unknown; enum?: string[] }>,
  )
  if (properties.length === 0) return 'no parameters'
  return properties
    .map(([name, { default: value, enum: among }]) =>
      among ? `${name}=${among.join('|')}` : value === undefined ? name : `${name}=${String(value)}`,
    )
    .join(' ')
}

function lineOf({ id, state, struck, target, parameters }: FaultState): string {
  const aim = Object.entries(target).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  const with_ = Object.entries(parameters).map(([name, value]) => `${name}=${String(value)}`)
  return `${id.padEnd(20)} ${state.padEnd(8)} impacts ${String(struck).padStart(6)}  ${[...with_, ...aim].join(' ')}`
}
