import { Command } from 'commander'
import { saidSize } from '../capture/byte-size.ts'
import { createReplayServer, type Replay } from '../capture/replay/create-replay-server.ts'
import type { Miss } from '../capture/replay/misses.ts'
import { writeStaticReplay } from '../capture/replay/write-static-replay.ts'
import { collect } from '../collect.ts'
import { untilSignal } from '../console-server/platform-flags.ts'
import { EXIT } from '../exit-codes.ts'
import { numberOf } from '../parse-number.ts'
import { UserError } from '../user-error.ts'

type Flags = {
  speed: string
  loop?: boolean
  lenient?: boolean
  seed?: string
  port: string
  host: string
  allowedHost?: string[]
  failOnMiss?: boolean
  static?: string
  json?: boolean
}

const SPEED_MIN = 0.1
const SPEED_MAX = 100
const SEED_MAX = 4_294_967_295

export function replayCommand(): Command {
  return new Command('replay')
    .description('serve the console with a recorded platform session')
    .argument('<capture>', 'folder that backlot record wrote')
    .option('--speed <n>', `recorded seconds per second, ${SPEED_MIN} to ${SPEED_MAX}`, '1')
    .option('--loop', 'restart at the end')
    .option('--lenient', 'let a simulator answer what was not recorded (default: answer 404)')
    .option('--seed <n>', 'seed of that simulator')
    .option('--fail-on-miss', 'end with 1 when a request had no recorded answer')
    .option('--port <n>', 'port of the console; 0 picks a free one', '8081')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--allowed-host <name>', 'another Host name to accept (repeatable)', collect)
    .option('--static <folder>', 'write a folder that any static web server serves, instead of serving it')
    .option('--json', 'print one line of JSON when ready and one at the end')
    .addHelpText(
      'after',
      `
Examples:
  $ backlot replay capture/
  $ backlot replay capture/ --speed 4 --loop
  $ backlot replay capture/ --fail-on-miss --json
  $ backlot replay capture/ --static out/

The recorded account signs in with any password and any code.`,
    )
    .action(async (folder: string, flags: Flags, command: Command) => {
      if (flags.static !== undefined) return writeFolder(folder, flags.static, flags, command)
      if (flags.seed !== undefined && !flags.lenient) throw new UserError('--seed needs --lenient.')
      const whole = (flag: string, text: string, max: number) =>
        numberOf(flag, text, { min: 0, max, whole: true })
      const replay = await createReplayServer({
        folder,
        host: flags.host,
        port: whole('--port', flags.port, 65_535),
        allowedHosts: flags.allowedHost ?? [],
        speed: speedOf(flags),
        loop: flags.loop ?? false,
        lenient: flags.lenient
          ? { seed: flags.seed === undefined ? undefined : whole('--seed', flags.seed, SEED_MAX) }
          : undefined,
        onMiss: (miss) => flags.json || process.stdout.write(`  ${missText(miss)}\n`),
      })
      const { url, accounts, remarks } = replay
      const signal = untilSignal()
      process.stdout.write(
        flags.json
          ? `${JSON.stringify({ url, accounts, remarks, pid: process.pid })}\n`
          : greeting(folder, replay),
      )
      await signal
      const misses = replay.misses()
      await replay[Symbol.asyncDispose]()
      process.stdout.write(flags.json ? `${JSON.stringify({ misses })}\n` : `${ending(misses).join('\n')}\n`)
      const missed = misses.some(({ answeredBy }) => answeredBy === 'nobody')
      process.exit(flags.failOnMiss && missed ? EXIT.verdict : EXIT.done)
    })
}

const speedOf = ({ speed }: Flags) => numberOf('--speed', speed, { min: SPEED_MIN, max: SPEED_MAX })

/** Options of a server, which a folder has none of. */
const OF_SERVERS = ['lenient', 'seed', 'failOnMiss', 'port', 'host', 'allowedHost']

async function writeFolder(folder: string, output: string, flags: Flags, command: Command): Promise<void> {
  const given = OF_SERVERS.filter((name) => command.getOptionValueSource(name) === 'cli')
  const [first] = command.options.filter((option) => given.includes(option.attributeName()))
  if (first)
    throw new UserError(
      `${first.long} is an option of the server: it does not go with --static. Leave it out.`,
    )
  const written = await writeStaticReplay({
    folder,
    output,
    speed: speedOf(flags),
    loop: flags.loop ?? false,
  })
  const { accounts, remarks, consoleBytes, recordingBytes } = written
  process.stdout.write(
    flags.json
      ? `${JSON.stringify({ folder: output, accounts, remarks, consoleBytes, recordingBytes })}\n`
      : `
  Folder     ${output}, ${saidSize(consoleBytes)} of console and ${saidSize(recordingBytes)} of recording
${about(folder, written)}
  Serve it over https, or from localhost, with any static web server. It contains the platform's data: look
  through it before you publish it.
`,
  )
}

function greeting(folder: string, replay: Replay): string {
  return `
  Console    ${replay.url}
${about(folder, replay)}
  Ctrl+C ends it.
`
}

/** Lines about a recording. */
function about(
  folder: string,
  { capture, accounts, remarks }: Pick<Replay, 'capture' | 'accounts' | 'remarks'>,
) {
  const signIn =
    accounts.length > 0 ? `${accounts.join(' or ')}, with any password and any code` : 'no recorded account'
  return `  Recording  ${folder}, ${Math.round(capture.lengthMs / 1000)} s of ${capture.manifest.platform} from ${new Date(capture.manifest.beganMs).toISOString()}
  Sign in    ${signIn}
${remarks.map((remark) => `  Note       ${remark}\n`).join('')}`
}

const missText = ({ asked, answeredBy }: Miss) =>
  answeredBy === 'simulator' ? `Answered by the simulator: ${asked}` : `Not recorded: ${asked}`

function ending(misses: readonly Miss[]): string[] {
  if (misses.length === 0) return ['', '  All requests were in the recording.']
  return ['', ...misses.map((miss) => `  ${missText(miss)}${miss.count > 1 ? ` (${miss.count} times)` : ''}`)]
}
