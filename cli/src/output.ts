import type { Command } from 'commander'
import { type ControlTarget, findControl } from './control-client.ts'

/** Options of a command that talks to a running simulator. */
export function withTarget(command: Command): Command {
  return command
    .option(
      '--control <url>',
      'control API of the simulator (default: the one running on .backlot, else port 8080)',
    )
    .option('--data <folder>', 'data folder of the running simulator', '.backlot')
}

/** The same, of a command that prints what it was answered. */
export function withControl(command: Command): Command {
  return withTarget(command).option('--json', 'print one line of JSON')
}

export type ControlOptions = { control?: string; data?: string; json?: boolean }

export function targetOf(options: ControlOptions): ControlTarget {
  return findControl(options)
}

/** Prints data as one line of JSON or as lines for people. */
export function print(options: { json?: boolean }, data: unknown, lines: () => readonly string[]): void {
  process.stdout.write(options.json ? `${JSON.stringify(data)}\n` : `${lines().join('\n')}\n`)
}
