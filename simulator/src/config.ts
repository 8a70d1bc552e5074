import { parseArgs } from 'node:util'
import { PLATFORM_ZONE_MINUTES } from '@backlot/contract/time'
import { z } from 'zod'
import { isLoopbackHost } from './http/loopback-address.ts'
import { StartError } from './start-error.ts'

/** Password of every demo account unless the program is told another one. Refused off loopback. */
export const DEFAULT_PASSWORD = 'Backlot@2026'
/** A data folder of this name is a temporary one, removed at the end. */
export const MEMORY_DATA = ':memory:'
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** A whole number, or its decimal text: `--port ""` and `--port 80x` are mistakes, not zero. */
const whole = (min: number, max: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d+$/, 'must be a whole number')
        .transform(Number),
    ])
    .pipe(z.number().int().min(min).max(max))
const port = whole(0, 65_535)

const Options = z.strictObject({
  /** HTTP, console, real-time channel and streams; 0 picks a free one. */
  port: port.default(8080),
  host: z.string().min(1).max(255).default('127.0.0.1'),
  /** Folder of the database and uploads, or `:memory:`. */
  data: z.string().min(1).default('.backlot'),
  /** The world's seed. */
  seed: whole(0, 4_294_967_295).optional(),
  /** Scenario file (YAML) of the fleet, users and groups. */
  scenario: z.string().min(1).optional(),
  /** RTMP ingest; 0 picks a free port, null is off. Left out: 1935, or a free one when port is 0. */
  rtmpPort: z.union([z.null(), port]).optional(),
  /** JT/T 808 over TCP; 0 picks a free port, null is off. Left out: 8808, or a free one when port is 0. */
  jt808Port: z.union([z.null(), port]).optional(),
  /** HJ 212 over TCP; 0 picks a free port, null is off. Left out: 8212, or a free one when port is 0. */
  hj212Port: z.union([z.null(), port]).optional(),
  /** Units of stations' values: what the field sends (dust in µg/m³) or the letter of the standard (ng/m³). */
  hj212Units: z.enum(['field', 'standard']).default('field'),
  /** Whether devices that nobody knows are taken in as new ones. */
  discover: z
    .enum(['on', 'off'])
    .transform((text) => text === 'on')
    .or(z.boolean())
    .default(true),
  /** Password of the demo accounts in place of the default one. */
  password: z.string().min(4).max(32).default(DEFAULT_PASSWORD),
  logLevel: z.enum(LOG_LEVELS).default('warn'),
  /** Token of the control API; a random one when left out. */
  controlToken: z.string().min(16).max(256).optional(),
  /** Built console to serve; left out: console/dist beside the simulator. */
  consoleFolder: z.string().min(1).optional(),
  projectName: z.string().min(1).max(64).default('backlot'),
  /** Further Host names that are answered. */
  allowedHosts: z.array(z.string().min(1).max(255)).default([]),
  /** Further origins (scheme://host:port) that may write, e.g. a development server. */
  allowedOrigins: z.array(z.url()).default([]),
  zoneMinutes: whole(-840, 840).default(PLATFORM_ZONE_MINUTES),
  /** Most encoders at a time; past it streams loop clips. */
  encoderBudget: whole(0, 256).optional(),
  /** Parse every reply by the contract and fail loudly when it does not fit (tests). */
  checkReplies: z.stringbool().or(z.boolean()).default(false),
})

/** What a caller may say about a simulator; everything has a default. */
export type SimulatorOptions = z.input<typeof Options>
export type Config = Omit<z.output<typeof Options>, 'seed' | 'rtmpPort' | 'jt808Port' | 'hj212Port'> & {
  /** Undefined: the data folder's own, or the default for a new one. */
  seed: number | undefined
  rtmpPort: number | null
  jt808Port: number | null
  hj212Port: number | null
}

/** The seed of a new world when none is given. */
export const DEFAULT_SEED = 20_260

