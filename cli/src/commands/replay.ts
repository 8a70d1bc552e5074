import { Command } from 'commander'
import { createReplayServer, type Replay } from '../capture/replay/create-replay-server.ts'
import type { Miss } from '../capture/replay/misses.ts'
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
  json?: boolean
}

const SPEED_MIN = 0.1
const SPEED_MAX = 100
const SEED_MAX = 4_294_967_295
const collect = (value: string, earlier: string[] = []) => [...earlier, value]

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
    .option('--json', 'print one line of JSON when ready and one at the end')
    .addHelpText(
      'after',
      `
Examples:
  $ backlot replay capture/
  $ backlot replay capture/ --speed 4 --loop
  $ backlot replay capture/ --fail-on-miss --json

The recorded account signs in with any password and any code.`,
    )
    .action(async (folder: string, flags: Flags) => {
      if (flags.seed !== undefined && !flags.lenient) throw new UserError('--seed needs --lenient.')
      const whole = (flag: string, text: string, max: number) =>
        numberOf(flag, text, { min: 0, max, whole: true })
      const replay = await createReplayServer({
        folder,
        host: flags.host,
        port: whole('--port', flags.port, 65_535),
        allowedHosts: flags.allowedHost ?? [],
        speed: numberOf('--speed', flags.speed, { min: SPEED_MIN, max: SPEED_MAX }),
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

function greeting(folder: string, { url, capture, accounts, remarks }: Replay): string {
  const signIn =
    accounts.length > 0 ? `${accounts.join(' or ')}, with any password and any code` : 'no recorded account'
  return `
  Console    ${url}
  Recording  ${folder}, ${Math.round(capture.lengthMs / 1000)} s of ${capture.manifest.platform} from ${new Date(capture.manifest.beganMs).toISOString()}
  Sign in    ${signIn}
${remarks.map((remark) => `  Note       ${remark}\n`).join('')}
  Ctrl+C ends it.
`
}

const missText = ({ asked, answeredBy }: Miss) =>
  answeredBy === 'simulator' ? `Answered by the simulator: ${asked}` : `Not recorded: ${asked}`

function ending(misses: readonly Miss[]): string[] {
  if (misses.length === 0) return ['', '  All requests were in the recording.']
  return ['', ...misses.map((miss) => `  ${missText(miss)}${miss.count > 1 ? ` (${miss.count} times)` : ''}`)]
}
