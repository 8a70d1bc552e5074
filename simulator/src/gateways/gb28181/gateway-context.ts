import type { Logger } from 'pino'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { SipEndpoint } from '../../sip/sip-endpoint.ts'
import type { SipRequest } from '../../wire/sip/sip-message.ts'
import type { DeviceIngest } from '../ingest.ts'
import type { GbFaults } from './device-faults.ts'
import type { GbCounters } from './gateway-counters.ts'
import type { GbRecord } from './gb-channels.ts'
import type { GbQueries } from './gb-queries.ts'
import type { GbSession } from './gb-session.ts'

/** Records of devices, and what the platform shows of them. */
export type GbRecords = {
  find(sn: string): GbRecord | undefined
  /** Keeps the record and shows its channels and its name. */
  keep(sn: string, record: GbRecord): void
}

/** Context shared by everything of a gateway. */
export type GbContext = {
  /** 20 digits of this server, and its domain. */
  serverId: string
  domain: string
  ingest: DeviceIngest
  records: GbRecords
  hostClock: HostClock
  platformClock: PlatformClock
  log: Logger
  counters: GbCounters
  faults: GbFaults
  endpoint: SipEndpoint
  queries: GbQueries
  /** Messages that belong to calls: see `GbInvites`. */
  invites: {
    sessionOf(request: SipRequest): GbSession | undefined
    mediaEnded(session: GbSession, request: SipRequest, deviceId: string): void
  }
  sessions: Map<string, GbSession>
}
