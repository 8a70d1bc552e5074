import { Command, CommanderError } from 'commander'
import { clockCommand } from './commands/clock.ts'
import { fleetCommand } from './commands/fleet.ts'
import { startCommand } from './commands/start.ts'
import { statusCommand } from './commands/status.ts'
import { stormCommand } from './commands/storm.ts'
import { isUsersMistake } from './mistakes.ts'

/** Every command, in the order of the help. */
export function createProgram(): Command {
  const program = new Command('backlot')
    .description("A whole field-device platform on one laptop, and the operator's console that goes with it.")
    .version('0.1.0')
  for (const command of [startCommand(), statusCommand(), clockCommand(), stormCommand(), fleetCommand()])
    program.addCommand(command)
  return program
}

function exitInsteadOfThrow(command: Command): void {
  command.exitOverride().configureOutput({ outputError: () => {} })
  for (const child of command.commands) exitInsteadOfThrow(child)
}

/**
 * Runs the program. Sets the exit code: 0 done, 1 the user's mistake (one line on standard error), 2 ours.
 */
export async function main(args: readonly string[]): Promise<void> {
  const program = createProgram()
  exitInsteadOfThrow(program)
  try {
    await program.parseAsync([...args], { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return
      const line = error.message.replace(/^error: /, '').replace(/\n/g, ' ')
      process.stderr.write(`backlot: ${line} (see 'backlot --help')\n`)
      process.exitCode = 1
    } else if (isUsersMistake(error)) {
      process.stderr.write(`backlot: ${error.message}\n`)
      process.exitCode = 1
    } else {
      process.stderr.write(
        `backlot: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      )
      process.exitCode = 2
    }
  }
}
