import { createSimulator, type Simulator, type SimulatorOptions } from '@backlot/simulator/create-simulator'
import { Command } from 'commander'
import { verdictLine } from '../scenario/run-lines.ts'
import { UserError } from '../user-error.ts'

type StartOptions = {
  port?: string
  host?: string
  data?: string
  seed?: string
  scenario?: string
  timeline: boolean
  rtmpPort?: string
  rtmp: boolean
  jt808?: string
  hj212?: string
  hj212Units?: string
  discover?: string
  password?: string
  controlToken?: string
  logLevel?: string
  encoderBudget?: string
  allowedHost?: string[]
  allowedOrigin?: string[]
  checkReplies?: boolean
  json?: boolean
}

/** Ctrl+C ends everything well within three seconds. */
const STOP_WITHIN_MS = 2500

const collect = (value: string, earlier: string[] = []) => [...earlier, value]

function wholeNumber(flag: string, text: string | undefined, environment: string): number | undefined {
  const given = text ?? process.env[environment]
  if (given === undefined) return undefined
  if (!/^\d{1,10}$/.test(given)) throw new UserError(`${flag} ${given}: a whole number is wanted.`)
  return Number(given)
}

/** A port, or `off`. */
function portOrOff(flag: string, text: string | undefined, environment: string): number | null | undefined {
  return (text ?? process.env[environment]) === 'off' ? null : wholeNumber(flag, text, environment)
}

/** What `createSimulator` is asked for: flags first, then BACKLOT_* variables; what is left out has its default there. */
function toOptions(flags: StartOptions): SimulatorOptions {
  const env = process.env
  const rtmpPort = flags.rtmp ? wholeNumber('--rtmp-port', flags.rtmpPort, 'BACKLOT_RTMP_PORT') : null
  const asked: Record<string, unknown> = {
    port: wholeNumber('--port', flags.port, 'BACKLOT_PORT'),
    host: flags.host ?? env.BACKLOT_HOST,
    data: flags.data ?? env.BACKLOT_DATA,
    seed: wholeNumber('--seed', flags.seed, 'BACKLOT_SEED'),
    scenario: flags.scenario ?? env.BACKLOT_SCENARIO,
    timeline: flags.timeline ? env.BACKLOT_TIMELINE : false,
    rtmpPort,
    jt808Port: portOrOff('--jt808', flags.jt808, 'BACKLOT_JT808'),
    hj212Port: portOrOff('--hj212', flags.hj212, 'BACKLOT_HJ212'),
    hj212Units: flags.hj212Units ?? env.BACKLOT_HJ212_UNITS,
    discover: flags.discover ?? env.BACKLOT_DISCOVER,
    password: flags.password ?? env.BACKLOT_PASSWORD,
    controlToken: flags.controlToken ?? env.BACKLOT_CONTROL_TOKEN,
    logLevel: flags.logLevel ?? env.BACKLOT_LOG_LEVEL,
    encoderBudget: wholeNumber('--encoder-budget', flags.encoderBudget, 'BACKLOT_ENCODER_BUDGET'),
    allowedHosts: flags.allowedHost,
    allowedOrigins: flags.allowedOrigin,
    checkReplies: flags.checkReplies ?? env.BACKLOT_CHECK_REPLIES,
  }
  return Object.fromEntries(
    Object.entries(asked).filter(([, value]) => value !== undefined),
  ) as SimulatorOptions
}

function timelineText({ timeline }: Simulator): string {
  if (!timeline) return 'none is played'
  const { scenario, state, begun, entries } = timeline.progress()
  return `${scenario}, ${state === 'over' ? 'over' : `${begun} of ${entries} entries begun`}; see backlot status`
}

