import { parseConfig } from '@backlot/simulator/composition/config'
import type { SimulatorOptions } from '@backlot/simulator/create-simulator'
import { kindObjects } from '@backlot/simulator/scenario/read-kinds'
import { portableScenario } from '@backlot/simulator/scenario/read-scenario'
import type { Command } from 'commander'
import { type StartFlags, startOptions } from '../start-options.ts'
import { UserError } from '../user-error.ts'

/** Options of `backlot start` that a simulator in a page has too. */
const OF_PAGES = new Set([
  'static',
  'json',
  'seed',
  'scenario',
  'kinds',
  'timeline',
  'password',
  'startAt',
  'pastDays',
  'encoderBudget',
  'alarmDays',
  'reportDays',
  'uploadMegabytes',
  'uploadCount',
  'logLevel',
])

/**
 * Options of a simulator in a page, with what files say in place of their names. BACKLOT_* variables do not count: they
 * are this machine's. Throws a UserError for an option that a page does not have, and a StartError for a wrong value.
 */
export function staticSettings(flags: StartFlags, command: Command): SimulatorOptions {
  const other = command.options.find((option) => {
    const name = option.attributeName()
    return !OF_PAGES.has(name) && command.getOptionValueSource(name) === 'cli'
  })
  if (other)
    throw new UserError(
      `${other.long} does not go with --static: a page has no ports and no folder. Leave it out.`,
    )
  const { scenario, kinds = [], ...rest } = startOptions({ ...flags, rtmp: true }, {})
  const given = typeof scenario === 'string' ? portableScenario(scenario) : undefined
  const all = [...kindObjects(kinds as string[]), ...(given?.kinds ?? [])]
  const settings = {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => OF_PAGES.has(name))),
    ...(given ? { scenario: given.scenario } : {}),
    ...(all.length > 0 ? { kinds: all } : {}),
  } as SimulatorOptions
  parseConfig(settings)
  return settings
}