/** Checks options and fills defaults in. Throws a StartError that names the option. */
export function parseConfig(options: SimulatorOptions): Config {
  const parsed = Options.safeParse(options)
  if (!parsed.success) throw new StartError(describeIssue(parsed.error.issues[0]))
  const config = parsed.data
  if (!isLoopbackHost(config.host) && config.password === DEFAULT_PASSWORD) {
    throw new StartError(
      `Refusing to listen on ${config.host} with the default password: give --password (or BACKLOT_PASSWORD), or use --host 127.0.0.1.`,
    )
  }
  const portOf = (given: number | null | undefined, usual: number) =>
    given === undefined ? (config.port === 0 ? 0 : usual) : given
  const rtmpPort = portOf(config.rtmpPort, 1935)
  const jt808Port = portOf(config.jt808Port, 8808)
  const hj212Port = portOf(config.hj212Port, 8212)
  return { ...config, seed: config.seed, rtmpPort, jt808Port, hj212Port }
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'Invalid options.'
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.map((issues) => issues[0]).findLast((found) => found !== undefined)
    return describeIssue(inner && { ...inner, path: [...issue.path, ...inner.path] })
  }
  if (issue.code === 'unrecognized_keys') return `Unknown option: ${issue.keys.join(', ')}. Try --help.`
  return `Option ${flagOf(String(issue.path[0] ?? ''))}: ${issue.message}.`
}

const flagOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const FLAGS = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  seed: { type: 'string' },
  scenario: { type: 'string' },
  'rtmp-port': { type: 'string' },
  jt808: { type: 'string' },
  hj212: { type: 'string' },
  'hj212-units': { type: 'string' },
  discover: { type: 'string' },
  password: { type: 'string' },
  'log-level': { type: 'string' },
  'control-token': { type: 'string' },
  'console-folder': { type: 'string' },
  'project-name': { type: 'string' },
  'allowed-host': { type: 'string', multiple: true },
  'allowed-origin': { type: 'string', multiple: true },
  'zone-minutes': { type: 'string' },
  'encoder-budget': { type: 'string' },
  'check-replies': { type: 'boolean' },
  json: { type: 'boolean' },
} as const

/**
 * Options from command-line arguments and `BACKLOT_*` environment variables (arguments win). `json` asks for one line
 * of JSON when ready. Throws a StartError on an unknown option or a value too many.
 */
export function optionsFrom(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): { options: SimulatorOptions; json: boolean } {
  let values: ReturnType<typeof readFlags>
  try {
    values = readFlags(argv)
  } catch (error) {
    const line = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
    throw new StartError(line.replace(/\. To specify a positional.*$/, '.'), { cause: error })
  }
  const pick = (flag: Exclude<keyof typeof FLAGS, 'allowed-host' | 'allowed-origin' | 'json'>) => {
    const value = values[flag]
    return value === undefined
      ? environment[`BACKLOT_${flag.toUpperCase().replaceAll('-', '_')}`]
      : String(value)
  }
  const listOf = (text: string | undefined) => text?.split(',').filter((part) => part !== '')
  const rtmp = pick('rtmp-port')
  const jt808 = pick('jt808')
  const hj212 = pick('hj212')
  const options = {
    port: pick('port'),
    host: pick('host'),
    data: pick('data'),
    seed: pick('seed'),
    scenario: pick('scenario'),
    rtmpPort: rtmp === 'off' ? null : rtmp,
    jt808Port: jt808 === 'off' ? null : jt808,
    hj212Port: hj212 === 'off' ? null : hj212,
    hj212Units: pick('hj212-units'),
    discover: pick('discover'),
    password: pick('password'),
    logLevel: pick('log-level'),
    controlToken: pick('control-token'),
    consoleFolder: pick('console-folder'),
    projectName: pick('project-name'),
    allowedHosts: values['allowed-host'] ?? listOf(environment['BACKLOT_ALLOWED_HOSTS']),
    allowedOrigins: values['allowed-origin'] ?? listOf(environment['BACKLOT_ALLOWED_ORIGINS']),
    zoneMinutes: pick('zone-minutes'),
    encoderBudget: pick('encoder-budget'),
    checkReplies: pick('check-replies'),
  }
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  return { options: given as SimulatorOptions, json: values.json ?? false }
}

function readFlags(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options: FLAGS, strict: true, allowPositionals: false }).values
}
