import { PLATFORM_ZONE_MINUTES, parseDateTime } from '@backlot/contract/time'
import { WIRE_NAMES, WIRES, type WireName } from '@backlot/contract/wires/wires'
import { z } from 'zod'
import { type ArchiveTarget, readArchiveAddress } from '../archive/archive-address.ts'
import { allowEntryFault } from '../areas/alarm-push/allow-list.ts'
import { readClusterAddress } from '../cluster/cluster-address.ts'
import { CONNECTIONS_PER_ADDRESS, DEFAULT_PASSWORD } from '../kernel/defaults.ts'
import { LOG_LEVELS } from '../kernel/log.ts'
import { isLoopbackHost } from '../kernel/loopback-address.ts'
import { StartError } from '../kernel/start-error.ts'
import type { FetchFfmpeg } from '../media/ffmpeg-locate.ts'
import type { GivenKinds } from '../scenario/read-kinds.ts'
import type { ScenarioObject } from '../scenario/scenario-spec.ts'
import { isClockMoment } from '../timeline/clock-segment.ts'
import { readUplinkOrder } from './gb28181/uplink-order.ts'
import { optionalPort, port, portRange, whole } from './option-types.ts'
import { WIRE_OPTIONS } from './wires/wire-options.ts'

/** The port of RTSP that needs no rights; 554, the standard's own, does. */
export const RTSP_PORT = 8554
/** The number of the standard. */
const JT1078_PORT = 1078

/** The port of the cameras' ONVIF services, beside that of RTSP. */
export const ONVIF_PORT = 8555

/** The port of SIP (RFC 3261, 18), which GB/T 28181 uses too. */
export const GB28181_PORT = 5060

const LOOPBACK_INTERFACE = '127.0.0.1'

const allowList = z.array(
  z.string().check((given) => {
    const wrong = allowEntryFault(given.value)
    if (wrong) given.issues.push({ code: 'custom', message: wrong, input: given.value })
  }),
)

