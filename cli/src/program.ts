import { Command, CommanderError } from 'commander'
import { alarmCommand } from './commands/alarm.ts'
import { checkCommand } from './commands/check.ts'
import { checkScenarioCommand } from './commands/check-scenario.ts'
import { clockCommand } from './commands/clock.ts'
import { completionCommand } from './commands/completion.ts'
import { consoleCommand } from './commands/console.ts'
import { controlCommand } from './commands/control.ts'
import { deviceCommand } from './commands/device.ts'
import { devicesCommand } from './commands/devices.ts'
import { doctorCommand } from './commands/doctor.ts'
import { faultCommand } from './commands/fault.ts'
import { fleetCommand } from './commands/fleet.ts'
import { loadCommand } from './commands/load.ts'
import { recordCommand } from './commands/record.ts'
import { replayCommand } from './commands/replay.ts'
import { runCommand } from './commands/run.ts'
import { startCommand } from './commands/start.ts'
import { statusCommand } from './commands/status.ts'
import { stormCommand } from './commands/storm.ts'
import { weatherCommand } from './commands/weather.ts'
import { EXIT } from './exit-codes.ts'
import { isUsersMistake } from './mistakes.ts'
import { UserError } from './user-error.ts'

/** Commands that serve something: what keeps them from it is that they did not start. */
const STARTERS = ['start', 'console', 'record', 'replay']

/** Every command, in the order of the help. */
export function createProgram(): Command {
  const program = new Command('backlot')
    .description("A whole field-device platform on one laptop, and the operator's console that goes with it.")
    .version('0.1.0')
  const commands = [
    startCommand(),
    consoleCommand(),
    recordCommand(),
    replayCommand(),
    checkCommand(),
    statusCommand(),
    controlCommand(),
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

/** Commander's refusals become mistakes that name the help of the command they belong to. */
function throwMistakes(command: Command, path: string): void {
  command.configureOutput({ outputError: () => {} }).exitOverride((error) => {
    if (error.exitCode === 0) throw error
    // Without a subcommand commander has printed the help.
    if (error.code === 'commander.help') throw new UserError(`name one of the commands of '${path}' above.`)
    const line = error.message.replace(/^error: /, '').replace(/\n/g, ' ')
    throw new UserError(`${line} (see '${path} --help')`)
  })
  for (const child of command.commands) throwMistakes(child, `${path} ${child.name()}`)
}

/** Runs the program and sets its exit code (exit-codes.ts). A mistake is one line on standard error. */
export async function main(args: readonly string[]): Promise<void> {
  const program = createProgram()
  throwMistakes(program, 'backlot')
  try {
    await program.parseAsync([...args], { from: 'user' })
  } catch (error) {
    // The help was asked for.
    if (error instanceof CommanderError) return
    if (isUsersMistake(error)) {
      process.stderr.write(`backlot: ${error.message}\n`)
      const usual = STARTERS.includes(args[0] ?? '') ? EXIT.notStarted : EXIT.mistake
      process.exitCode = (error instanceof UserError ? error.exitCode : undefined) ?? usual
    } else {
      process.stderr.write(
        `backlot: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      )
      process.exitCode = EXIT.defect
    }
  }
}
