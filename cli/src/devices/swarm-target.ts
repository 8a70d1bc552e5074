import { perWire, WIRE_NAMES, WIRES } from '@backlot/contract/wires/wires'
import { GB_TARGET_KEYS, type GbTarget, readGbTarget } from '@backlot/simulator/gb28181/gb-target'
import { readAccount, readTargetAddress } from '@backlot/simulator/kernel/target-address'
import { orList } from '../or-list.ts'
import { UserError } from '../user-error.ts'
import { type OnvifTarget, onvifTargetOf } from './onvif-target.ts'
import { readQuery } from './query-reader.ts'

/** Wires, MQTT for any broker, RTMP for streams, GB/T 28181 and ONVIF for cameras and recorders. */
export const SWARM_PROTOCOLS = [...WIRE_NAMES, 'mqtt', 'rtmp', 'gb28181', 'onvif'] as const
/** Addresses of targets, in words. */
export const SWARM_TARGETS = orList([
  ...WIRE_NAMES.map((wire) => `${wire}://host:port`),
  'mqtt://user:password@host:port',
  'rtmp://host:port/app',
  'gb28181://host:port?id=…&domain=…&password=…&kind=…',
  'onvif://address:port?user=…&password=…&ports=…',
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
  /** gb28181: what stands behind the question mark; vehicles have positions. */
  gb28181?: GbTarget & { kind: (typeof GB_KINDS)[number] }
  /** onvif: likewise; host and port are where the cameras listen. */
  onvif?: OnvifTarget
}

const GB_KINDS = ['camera', 'vehicle'] as const

const USUAL_PORT: Readonly<Record<SwarmProtocol, number>> = {
  ...perWire((wire) => WIRES[wire].port),
  mqtt: 1883,
  rtmp: 1935,
  gb28181: 5060,
  onvif: 8000,
}

/** Reads one of SWARM_TARGETS. Throws a UserError. */
export function parseSwarmTarget(text: string): SwarmTarget {
  const wrong = () => new UserError(`--to ${shownTarget(text)}: give ${SWARM_TARGETS}.`)
  const address = readTargetAddress(text)
  const protocol = SWARM_PROTOCOLS.find((name) => name === address?.scheme)
  if (!address || !protocol) throw wrong()
  const { account, host, port = USUAL_PORT[protocol], path, query } = address
  const app = path.replace(/^\/+|\/+$/g, '')
  if (protocol !== 'rtmp' && app !== '') throw wrong()
  if (account !== undefined && protocol !== 'mqtt') throw wrong()
  if (query !== undefined && protocol !== 'gb28181' && protocol !== 'onvif') throw wrong()
  const signIn = account === undefined ? {} : readAccount(account)
  if (!signIn) throw wrong()
  return {
    protocol,
    host,
    port,
    app: app === '' ? 'live' : app,
    ...signIn,
    ...(protocol === 'gb28181' ? { gb28181: gbTargetOf(query ?? '') } : {}),
    ...(protocol === 'onvif' ? { onvif: onvifTargetOf(query ?? '') } : {}),
  }
}

/** Throws a UserError. */
function gbTargetOf(query: string): NonNullable<SwarmTarget['gb28181']> {
  const { given, get, wrong } = readQuery('gb28181', query, [...GB_TARGET_KEYS, 'kind'])
  const target = readGbTarget(given)
  if (typeof target === 'string') throw wrong(target)
  const kind = GB_KINDS.find((one) => one === (get('kind') ?? 'camera'))
  if (!kind) throw wrong(`kind ${get('kind')} is neither ${GB_KINDS.join(' nor ')}`)
  return { ...target, kind }
}

/** A target without its passwords: a summary is read by others. */
export const shownTarget = (to: string): string =>
  to.replace(/^([a-z0-9]+:\/\/[^:@/?]*):[^@/?]*@/, '$1@').replace(/([?&]password=)[^&]*/g, '$1…')
