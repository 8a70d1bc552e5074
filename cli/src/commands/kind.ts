import { learnKinds } from '@backlot/simulator/fleet/thread-kinds'
import { type KindPreview, previewKind } from '@backlot/simulator/history/preview-kind'
import { readKinds } from '@backlot/simulator/scenario/read-kinds'
import { problemText } from '@backlot/simulator/scenario/scenario'
import { Command } from 'commander'
import { withExamples } from '../examples.ts'
import { EXIT } from '../exit-codes.ts'
import { numberOf } from '../parse-number.ts'

type CheckOptions = { json?: boolean; seed: string }

/** Kinds of devices that files describe. */
export function kindCommand(): Command {
  const kind = new Command('kind').description('kinds of devices that files describe')
  withExamples(
    kind
      .command('check')
      .description('check kind files for mistakes, and say what devices of these kinds will do')
      .argument('<file...>', 'kind files, or folders of them')
      .option('--seed <n>', 'seed of the world that they are tried in', '7')
      .option('--json', 'print one line of JSON')
      .action((files: string[], options: CheckOptions) => check(files, options)),
    'backlot kind check fixtures/kinds',
    'backlot kind check my-kind.yaml --seed 20260',
  )
  return kind
}

/** A file with a mistake is one of the user. */
function check(files: readonly string[], options: CheckOptions): void {
  const seed = numberOf('--seed', options.seed, { min: 0, max: 4_294_967_295, whole: true })
  const { kinds, problems } = readKinds(files)
  if (problems.length > 0) process.exitCode = EXIT.mistake
  if (problems.length === 0) learnKinds(kinds)
  const tried =
    problems.length > 0
      ? []
      : kinds.map((kind) => ({ kind, will: previewKind(kind, { seed, nowMs: Date.now() }) }))
  if (options.json) {
    const told = tried.map(({ kind, will }) => ({ kind: kind.kind, name: kind.name, ...will }))
    process.stdout.write(`${JSON.stringify({ problems, kinds: told })}\n`)
    return
  }
  for (const problem of problems) process.stderr.write(`${problemText(problem)}\n`)
  for (const { kind, will } of tried)
    process.stdout.write(`${[headOf(kind), ...linesOf(will)].join('\n')}\n\n`)
}

type Kind = ReturnType<typeof readKinds>['kinds'][number]

function headOf({ kind, name, quantities, alarms, settings, protocols }: Kind): string {
  const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`
  const parts = [
    count(Object.keys(quantities).length, 'reading'),
    count(Object.keys(alarms?.types ?? {}).length, 'alarm'),
    count(Object.keys(settings ?? {}).length, 'setting'),
  ]
  return `${kind} (${name.en}, ${name.zh}): ${parts.join(', ')}; ${protocols.join(', ')}. No mistake.`
}

function linesOf({ quantities, machines, alarms, devices, days }: KindPreview): string[] {
  const wide = Math.max(...[...quantities.map(({ quantity }) => quantity.length), 12])
  return [
    `  ${devices} devices over the last ${days} days:`,
    ...quantities.map(({ quantity, unit, decimals, least, mean, most }) => {
      const [low, middle, high] = [least, mean, most].map((value) => value.toFixed(decimals))
      return `  ${quantity.padEnd(wide)}  ${low} to ${high} ${unit}, mean ${middle}`
    }),
    ...machines.map(({ machine, states }) => {
      const shares = states.map(({ state, share }) => `${state} ${(share * 100).toFixed(1)} %`)
      return `  ${machine.padEnd(wide)}  ${shares.join(', ')}`
    }),
    ...alarms.map(
      ({ alarm, count }) =>
        `  ${alarm.padEnd(wide)}  ${count === 0 ? 'no alarm' : `${(count / devices / days).toFixed(2)} alarms a day and device`}`,
    ),
  ]
}
