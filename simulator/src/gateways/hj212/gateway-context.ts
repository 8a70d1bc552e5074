import type { Logger } from 'pino'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { WorkBudget } from '../../kernel/work-budget.ts'
import type { PiecePool } from '../../wire/hj212/split-packets.ts'
import type { UnitRules } from '../../wire/hj212/units.ts'
import type { DeviceIngest } from '../ingest.ts'
import type { PacketLog } from '../packet-log.ts'
import type { AlarmEvents } from './alarm-event.ts'
import type { Hj212Counters } from './gateway-counters.ts'
import type { Hj212Limits } from './gateway-limits.ts'

/** Context shared by all connections of a gateway. */
export type GatewayContext = {
  ingest: DeviceIngest
  hostClock: HostClock
  platformClock: PlatformClock
  log: Logger
  limits: Hj212Limits
  counters: Hj212Counters
  events: AlarmEvents
  /** In which units a station reports. */
  unitsOf(sn: string): UnitRules
  /** Newest raw packets of all stations. */
  packets: PacketLog
  /** Work of all connections together in one turn of the event loop. */
  work: WorkBudget
  /** Memory for split messages that wait for their remaining packets, of all stations together. */
  pieces: PiecePool
  /** A QN that was never given before. */
  newQn(): string
}
