import type { WireName } from '@backlot/contract/wires/wires'
import type { FuzzedWire } from './fuzzed-wire.ts'
import { FUZZED_HJ212 } from './hj212.ts'
import { FUZZED_JT808 } from './jt808.ts'

export const FUZZED_WIRES: Readonly<Record<WireName, FuzzedWire>> = {
  hj212: FUZZED_HJ212,
  jt808: FUZZED_JT808,
}