const Options = z.strictObject({
  /** HTTP, console, real-time channel and streams; 0 picks a free one. */
  port: port.default(8080),
  host: z.string().min(1).max(255).default('127.0.0.1'),
  /** Folder of the database and uploads, or `:memory:`. */
  data: z.string().min(1).default('.backlot'),
  /** File of a snapshot that a new data folder begins with. */
  snapshot: z.string().min(1).optional(),
  /** The world's seed. */
  seed: whole(0, 4_294_967_295).optional(),
  /** Scenario of the fleet, users and groups: a file (YAML), a shipped name, or the content of a file. */
  scenario: z
    .union([
      z.string().min(1),
      z.custom<ScenarioObject>((given) => typeof given === 'object' && given !== null, 'must be a scenario'),
    ])
    .optional(),
  /** Kind files, folders of such files, or kinds as objects (docs/kind-files.md). */
  kinds: z
    .union([
      z
        .string()
        .min(1)
        .transform((path): GivenKinds => [path]),
      z.custom<GivenKinds>(
        (given) =>
          Array.isArray(given) &&
          given.every(
            (one) => (typeof one === 'string' && one !== '') || (typeof one === 'object' && one !== null),
          ),
        'must be files, folders or kinds',
      ),
    ])
    .default([]),
  /** Whether the timeline of that scenario is played. */
  timeline: z.stringbool().or(z.boolean()).default(true),
  /** RTMP ingest; 0 picks a free port, null is off. Left out: 1935, or a free one when port is 0. */
  rtmpPort: optionalPort,
  /** The cameras' RTSP server; 0 picks a free port, null is off. Left out: 8554, or a free one when port is 0. */
  rtspPort: optionalPort,
  /** The cameras' ONVIF services; 0 picks a free port, null is off. Left out: 8555, or a free one when port is 0. */
  onvifPort: optionalPort,
  /** Ports `first-last` of which each camera gets one besides, in the order of the cameras; left out: none. */
  onvifPorts: portRange.optional(),
  /**
   * Address of the network interface on which cameras are discovered, null: on none. Left out: the loopback interface
   * when `host` is on it, unless ports are free ones.
   */
  onvifDiscovery: z
    .union([
      z.null(),
      z.literal('off').transform(() => null),
      z.ipv4('write an IPv4 address of this machine, or off'),
    ])
    .optional(),
  /** SIP server for devices of GB/T 28181, UDP and TCP; 0 picks a free port, null is off. Left out: 5060, or a free one. */
  gb28181Port: optionalPort,
  /** 20 digits of that server; the first ten are its domain and the realm. */
  gb28181Id: z
    .string()
    .regex(/^\d{20}$/, 'write 20 digits')
    .default('34020000002000000001'),
  /**
   * How pictures of those devices come: over UDP, over TCP connections that the devices open, or over those that the
   * platform opens.
   */
  gb28181Media: z.enum(['udp', 'tcp', 'tcp-active']).default('udp'),
  /** Ports `first-last` of the platform that they come to, a pair for each stream; left out: any free ones. */
  gb28181MediaPorts: portRange
    .refine(
      ({ first, last }) => last - first >= 2,
      'write first-last with room for a pair, such as 30000-30999',
    )
    .optional(),
  /** Platform of GB/T 28181 that our own cameras register at: gb28181://host:port?…; left out: none. */
  gb28181To: z
    .string()
    .transform((text, context) => {
      const order = readUplinkOrder(text)
      if (typeof order !== 'string') return order
      context.issues.push({ code: 'custom', message: order, input: text })
      return z.NEVER
    })
    .optional(),
  /**
   * Password of the cameras' own account, `admin`, for those who read their streams from them, and of devices that
   * register by GB/T 28181. Left out: that of the demo accounts.
   */
  devicePassword: z.string().min(4).max(32).optional(),
  ...WIRE_OPTIONS,
  /** Whether devices that nobody knows are taken in as new ones. */
  discover: z
    .boolean()
    .or(z.enum(['on', 'off'], 'write on or off').transform((text) => text === 'on'))
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
  /** Hosts, addresses and networks that alarms may be pushed to, with a port or without; none without it. */
  pushAllow: allowList.default([]),
  /** Hosts, addresses and networks that devices may push streams to, with a port or without. */
  streamAllow: allowList.default(['localhost']),
  /** Hosts, addresses and networks whose cameras may be added, with a port or without. */
  cameraAllow: allowList.default(['localhost']),
  /** Days for which alarms are kept, with their history; older ones are removed. */
  alarmDays: whole(1, 180).default(180),
  /** Days for which positions and readings of foreign devices are kept. */
  reportDays: whole(1, 180).default(180),
  /** PostgreSQL that alarms, readings and positions flow on to: postgres://user@host/database?…; left out: none. */
  archive: z
    .string()
    .transform((text, context): ArchiveTarget => {
      const target = readArchiveAddress(text, process.env)
      if (typeof target !== 'string') return target
      // The address may have a password in it.
      context.issues.push({ code: 'custom', message: target, input: undefined })
      return z.NEVER
    })
    .optional(),
  /**
   * Platform time at which it begins, YYYY-MM-DD HH:mm:ss in its zone; the past and the world are those of that moment.
   * Left out: the host's time.
   */
  startAt: z.string().optional(),
  /** Days before the present that have their alarms when the platform is new. */
  pastDays: whole(0, 7).default(7),
  /** Whether the threads that draw pictures always run, or start when somebody may watch and end when idle. */
  video: z.enum(['at-once', 'when-asked']).default('when-asked'),
  zoneMinutes: whole(-840, 840).default(PLATFORM_ZONE_MINUTES),
  /** Asked for an ffmpeg when this machine has none; left out: cameras play sample clips then. */
  fetchFfmpeg: z.custom<FetchFfmpeg>((given) => typeof given === 'function', 'must be a function').optional(),
  /** Most encoders at a time; past it streams loop clips. */
  encoderBudget: whole(0, 256).optional(),
  /** Megabytes (of 1,000,000 bytes) and number of uploaded pictures that an account may keep, administrators too. */
  uploadMegabytes: whole(1, 1024).default(64),
  uploadCount: whole(1, 100_000).default(1000),
  /** Calls a second and session, on the average of ten seconds; null: as many as they like. */
  callRate: z.union([z.null(), whole(1, 1_000_000)]).default(500),
  /** Open sockets of one address on the HTTP ports; null: any number. Behind a proxy everybody is one address. */
  connectionsPerAddress: z.union([z.null(), whole(1, 1_000_000)]).default(CONNECTIONS_PER_ADDRESS),
  /** Redis where workers and edges join this platform: redis://host:port?cluster=name; left out: none. */
  redis: z
    .string()
    .transform((text, context) => {
      const address = readClusterAddress(text, 'environment', process.env)
      if (typeof address !== 'string') return address
      context.issues.push({ code: 'custom', message: address, input: '' })
      return z.NEVER
    })
    .optional(),
  /** Where they reach it; left out: at its own address. */
  clusterUrl: z.url({ protocol: /^https?$/, error: 'write http://host:port' }).optional(),
  /** File of this platform's deviations from its contract, on purpose (docs/check.md). */
  deviations: z.string().min(1).optional(),
  /** Parse every reply by the contract and fail loudly when it does not fit (tests). */
  checkReplies: z.stringbool().or(z.boolean()).default(false),
})

