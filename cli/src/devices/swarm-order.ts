import type { KindFile } from '@backlot/simulator/devices/kind-file/kind-schema'
import type { SwarmFaultOrder } from '@backlot/simulator/faults/swarm-faults'
import type { MqttMapping } from '@backlot/simulator/wire/mqtt/mqtt-mapping'
import type { SwarmTarget } from './swarm-target.ts'

export type SwarmOrder = {
  target: SwarmTarget
  /** Devices of the fleet, and the part of them that is made here. */
  count: number
  slice: { from: number; size: number }
  rampPerSecond: number
  intervalMs: number
  seed: number
  /** Of the wire's standard; undefined: the usual one. */
  edition: string | undefined
  /** mqtt: of the messages, and their topics and payloads; undefined: the usual ones. */
  qos: 0 | 1
  mapping: MqttMapping | undefined
  /** rtmp: template of the streams' names. */
  stream: string
  /** gb28181, onvif: channels of each device. */
  channels: number
  /** gb28181: mean time between two alarms of a device; undefined: none. */
  alarmsEveryMs: number | undefined
  /** Kind of kind files that they are of, with the kinds of those files; undefined: the wire's usual kind. */
  own: { kind: string; kinds: readonly KindFile[] } | undefined
  /** Faults of the wire that all devices have. */
  faults: readonly SwarmFaultOrder[]
}
