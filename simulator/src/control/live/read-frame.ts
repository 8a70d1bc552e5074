import type { WireFrame } from '@backlot/contract/control/live-calls'
import type { TappedPacket } from '../../gateways/wire-tap.ts'
import { WIRE_SPECS } from '../../wire/wires.ts'

/** A packet of a wire for people: its bytes in hex, what it is, and every field of it. */
export function readFrame(packet: TappedPacket, n: number): WireFrame {
  const { atMs, protocol, direction, sn } = packet
  const read = WIRE_SPECS[protocol].readPacket(packet.text)
  const problem = packet.problem ?? read.problem
  return { n, atMs, protocol, direction, sn, ...read, ...(problem === undefined ? {} : { problem }) }
}
