import type { WireName } from '@backlot/contract/wires/wires'
import { HJ212_SWARM } from './hj212/hj212-swarm.ts'
import { JT808_SWARM } from './jt808/jt808-swarm.ts'
import type { WireSwarm } from './wire-swarm.ts'

export const WIRE_SWARMS: Readonly<Record<WireName, WireSwarm>> = { hj212: HJ212_SWARM, jt808: JT808_SWARM }
