/** How messages of MQTT devices are read and written: a table of topics, the same in both directions. */
import type { DeviceKind } from '@backlot/contract/devices/kinds'

/** A place in a payload: a JSON pointer (RFC 6901); '' is the payload itself. */
export type Pointer = string

/** A number in a payload: what the platform shows is `raw × factor + offset`. */
export type MappedValue = { at: Pointer; factor: number; offset: number }

export type MappedAlarm = {
  at: Pointer
  /** Type and sub-type of an alarm, by its name in the payload. */
  types: Readonly<Record<string, MappedAlarmType>>
  /** What a name that is not in `types` means; left out: nothing. */
  others?: MappedAlarmType
  /** How a device of ours writes it: every name that holds, or one, '' for none. Left out: a list. Both are read. */
  form?: 'list' | 'name'
}
export type MappedAlarmType = { type: string; subType: string }

export type MqttTopic = {
  /** Levels; `{sn}` is the serial number, `{quantity}` the quantity of its only value, `+` anything. */
  topic: string
  /** What an unknown device becomes. */
  kind: DeviceKind
  model?: string
  payload: 'json' | 'text'
  /** Milliseconds, seconds, or the text of a time (ISO 8601 with a zone); all are read, `form` is written. */
  time?: { at: Pointer; form: 'ms' | 's' | 'iso' }
  position?: {
    longitude: Pointer
    latitude: Pointer
    speedKmh?: Pointer
    directionDeg?: Pointer
    altitudeM?: Pointer
  }
  /** Single readings, by quantity or by a code of the device's own. */
  readings: Readonly<Record<string, MappedValue>>
  /** An object of which every number that is not named elsewhere is a reading, under its own name. */
  values?: Pointer
  /** Present settings of a device of ours, by name; nothing is read from there. */
  settings?: Readonly<Record<string, MappedValue>>
  alarm?: MappedAlarm
  /** What the device says of its own presence, `off` also as its last will. */
  online?: { at: Pointer; on: string | number | boolean; off: string | number | boolean }
}

export type MqttMapping = { topics: readonly MqttTopic[] }

/** A topic on which a device is set: the settings of a message, by name. `{sn}` is its only place. */
export type MqttSetTopic = { topic: string; settings: Readonly<Record<string, MappedValue>> }

/** How devices of a kind publish and are set. */
export type KindMqtt = {
  qos: 0 | 1
  /** Whether the broker keeps their last report. */
  retain: boolean
  mapping: MqttMapping
  set: readonly MqttSetTopic[]
}

/** Serial numbers as they may stand in a topic. */
export const MQTT_SERIAL = /^[A-Za-z0-9_.:-]{1,64}$/
