import { UserError } from '../user-error.ts'

export const SWARM_PROTOCOLS = ['jt808', 'hj212', 'rtmp'] as const
export type SwarmProtocol = (typeof SWARM_PROTOCOLS)[number]
export type SwarmTarget = {
  protocol: SwarmProtocol
  host: string
  port: number
  /** rtmp: the application, without slashes around it. */
  app: string
}

const USUAL_PORT = { jt808: 8808, hj212: 8212, rtmp: 1935 } as const

/** Reads jt808://host:port, hj212://host:port or rtmp://host:port/app. Throws a UserError. */
export function parseSwarmTarget(text: string): SwarmTarget {
  const wrong = () =>
    new UserError(`--to ${text}: give jt808://host:port, hj212://host:port or rtmp://host:port/app.`)
  const match = /^([a-z0-9]+):\/\/(\[[0-9a-fA-F:.]+\]|[^\s:/?#@[\]]+)(?::(\d{1,5}))?(\/[^\s?#]*)?$/.exec(text)
  const protocol = SWARM_PROTOCOLS.find((name) => name === match?.[1])
  if (!match || !protocol) throw wrong()
  const port = match[3] === undefined ? USUAL_PORT[protocol] : Number(match[3])
  const app = (match[4] ?? '').replace(/^\/+|\/+$/g, '')
  if (port < 1 || port > 65_535 || (protocol !== 'rtmp' && app !== '')) throw wrong()
  return { protocol, host: match[2]!.replace(/^\[|\]$/g, ''), port, app: app === '' ? 'live' : app }
}