function greeting(simulator: Simulator): string {
  return `
  Backlot is ready.

  Console    ${simulator.url}
  Sign in    ${simulator.signIn.loginName} / ${simulator.signIn.password}
  Devices    ${simulator.deviceCount}, seed ${simulator.seed}
  Control    ${simulator.control}   (token in ${simulator.dataFolder}/control.json)
  Streams    ${simulator.media}
  RTMP       ${simulator.rtmp ?? 'off'}
  HJ 212     ${simulator.hj212 ?? 'off'}
  JT/T 808   ${simulator.jt808 ?? 'off'}
  Timeline   ${timelineText(simulator)}
  ffmpeg     ${simulator.ffmpeg ?? 'none found: cameras play pre-encoded clips (install ffmpeg, or set FFMPEG_PATH)'}

  Next, in another terminal:
    npx backlot status
    npx backlot storm alarms --rate 20 --for 10s
    npx backlot clock jump '+6h'

  Ctrl+C ends it.
`
}

/** Waits for SIGINT or SIGTERM, or for a vital part to die. */
function ending(simulator: Simulator): Promise<'signal' | Error> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve('signal'))
    process.once('SIGTERM', () => resolve('signal'))
    simulator.failed.then(resolve)
  })
}

export function startCommand(): Command {
  return new Command('start')
    .description('start the platform, its devices and the console')
    .option('--port <n>', 'HTTP, console, channel and streams; 0 picks free ports everywhere (default: 8080)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--data <folder>', "data folder, or ':memory:' for a temporary one (default: .backlot)")
    .option('--seed <n>', 'seed of a new world')
    .option(
      '--scenario <file>',
      'fleet, users and groups, and a timeline that is played; a file or a shipped name (default: the demo, without)',
    )
    .option('--no-timeline', 'do not play the timeline of the scenario')
    .option('--rtmp-port <n>', 'RTMP ingest (default: 1935)')
    .option('--no-rtmp', 'no RTMP ingest')
    .option('--hj212 <port>', 'HJ 212 over TCP, or off (default: 8212)')
    .option('--hj212-units <name>', 'units of stations: field (dust in µg/m³, default) or standard (ng/m³)')
    .option('--discover <on|off>', 'take unknown devices of the wires in (default: on)')
    .option('--jt808 <port>', 'JT/T 808 over TCP, or off (default: 8808)')
    .option('--password <text>', "password of the demo's accounts")
    .option('--control-token <text>', 'token of the control API (default: random)')
    .option('--encoder-budget <n>', 'most video encoders at a time')
    .option('--allowed-host <name>', 'a further Host name to answer (repeatable)', collect)
    .option('--allowed-origin <origin>', 'a further web origin that may write (repeatable)', collect)
    .option('--check-replies', 'parse every reply by the contract too; a misfit is a failure (for tests)')
    .option('--log-level <level>', 'fatal, error, warn, info, debug, trace or silent')
    .option('--json', 'when ready, print one line of JSON with all addresses and nothing else')
    .addHelpText(
      'after',
      '\nExamples:\n  $ backlot start\n  $ backlot start --port 0 --data :memory: --seed 7 --json\n  $ backlot start --scenario gas-leak --data .backlot-leak',
    )
    .action(async (flags: StartOptions) => {
      const simulator = await createSimulator(toOptions(flags))
      const end = ending(simulator)
      if (flags.json) {
        const { url, control, media, rtmp, hj212, jt808 } = simulator
        process.stdout.write(
          `${JSON.stringify({ url, control, media, rtmp, hj212, jt808, pid: process.pid })}\n`,
        )
      } else {
        process.stdout.write(greeting(simulator))
        simulator.timeline?.onVerdict((verdict) => process.stdout.write(`${verdictLine(verdict)}\n`))
      }
      const how = await end
      // Whatever hangs must not: what it holds is given back by the system.
      setTimeout(() => process.exit(how === 'signal' ? 0 : 2), STOP_WITHIN_MS).unref()
      await simulator[Symbol.asyncDispose]()
      if (how instanceof Error) throw how
      process.exit(0)
    })
}
