import { CAPTURED_WIRE_TITLES, type CapturedWire } from './wires.ts'
import { interfaceDescription, sectionHeader } from './write-blocks.ts'

/** How the device of a packet is named in its comment. */
export const DEVICE_COMMENT = 'device '

/** Beginning of a capture: its section, and an interface for each wire, numbered in their order. */
export function captureHead(wires: readonly CapturedWire[], comment: string): Uint8Array[] {
  return [
    sectionHeader('Backlot', comment),
    ...wires.map((wire) => interfaceDescription(wire, CAPTURED_WIRE_TITLES[wire])),
  ]
}

/** Comment of a packet: its devices; undefined when they are not known. */
export const commentOf = (devices: readonly string[]): string | undefined =>
  devices.length === 0 ? undefined : `${DEVICE_COMMENT}${devices.join(', ')}`
