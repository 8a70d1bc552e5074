import { z } from 'zod'
import { defineWireFault } from './define-wire-fault.ts'
import type { WireProtocol } from './wire-faults.ts'

/** Packets whose check does not fit their content. */
export const wireBadCrc = defineWireFault({
  name: 'wire-bad-crc',
  summary: 'Sends packets of devices on a wire with a wrong check.',
  parameters: z.strictObject({}),
  stage: 'content',
  effect:
    () =>
    ({ protocol }, pieces) =>
      pieces.map((piece) => ({ ...piece, bytes: spoilCheck(protocol, piece.bytes) })),
})

/** The same packet with another check: framing, length and escapes stay whole. */
export function spoilCheck(protocol: WireProtocol, packet: Uint8Array): Uint8Array {
  const spoilt = Uint8Array.from(packet)
  // HJ 212: four hexadecimal digits before CR LF. JT/T 808: one byte, escaped if need be, before the last 0x7e.
  const at = protocol === 'hj212' ? packet.length - 3 : packet.length - 2
  const byte = packet[at]
  if (byte === undefined) return spoilt
  if (protocol === 'hj212') spoilt[at] = byte === DIGIT_0 ? DIGIT_1 : DIGIT_0
  else if (packet[at - 1] === ESCAPE) spoilt[at] = byte === 0x01 ? 0x02 : 0x01
  else spoilt[at] = byte ^ [1, 2, 4].find((bit) => !MARKS.includes(byte ^ bit))!
  return spoilt
}

const DIGIT_0 = 0x30
const DIGIT_1 = 0x31
const ESCAPE = 0x7d
/** Bytes that must be escaped. */
const MARKS: readonly number[] = [0x7d, 0x7e]
