import type { WireName } from '../wires/wires.ts'
import type { PROTOCOL_NAMES } from './constants.ts'

export type ProtocolName = (typeof PROTOCOL_NAMES)[number]

/** A picture on a square of 16: outlines, with parts that an online device has filled. */
export type KindIcon = { filled?: string; lines?: string }

/** Pictures of devices on the map. */
export type MarkerPicture =
  | 'other'
  | 'camera'
  | 'dome'
  | 'vehicle'
  | 'station'
  | 'solar'
  | 'farm'
  | 'gas'
  | 'bodyworn'

/** Facts of a kind of devices for requests, consoles and tools. */
export type KindFacts = {
  name: { zh: string; en: string }
  icon: KindIcon
  marker: MarkerPicture
  /** Protocols that fleets may choose, and that types of devices may have. */
  speaks: readonly ProtocolName[]
  typeProtocols: readonly [ProtocolName, ...ProtocolName[]]
  /** Wire over which its devices can connect to the platform. */
  wire?: WireName
  /** It moves: nobody places it. */
  moves: boolean
  /** It has an RS-485 line that can be asked. */
  hasLine: boolean
  /** Models that it measures by; left out: models are names only. */
  models?: readonly string[]
}