/** Options of a simulator; everything has a default. */
export type SimulatorOptions = z.input<typeof Options>
export type Config = Omit<
  z.output<typeof Options>,
  'seed' | 'rtmpPort' | 'rtspPort' | 'onvifPort' | 'onvifDiscovery' | 'gb28181Port' | 'devicePassword'
> & {
  /** Undefined: the data folder's own, or the default for a new one. */
  seed: number | undefined
  rtmpPort: number | null
  rtspPort: number | null
  onvifPort: number | null
  onvifDiscovery: string | null
  gb28181Port: number | null
  devicePassword: string
}

/** Checks options and fills defaults in. Throws a StartError that names the option. */
export function parseConfig(options: SimulatorOptions): Config {
  const parsed = Options.safeParse(options)
  if (!parsed.success) throw new StartError(describeIssue(parsed.error.issues[0]))
  const config = parsed.data
  if (!isLoopbackHost(config.host) && config.password === DEFAULT_PASSWORD) {
    throw new StartError(
      `Refusing to listen on ${config.host} with the default password. Set --password (or BACKLOT_PASSWORD), or use --host 127.0.0.1.`,
    )
  }
  startMsOf(config)
  const rtspPort = portOf(config, config.rtspPort, RTSP_PORT)
  const devicePassword = config.devicePassword ?? config.password
  const onvifPort = portOf(config, config.onvifPort, ONVIF_PORT)
  const gb28181Port = portOf(config, config.gb28181Port, GB28181_PORT)
  const isOpen = rtspPort !== null || onvifPort !== null || gb28181Port !== null
  if (!isLoopbackHost(config.host) && isOpen && devicePassword === DEFAULT_PASSWORD) {
    throw new StartError(
      `Refusing to serve cameras on ${config.host} with the default password. Set --device-password (or BACKLOT_DEVICE_PASSWORD), or use --rtsp off, --onvif off and --gb28181 off.`,
    )
  }
  const usualInterface = isLoopbackHost(config.host) && config.port !== 0 ? LOOPBACK_INTERFACE : null
  const onvifDiscovery = config.onvifDiscovery === undefined ? usualInterface : config.onvifDiscovery
  const rtmpPort = portOf(config, config.rtmpPort, 1935)
  return {
    ...config,
    seed: config.seed,
    rtmpPort,
    rtspPort,
    onvifPort,
    onvifDiscovery,
    gb28181Port,
    devicePassword,
  }
}

/** Port of a wire's gateway; null when it is off. */
export function wirePortOf(config: Pick<Config, 'port' | `${WireName}Port`>, wire: WireName): number | null {
  return portOf(config, config[`${wire}Port`], WIRES[wire].port)
}

/** Port for sound and pictures of terminals; null when it, or the gateway that asks for them, is off. */
export function jt1078PortOf(config: Pick<Config, 'port' | `${WireName}Port` | 'jt1078Port'>): number | null {
  return wirePortOf(config, 'jt808') === null ? null : portOf(config, config.jt1078Port, JT1078_PORT)
}

const portOf = (config: { port: number }, given: number | null | undefined, usual: number) =>
  given === undefined ? (config.port === 0 ? 0 : usual) : given

/** The moment of `startAt`, epoch milliseconds; undefined without one. Throws a StartError when it is none. */
export function startMsOf({
  startAt,
  zoneMinutes,
}: Pick<z.output<typeof Options>, 'startAt' | 'zoneMinutes'>): number | undefined {
  if (startAt === undefined) return undefined
  const startMs = parseDateTime(startAt, zoneMinutes)
  if (startMs === undefined || !isClockMoment(startMs))
    throw new StartError(
      `--start-at ${startAt}: write a time from 2020 to 2049, such as '2026-11-20 10:00:00'.`,
    )
  return startMs
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

/** Options whose flag is called otherwise. */
const FLAGS: Readonly<Record<string, string>> = Object.fromEntries(
  [...WIRE_NAMES, 'jt1078', 'rtsp', 'onvif', 'gb28181', 'mqtt', 'modbus'].map((wire) => [
    `${wire}Port`,
    `--${wire}`,
  ]),
)
const flagOf = (name: string) =>
  FLAGS[name] ?? `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
