import { StartError } from '@backlot/simulator/kernel/start-error'
import { Command, CommanderError } from 'commander'
import { EXIT } from './exit-codes.ts'
import { UserError } from './user-error.ts'

/** Commands that serve something: their failures are failed starts. */
const STARTERS = ['start', 'console', 'edge', 'record', 'replay', 'worker']

/** Every command, in the order of the help. Its dependencies (a whole simulator, for some) are loaded on demand. */
const COMMANDS: Readonly<Record<string, (program: Command) => Promise<Command>>> = {
  start: async () => (await import('./commands/start.ts')).startCommand(),
  console: async () => (await import('./commands/console.ts')).consoleCommand(),
  simulate: async () => (await import('./commands/simulate.ts')).simulateCommand(),
  edge: async () => (await import('./commands/edge.ts')).edgeCommand(),
  record: async () => (await import('./commands/record.ts')).recordCommand(),
  replay: async () => (await import('./commands/replay.ts')).replayCommand(),
  check: async () => (await import('./commands/check.ts')).checkCommand(),
  status: async () => (await import('./commands/status.ts')).statusCommand(),
  control: async () => (await import('./commands/control.ts')).controlCommand(),
  clock: async () => (await import('./commands/clock.ts')).clockCommand(),
  snapshot: async () => (await import('./commands/snapshot.ts')).snapshotCommand(),
  run: async () => (await import('./commands/run.ts')).runCommand(),
  'check-scenario': async () => (await import('./commands/check-scenario.ts')).checkScenarioCommand(),
  storm: async () => (await import('./commands/storm.ts')).stormCommand(),
  fleet: async () => (await import('./commands/fleet.ts')).fleetCommand(),
  alarm: async () => (await import('./commands/alarm.ts')).alarmCommand(),
  wire: async () => (await import('./commands/wire.ts')).wireCommand(),
  kind: async () => (await import('./commands/kind.ts')).kindCommand(),
  track: async () => (await import('./commands/track.ts')).trackCommand(),
  device: async () => (await import('./commands/device.ts')).deviceCommand(),
  devices: async () => (await import('./commands/devices.ts')).devicesCommand(),
  weather: async () => (await import('./commands/weather.ts')).weatherCommand(),
  fault: async () => (await import('./commands/fault.ts')).faultCommand(),
  worker: async () => (await import('./commands/worker.ts')).workerCommand(),
  workers: async () => (await import('./commands/workers.ts')).workersCommand(),
  load: async () => (await import('./commands/load.ts')).loadCommand(),
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand(),
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  completion: async (program) => (await import('./commands/completion.ts')).completionCommand(program),
}

/** The program with all its commands, or with those that are named. */
export async function createProgram(names: readonly string[] = Object.keys(COMMANDS)): Promise<Command> {
  const program = new Command('backlot')
    .description("A complete field-device platform on one laptop, with its operator's console.")
    .version('0.1.0')
  for (const name of names) program.addCommand(await COMMANDS[name]!(program))
  return program
}

/** The commands that have to be there for these words: most calls are of one, help and completion are about all. */
function wanted([first]: readonly string[]): readonly string[] | undefined {
  if (first === '--version' || first === '-V') return []
  return first !== undefined && first !== 'completion' && Object.hasOwn(COMMANDS, first) ? [first] : undefined
}

/** Commander's refusals become mistakes that name the help of the command they belong to. */
function throwMistakes(command: Command, path: string): void {
  command.configureOutput({ outputError: () => {} }).exitOverride((error) => {
    if (error.exitCode === 0) throw error
    // Without a subcommand commander has printed the help.
    if (error.code === 'commander.help') throw new UserError(`Give one of the commands of '${path}' above.`)
    const line = error.message.replace(/^error: /, '').replace(/\n/g, ' ')
    throw new UserError(`${line} (see '${path} --help')`)
  })
  for (const child of command.commands) throwMistakes(child, `${path} ${child.name()}`)
}

/** Runs the program and sets its exit code (exit-codes.ts). A mistake is one line on standard error. */
export async function main(args: readonly string[]): Promise<void> {
  const program = await createProgram(wanted(args))
  throwMistakes(program, 'backlot')
  try {
    await program.parseAsync([...args], { from: 'user' })
  } catch (error) {
    // The help was requested.
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

/** Whether an error is the user's to mend rather than ours. */
function isUsersMistake(error: unknown): error is Error {
  return error instanceof UserError || error instanceof StartError
}
