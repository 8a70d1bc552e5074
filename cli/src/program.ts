import { Command, CommanderError } from 'commander'
import { alarmCommand } from './commands/alarm.ts'
import { checkScenarioCommand } from './commands/check-scenario.ts'
import { clockCommand } from './commands/clock.ts'
import { completionCommand } from './commands/completion.ts'
import { deviceCommand } from './commands/device.ts'
import { devicesCommand } from './commands/devices.ts'
import { doctorCommand } from './commands/doctor.ts'
import { faultCommand } from './commands/fault.ts'
import { fleetCommand } from './commands/fleet.ts'
import { loadCommand } from './commands/load.ts'
import { runCommand } from './commands/run.ts'
import { startCommand } from './commands/start.ts'
import { statusCommand } from './commands/status.ts'
import { stormCommand } from './commands/storm.ts'
import { weatherCommand } from './commands/weather.ts'
import { isUsersMistake } from './mistakes.ts'

/** Commands whose exit code 1 is a verdict: a mistake in what they are given is told by 2. */
const VERDICT_COMMANDS = ['run', 'check-scenario']

/** Every command, in the order of the help. */
export function createProgram(): Command {
  const program = new Command('backlot')
    .description("A whole field-device platform on one laptop, and the operator's console that goes with it.")
    .version('0.1.0')
  const commands = [
    startCommand(),
    statusCommand(),
    clockCommand(),
    runCommand(),
    checkScenarioCommand(),
    stormCommand(),
    fleetCommand(),
    alarmCommand(),
    deviceCommand(),
    devicesCommand(),
    weatherCommand(),
    faultCommand(),
    loadCommand(),
    doctorCommand(),
    completionCommand(program),
  ]
  for (const command of commands) program.addCommand(command)
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
  const mistakeCode = VERDICT_COMMANDS.includes(args[0] ?? '') ? 2 : 1
  exitInsteadOfThrow(program)
  try {
    await program.parseAsync([...args], { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return
      const line = error.message.replace(/^error: /, '').replace(/\n/g, ' ')
      process.stderr.write(`backlot: ${line} (see 'backlot --help')\n`)
      process.exitCode = mistakeCode
    } else if (isUsersMistake(error)) {
      process.stderr.write(`backlot: ${error.message}\n`)
      process.exitCode = mistakeCode
    } else {
      process.stderr.write(
        `backlot: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      )
      process.exitCode = 2
    }
  }
}
