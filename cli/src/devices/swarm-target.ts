import { perWire, WIRE_NAMES, WIRES } from '@backlot/contract/wires/wires'
import { orList } from '../or-list.ts'
import { UserError } from '../user-error.ts'

/** Wires, MQTT for any broker, RTMP for streams, and GB/T 28181 for cameras and recorders. */
export const SWARM_PROTOCOLS = [...WIRE_NAMES, 'mqtt', 'rtmp', 'gb28181'] as const
/** Addresses of targets, in words. */
export const SWARM_TARGETS = orList([
  ...WIRE_NAMES.map((wire) => `${wire}://host:port`),
  'mqtt://user:password@host:port',
  'rtmp://host:port/app',
  'gb28181://host:port?id=…&domain=…&password=…',
])
export type SwarmProtocol = (typeof SWARM_PROTOCOLS)[number]
export type SwarmTarget = {
  protocol: SwarmProtocol
  host: string
  port: number
  /** rtmp: the application, without slashes around it. */
  app: string
  /** mqtt: of the broker. */
  username?: string
  password?: string
  /** gb28181: what stands behind the question mark. */
  gb28181?: GbTarget
}
export type GbTarget = {
  /** Of the first device; undefined: the usual one. */
  id: string | undefined
  /** Of the platform, 20 digits, and its domain, ten as a rule. */
  server: string
  domain: string
  password: string
  transport: 'udp' | 'tcp'
}

const USUAL_PORT: Readonly<Record<SwarmProtocol, number>> = {
  ...perWire((wire) => WIRES[wire].port),
  mqtt: 1883,
  rtmp: 1935,
  gb28181: 5060,
}

/** Reads one of SWARM_TARGETS. Throws a UserError. */
export function parseSwarmTarget(text: string): SwarmTarget {
  const wrong = () => new UserError(`--to ${text}: give ${SWARM_TARGETS}.`)
  const match =
    /^([a-z0-9]+):\/\/(?:([^\s/?#@]*)@)?(\[[0-9a-fA-F:.]+\]|[^\s:/?#@[\]]+)(?::(\d{1,5}))?(\/[^\s?#]*)?(\?[^\s#]*)?$/.exec(
      text,
    )
  const protocol = SWARM_PROTOCOLS.find((name) => name === match?.[1])
  if (!match || !protocol) throw wrong()
  const [, , account, host = '', portText, path = '', query] = match
  const port = portText === undefined ? USUAL_PORT[protocol] : Number(portText)
  const app = path.replace(/^\/+|\/+$/g, '')
  if (port < 1 || port > 65_535 || (protocol !== 'rtmp' && app !== '')) throw wrong()
  if (account !== undefined && protocol !== 'mqtt') throw wrong()
  if (query !== undefined && protocol !== 'gb28181') throw wrong()
  return {
    protocol,
    host: host.replace(/^\[|\]$/g, ''),
    port,
    app: app === '' ? 'live' : app,
    ...(account === undefined ? {} : accountOf(account, wrong)),
    ...(protocol === 'gb28181' ? { gb28181: gbTargetOf(query ?? '') } : {}),
  }
}

/** `user:password`, with percent signs for other characters, as in any URL. */
function accountOf(text: string, wrong: () => UserError): { username: string; password?: string } {
  const colon = text.indexOf(':')
  try {
    if (colon < 0) return { username: decodeURIComponent(text) }
    return {
      username: decodeURIComponent(text.slice(0, colon)),
      password: decodeURIComponent(text.slice(colon + 1)),
    }
  } catch {
    throw wrong()
  }
}

const GB_KEYS = ['id', 'server', 'domain', 'password', 'transport'] as const
const GB_DOMAIN = '3402000000'
/** The ten digits behind a domain that are those of its first server (annex D of GB/T 28181). */
const FIRST_SERVER = '2000000001'

/** Throws a UserError. */
function gbTargetOf(query: string): GbTarget {
  const given = new URLSearchParams(query)
  const wrong = (what: string) => new UserError(`--to gb28181://…: ${what}.`)
  for (const key of given.keys())
    if (!GB_KEYS.some((known) => known === key)) throw wrong(`${key} is none of ${orList(GB_KEYS)}`)
  const id = given.get('id') ?? undefined
  const domain = given.get('domain') ?? given.get('server')?.slice(0, 10) ?? GB_DOMAIN
  const server = given.get('server') ?? `${domain}${FIRST_SERVER}`
  const transport = given.get('transport') ?? 'udp'
  if (!/^[\w.-]{1,64}$/.test(domain)) throw wrong(`domain ${domain} is no name`)
  if (!/^\d{20}$/.test(server)) throw wrong(`server ${server} has not 20 digits`)
  if (id !== undefined && !/^\d{20}$/.test(id)) throw wrong(`id ${id} has not 20 digits`)
  if (transport !== 'udp' && transport !== 'tcp') throw wrong(`transport ${transport} is neither udp nor tcp`)
  return { id, server, domain, password: given.get('password') ?? '', transport }
}
