import { perWire, WIRE_NAMES, WIRES } from '@backlot/contract/wires/wires'
import { orList } from '../or-list.ts'
import { UserError } from '../user-error.ts'

/** Wires, MQTT for any broker, and RTMP for streams. */
export const SWARM_PROTOCOLS = [...WIRE_NAMES, 'mqtt', 'rtmp'] as const
/** Addresses of targets, in words. */
export const SWARM_TARGETS = orList([
  ...WIRE_NAMES.map((wire) => `${wire}://host:port`),
  'mqtt://user:password@host:port',
  'rtmp://host:port/app',
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
}

const USUAL_PORT: Readonly<Record<SwarmProtocol, number>> = {
  ...perWire((wire) => WIRES[wire].port),
  mqtt: 1883,
  rtmp: 1935,
}

/** Reads one of SWARM_TARGETS. Throws a UserError. */
export function parseSwarmTarget(text: string): SwarmTarget {
  const wrong = () => new UserError(`--to ${text}: give ${SWARM_TARGETS}.`)
  const match =
    /^([a-z0-9]+):\/\/(?:([^\s/?#@]*)@)?(\[[0-9a-fA-F:.]+\]|[^\s:/?#@[\]]+)(?::(\d{1,5}))?(\/[^\s?#]*)?$/.exec(
      text,
    )
  const protocol = SWARM_PROTOCOLS.find((name) => name === match?.[1])
  if (!match || !protocol) throw wrong()
  const [, , account, host = '', portText, path = ''] = match
  const port = portText === undefined ? USUAL_PORT[protocol] : Number(portText)
  const app = path.replace(/^\/+|\/+$/g, '')
  if (port < 1 || port > 65_535 || (protocol !== 'rtmp' && app !== '')) throw wrong()
  if (account !== undefined && protocol !== 'mqtt') throw wrong()
  return {
    protocol,
    host: host.replace(/^\[|\]$/g, ''),
    port,
    app: app === '' ? 'live' : app,
    ...(account === undefined ? {} : accountOf(account, wrong)),
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
