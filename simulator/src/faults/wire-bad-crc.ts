import { WIRE_NAMES } from '@backlot/contract/wires/wires'
import { z } from 'zod'
import { WIRE_SPECS } from '../wire/wires.ts'
import { defineWireFault } from './define-wire-fault.ts'

/** Packets whose check does not fit their content. */
export const wireBadCrc = defineWireFault({
  name: 'wire-bad-crc',
  summary: 'Sends packets of devices on a wire with a wrong check.',
  parameters: z.strictObject({}),
  stage: 'content',
  protocols: WIRE_NAMES,
  effect:
    () =>
    ({ protocol }, pieces) =>
      // Messages of SIP, of Modbus TCP and of MQTT have no check.
      protocol === 'gb28181' || protocol === 'modbus' || protocol === 'mqtt'
        ? pieces
        : pieces.map((piece) => ({ ...piece, bytes: WIRE_SPECS[protocol].spoilCheck(piece.bytes) })),
})
