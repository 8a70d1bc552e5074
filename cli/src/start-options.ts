/** Options of `backlot start` for the simulator: flags first, then BACKLOT_* variables. */
import { WIRE_NAMES, type WireName } from '@backlot/contract/wires/wires'
import { hasPassword } from '@backlot/simulator/archive/archive-address'
import { readClusterAddress } from '@backlot/simulator/cluster/cluster-address'
import type { SimulatorOptions } from '@backlot/simulator/create-simulator'
import { readTargetAddress } from '@backlot/simulator/kernel/target-address'
import { requireOwnTarget } from './loopback-target.ts'
import { listOf } from './parse-number.ts'
import { UserError } from './user-error.ts'

export type StartFlags = Partial<Record<WireName, string>> & {
  port?: string
  host?: string
  data?: string
  seed?: string
  scenario?: string
  snapshot?: string
  kinds?: string[]
  timeline: boolean
  rtmpPort?: string
  rtmp: boolean
  rtsp?: string
  onvif?: string
  onvifPorts?: string
  onvifDiscovery?: string
  jt1078?: string
  jt1078Host?: string
  gb28181?: string
  gb28181Id?: string
  gb28181Media?: string
  gb28181To?: string
  iOwnThisTarget?: boolean
  gb28181MediaPorts?: string
  devicePassword?: string
  mqtt?: string
  mqttMapping?: string
  mqttTo?: string
  modbus?: string
  modbusPoll?: string
  hj212Units?: string
  hj212Unit?: string[]
  discover?: string
  password?: string
  controlToken?: string
  logLevel?: string
  encoderBudget?: string
  alarmDays?: string
  reportDays?: string
  archive?: string
  uploadMegabytes?: string
  uploadCount?: string
  startAt?: string
  pastDays?: string
  video?: string
  fetch: boolean
  callRate?: string
  connectionsPerAddress?: string
  allowedHost?: string[]
  pushAllow?: string[]
  streamAllow?: string[]
  cameraAllow?: string[]
  allowedOrigin?: string[]
  checkReplies?: boolean
  redis?: string
  clusterUrl?: string
  deviations?: string
  /** Folder for a page. */
  static?: string
  json?: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** Flags first, then BACKLOT_* variables; omitted ones have their defaults in the simulator. */
export function startOptions(flags: StartFlags, env: Environment): SimulatorOptions {
  const asked: Record<string, unknown> = {
    port: wholeNumber('--port', flags.port ?? env['BACKLOT_PORT']),
    host: flags.host ?? env['BACKLOT_HOST'],
    data: flags.data ?? env['BACKLOT_DATA'],
    seed: wholeNumber('--seed', flags.seed ?? env['BACKLOT_SEED']),
    snapshot: flags.snapshot ?? env['BACKLOT_SNAPSHOT'],
    scenario: flags.scenario ?? env['BACKLOT_SCENARIO'],
    kinds: flags.kinds ?? listOf(env['BACKLOT_KINDS']),
    timeline: flags.timeline ? env['BACKLOT_TIMELINE'] : false,
    rtmpPort: flags.rtmp ? numberOrOff('--rtmp-port', flags.rtmpPort ?? env['BACKLOT_RTMP_PORT']) : null,
    rtspPort: numberOrOff('--rtsp', flags.rtsp ?? env['BACKLOT_RTSP']),
    onvifPort: numberOrOff('--onvif', flags.onvif ?? env['BACKLOT_ONVIF']),
    onvifPorts: flags.onvifPorts ?? env['BACKLOT_ONVIF_PORTS'],
    onvifDiscovery: flags.onvifDiscovery ?? env['BACKLOT_ONVIF_DISCOVERY'],
    jt1078Port: numberOrOff('--jt1078', flags.jt1078 ?? env['BACKLOT_JT1078']),
    jt1078Host: flags.jt1078Host ?? env['BACKLOT_JT1078_HOST'],
    gb28181Port: numberOrOff('--gb28181', flags.gb28181 ?? env['BACKLOT_GB28181']),
    gb28181Id: flags.gb28181Id ?? env['BACKLOT_GB28181_ID'],
    gb28181Media: flags.gb28181Media ?? env['BACKLOT_GB28181_MEDIA'],
    gb28181To: ownTarget(flags.gb28181To ?? env['BACKLOT_GB28181_TO'], flags, env),
    gb28181MediaPorts: flags.gb28181MediaPorts ?? env['BACKLOT_GB28181_MEDIA_PORTS'],
    devicePassword: flags.devicePassword ?? env['BACKLOT_DEVICE_PASSWORD'],
    ...Object.fromEntries(
      WIRE_NAMES.map((wire) => [
        `${wire}Port`,
        numberOrOff(`--${wire}`, flags[wire] ?? env[`BACKLOT_${wire.toUpperCase()}`]),
      ]),
    ),
    mqttPort: numberOrOff('--mqtt', flags.mqtt ?? env['BACKLOT_MQTT']),
    modbusPort: numberOrOff('--modbus', flags.modbus ?? env['BACKLOT_MODBUS']),
    modbusPoll: flags.modbusPoll ?? env['BACKLOT_MODBUS_POLL'],
    mqttMapping: flags.mqttMapping ?? env['BACKLOT_MQTT_MAPPING'],
    mqttTo: ownTarget(flags.mqttTo ?? env['BACKLOT_MQTT_TO'], flags, env),
    hj212Units: flags.hj212Units ?? env['BACKLOT_HJ212_UNITS'],
    hj212Unit: flags.hj212Unit ?? listOf(env['BACKLOT_HJ212_UNIT']),
    discover: flags.discover ?? env['BACKLOT_DISCOVER'],
    password: flags.password ?? env['BACKLOT_PASSWORD'],
    controlToken: flags.controlToken ?? env['BACKLOT_CONTROL_TOKEN'],
    logLevel: flags.logLevel ?? env['BACKLOT_LOG_LEVEL'],
    encoderBudget: wholeNumber('--encoder-budget', flags.encoderBudget ?? env['BACKLOT_ENCODER_BUDGET']),
    alarmDays: wholeNumber('--alarm-days', flags.alarmDays ?? env['BACKLOT_ALARM_DAYS']),
    reportDays: wholeNumber('--report-days', flags.reportDays ?? env['BACKLOT_REPORT_DAYS']),
    archive: archiveAddress(flags.archive) ?? env['BACKLOT_ARCHIVE'],
    uploadMegabytes: wholeNumber(
      '--upload-megabytes',
      flags.uploadMegabytes ?? env['BACKLOT_UPLOAD_MEGABYTES'],
    ),
    uploadCount: wholeNumber('--upload-count', flags.uploadCount ?? env['BACKLOT_UPLOAD_COUNT']),
    startAt: flags.startAt ?? env['BACKLOT_START_AT'],
    pastDays: wholeNumber('--past-days', flags.pastDays ?? env['BACKLOT_PAST_DAYS']),
    video: flags.video ?? env['BACKLOT_VIDEO'],
    callRate: numberOrOff('--call-rate', flags.callRate ?? env['BACKLOT_CALL_RATE']),
    connectionsPerAddress: numberOrOff(
      '--connections-per-address',
      flags.connectionsPerAddress ?? env['BACKLOT_CONNECTIONS_PER_ADDRESS'],
    ),
    pushAllow: flags.pushAllow ?? listOf(env['BACKLOT_PUSH_ALLOW']),
    cameraAllow: flags.cameraAllow ?? listOf(env['BACKLOT_CAMERA_ALLOW']),
    streamAllow: flags.streamAllow ?? listOf(env['BACKLOT_STREAM_ALLOW']),
    allowedHosts: flags.allowedHost ?? listOf(env['BACKLOT_ALLOWED_HOSTS']),
    allowedOrigins: flags.allowedOrigin ?? listOf(env['BACKLOT_ALLOWED_ORIGINS']),
    redis: redisAddress(flags, env),
    clusterUrl: flags.clusterUrl ?? env['BACKLOT_CLUSTER_URL'],
    deviations: flags.deviations ?? env['BACKLOT_DEVIATIONS'],
    checkReplies: flags.checkReplies ?? env['BACKLOT_CHECK_REPLIES'],
  }
  return Object.fromEntries(
    Object.entries(asked).filter(([, value]) => value !== undefined),
  ) as SimulatorOptions
}

/** Throws a UserError for a platform or broker on another machine that nobody said is theirs. */
function ownTarget(
  given: string | undefined,
  flags: Pick<StartFlags, 'iOwnThisTarget'>,
  env: Environment,
): string | undefined {
  const host = given === undefined ? undefined : readTargetAddress(given)?.host
  // What is no address is told by the simulator.
  if (host !== undefined)
    requireOwnTarget(host, flags.iOwnThisTarget ?? env['BACKLOT_I_OWN_THIS_TARGET'] === 'true')
  return given
}

/** Throws a UserError for a password on the command line. */
function redisAddress(flags: StartFlags, env: Environment): string | undefined {
  if (flags.redis === undefined) return env['BACKLOT_REDIS'] || undefined
  const address = readClusterAddress(flags.redis, 'commandLine', env)
  if (typeof address === 'string') throw new UserError(`--redis: ${address}.`)
  return flags.redis
}

/** Throws a UserError for a password that everybody on this machine would see in the list of processes. */
function archiveAddress(given: string | undefined): string | undefined {
  if (given !== undefined && hasPassword(given))
    throw new UserError(
      '--archive: a password in the command line shows in the list of processes. Set BACKLOT_ARCHIVE to the whole address, or PGPASSWORD to the password, or name a file: --archive postgres://user@host/database?passfile=…',
    )
  return given
}

function wholeNumber(flag: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  if (!/^\d{1,10}$/.test(given)) throw new UserError(`${flag} ${given}: give a whole number.`)
  return Number(given)
}

/** A port or another number, or `off`. */
function numberOrOff(flag: string, given: string | undefined): number | null | undefined {
  return given === 'off' ? null : wholeNumber(flag, given)
}
