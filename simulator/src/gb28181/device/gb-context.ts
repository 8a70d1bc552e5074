/** What the parts of one device share. */
import type { HostClock } from '../../kernel/clock.ts'
import type { RtpLinkKind } from '../../media/ps/rtp-link.ts'
import type { SipEndpoint } from '../../sip/sip-endpoint.ts'
import type { SipPeer, SipTransport } from '../../sip/sip-net.ts'
import type { ManscdpMessage } from '../../wire/gb28181/manscdp-message.ts'
import type { GbPorts } from './ports.ts'

export type GbEdition = '2016' | '2022'

export type GbDeviceOptions = {
  /** 20 digits. */
  id: string
  edition: GbEdition
  /** User of digest; the id when left out. */
  username?: string
  password: string
  server: {
    /** 20 digits. */
    id: string
    /** As in URIs: the first ten digits of its id, as a rule. */
    domain: string
    /** An IP address. */
    address: string
    port: number
    transport: SipTransport
  }
  /** How the device asks for the voice of operators: over UDP, or over TCP where it connects or listens. */
  voice: RtpLinkKind
  expiresS: number
  keepaliveS: number
  /** Keepalives in a row without an answer, after which it registers again. */
  keepalivesMissedMost: number
}

/** Kept by the device, and changed by DeviceConfig. */
export type GbSettings = {
  name: string | undefined
  expiresS: number
  keepaliveS: number
  keepalivesMissedMost: number
}

export type GbContext = {
  options: GbDeviceOptions
  settings: GbSettings
  ports: GbPorts
  endpoint: SipEndpoint
  hostClock: HostClock
  /** Time as the device has it. */
  now(): number
  peer: SipPeer
  /** Sends a MESSAGE to the server, behind those before it. */
  send(message: ManscdpMessage, onDone?: (isAnswered: boolean) => void): void
  /** The next SN of what the device says unasked. */
  nextSn(): number
  log: {
    warn(fields: object, message: string): void
    debug(fields: object, message: string): void
    error(fields: object, message: string): void
  }
}
