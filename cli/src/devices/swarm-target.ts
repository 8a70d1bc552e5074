import { perWire, WIRE_NAMES, WIRES } from '@backlot/contract/wires/wires'
import { orList } from '../or-list.ts'
import { UserError } from '../user-error.ts'

/** Wires, and RTMP for streams. */
export const SWARM_PROTOCOLS = [...WIRE_NAMES, 'rtmp'] as const
/** Addresses of targets, in words. */
export const SWARM_TARGETS = orList([
  ...WIRE_NAMES.map((wire) => `${wire}://host:port`),
  'rtmp://host:port/app',
])
export type SwarmProtocol = (typeof SWARM_PROTOCOLS)[number]
export type SwarmTarget = {
  protocol: SwarmProtocol
  host: string
  port: number
  /** rtmp: the application, without slashes around it. */
  app: string
}

const USUAL_PORT: Readonly<Record<SwarmProtocol, number>> = {
  ...perWire((wire) => WIRES[wire].port),
  rtmp: 1935,
}

/** Reads one of SWARM_TARGETS. Throws a UserError. */
export function parseSwarmTarget(text: string): SwarmTarget {
  const wrong = () => new UserError(`--to ${text}: give ${SWARM_TARGETS}.`)
  const match = /^([a-z0-9]+):\/\/(\[[0-9a-fA-F:.]+\]|[^\s:/?#@[\]]+)(?::(\d{1,5}))?(\/[^\s?#]*)?$/.exec(text)
  const protocol = SWARM_PROTOCOLS.find((name) => name === match?.[1])
  if (!match || !protocol) throw wrong()
  const port = match[3] === undefined ? USUAL_PORT[protocol] : Number(match[3])
  const app = (match[4] ?? '').replace(/^\/+|\/+$/g, '')
  if (port < 1 || port > 65_535 || (protocol !== 'rtmp' && app !== '')) throw wrong()
  return { protocol, host: match[2]!.replace(/^\[|\]$/g, ''), port, app: app === '' ? 'live' : app }
}
