/** Every wire. Options and addresses are called as it is here: --jt808, BACKLOT_JT808, jt808Port. */
import { HJ212 } from './hj212/facts.ts'
import { JT808 } from './jt808/facts.ts'
import type { WireFacts } from './wire-facts.ts'

export const WIRE_NAMES = ['hj212', 'jt808'] as const
export type WireName = (typeof WIRE_NAMES)[number]

export const WIRES: Readonly<Record<WireName, WireFacts & { server: { kind: WireServerKind } }>> = {
  hj212: HJ212,
  jt808: JT808,
}

/** host:port of each wire's gateway, or null when it is off. */
export type WireAddresses = Record<WireName, string | null>

/** Their gateways as servers of a platform. */
export const WIRE_SERVERS = [HJ212.server, JT808.server] as const
type WireServerKind = (typeof WIRE_SERVERS)[number]['kind']

/** A value for each wire, and one for each of their servers. */
export const perWire = <Value>(value: (wire: WireName) => Value): Record<WireName, Value> => ({
  hj212: value('hj212'),
  jt808: value('jt808'),
})
export const perWireServer = <Value>(
  value: (kind: WireServerKind) => Value,
): Record<WireServerKind, Value> => ({
  [HJ212.server.kind]: value(HJ212.server.kind),
  [JT808.server.kind]: value(JT808.server.kind),
})
