import type { WireName } from '@backlot/contract/wires/wires'
import { HJ212_WIRE } from './hj212/hj212-wire.ts'
import { JT808_WIRE } from './jt808/jt808-wire.ts'
import type { WireSpec } from './wire-spec.ts'

export const WIRE_SPECS: Readonly<Record<WireName, WireSpec>> = { hj212: HJ212_WIRE, jt808: JT808_WIRE }
