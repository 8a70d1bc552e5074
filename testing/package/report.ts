import { durationText } from '@backlot/contract/control/duration'
import { formatDateTime } from '@backlot/contract/time'
import type { SimulatorOptions } from '@backlot/simulator/composition/config'
import type { Platform } from './platform.ts'

/** Facts that are needed to repeat a failure. */
export type Report = {
  seed: number
  /** A file or a shipped name; 'an object' when it was given as one. */
  scenario: string
  /** Platform time of the start and now, in the platform's zone. */
  startedAt: string
  now: string
  /** How long it has run, in time of the machine. */
  runFor: string
  /** One command. */
  command: string
  /** All of that for people, with the last events. */
  text: string
}

const EVENTS_TOLD = 20

/** `command` does the test again; without one a platform like this one is started. */
export function createReport(
  platform: Pick<Platform, 'seed' | 'clock' | 'events'>,
  options: SimulatorOptions,
): (command?: string) => Report {
  const startedMs = Date.now()
  const { seed, clock } = platform
  const said = (atMs: number) => formatDateTime(atMs, clock.zoneMinutes)
  const startedAt = options.startAt ?? said(clock.now())
  const scenario = typeof options.scenario === 'object' ? 'an object' : (options.scenario ?? 'demo')
  return (command) => {
    const variables = environmentOf(
      seed,
      typeof options.scenario === 'string' ? options.scenario : undefined,
      startedAt,
    )
    const again =
      command === undefined ? startCommand(seed, options.scenario, startedAt) : `${variables} ${command}`
    const report = {
      seed,
      scenario,
      startedAt,
      now: said(clock.now()),
      runFor: durationText(Date.now() - startedMs),
      command: again,
    }
    const events = platform.events().slice(-EVENTS_TOLD)
    const faults = platform.events().filter(({ said }) => /^control\.(add|remove)Faults/.test(said))
    const lineOf = ({ atMs, kind, said: what }: (typeof events)[number]) =>
      `  ${said(atMs)}  ${kind.padEnd(7)} ${what}`
    const text = [
      `Backlot: seed ${seed}, scenario ${scenario}, began at ${startedAt}, now ${report.now} (${report.runFor} of the machine's time)`,
      `Again: ${again}`,
      ...(faults.length === 0 ? ['Faults: none'] : ['Faults:', ...faults.map(lineOf)]),
      ...(events.length === 0 ? ['Events: none'] : ['Last events:', ...events.map(lineOf)]),
    ].join('\n')
    return { ...report, text }
  }
}

/** Environment variables that fixtures use in place of their options: the same world at the same time. */
function environmentOf(seed: number, scenario: string | undefined, startedAt: string): string {
  return [
    `BACKLOT_SEED=${seed}`,
    ...(scenario === undefined ? [] : [`BACKLOT_SCENARIO=${quoted(scenario)}`]),
    `BACKLOT_START_AT=${quoted(startedAt)}`,
  ].join(' ')
}

function startCommand(seed: number, scenario: SimulatorOptions['scenario'], startedAt: string): string {
  const file = typeof scenario === 'string' ? ` --scenario ${quoted(scenario)}` : ''
  return `npx backlot start --port 0 --data :memory: --seed ${seed}${file} --start-at ${quoted(startedAt)}`
}

export function quoted(text: string): string {
  return /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** Options of fixtures, overridden by the environment: BACKLOT_SEED, BACKLOT_SCENARIO, BACKLOT_START_AT. */
export function withEnvironment(
  options: SimulatorOptions,
  env: Readonly<Record<string, string | undefined>> = process.env,
): SimulatorOptions {
  return {
    ...options,
    ...(env['BACKLOT_SEED'] ? { seed: env['BACKLOT_SEED'] } : {}),
    ...(env['BACKLOT_SCENARIO'] ? { scenario: env['BACKLOT_SCENARIO'] } : {}),
    ...(env['BACKLOT_START_AT'] ? { startAt: env['BACKLOT_START_AT'] } : {}),
  }
}
