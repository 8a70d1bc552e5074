import type { Logger } from 'pino'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { WorkBudget } from '../../kernel/work-budget.ts'
import type { KindExtra } from '../../wire/jt808/kind-extras.ts'
import type { SplitPool } from '../../wire/jt808/split-assembler.ts'
import type { DeviceIngest } from '../ingest.ts'
import type { AlarmEdges } from './alarm-edges.ts'
import type { Jt808Counters } from './gateway-counters.ts'
import type { Jt808Limits } from './gateway-limits.ts'
import type { SentAgain } from './sent-again.ts'
import type { TerminalRepository } from './terminal-repository.ts'

/** Context shared by all connections of a gateway. */
export type GatewayContext = {
  ingest: DeviceIngest
  repository: TerminalRepository
  /** Whether the platform knows a device. */
  isKnown(sn: string): boolean
  /** The device of our own that bears a plate. */
  plateOwner(plate: string): string | undefined
  /** Readings that a device's kind puts into its position reports; left out: no kind does. */
  extrasOf?: ((sn: string) => Readonly<Record<string, KindExtra>> | undefined) | undefined
  newAuthCode(): string
  /** A terminal has authenticated. */
  onEntered?: ((sn: string) => void) | undefined
  hostClock: HostClock
  platformClock: PlatformClock
  log: Logger
  limits: Jt808Limits
  counters: Jt808Counters
  edges: AlarmEdges
  sentAgain: SentAgain
  /** Work of all connections together in one turn of the event loop. */
  work: WorkBudget
  splitPool: SplitPool
}
