/** Description of a kind of device: one a kind, in a folder of its own, listed in kinds.ts. */
import type { PictureStyle } from '@backlot/contract/devices/constants'
import type { KindIcon, MarkerPicture, ProtocolName } from '@backlot/contract/devices/kind-facts'
import type { QuantityLimits } from '@backlot/contract/sensors/default-limits'
import type { WireName } from '@backlot/contract/wires/wires'
import type { KindExtra } from '../wire/jt808/kind-extras.ts'
import type { KindRegisters } from '../wire/modbus/kind-registers.ts'
import type { KindMqtt } from '../wire/mqtt/mqtt-mapping.ts'
import type { AirContext } from '../world/air/air-context.ts'
import type { Name } from '../world/city/types.ts'
import type { IncidentRow } from '../world/incidents/incident-rows.ts'
import type { Formula, Incident, IncidentKind, Quantity } from '../world/types.ts'
import type { AlarmType } from './alarm-type.ts'

/** The five online fields of a device (stated names); it is online when any of them is not 0. */
export type OnlineField =
  | 'videoOnlineStatus'
  | 'sensorOnlineStatus'
  | 'gbOnlineStatus'
  | 'smartOnlineStatus'
  | 'gisOnlineStatus'

/** Which calls give the readings of a station. */
export type StationFamily = 'hjt212' | 'solar' | 'agriculture' | 'gas'

/** A channel that devices of a kind come with; video and audio on one line belong together. */
export type ChannelPlan = { chnId: number; type: number; lineId: number; name: Name }

/** A place where a controller or station measures, with its sensors. */
export type MonitoringPoint = {
  /** Number within the device, from 1. */
  point: number
  name: Name
  quantities: readonly Quantity[]
  /** Address on the RS-485 bus, where there is one. */
  busAddress?: number
}

/** A sensor of the catalogue; its registers are its quantities in order, two each, from register 0 on. */
export type FactorySensor = {
  id: number
  number: string
  name: Name
  model: string
  /** Number among SENSOR_KINDS of the contract. */
  ctrlType: number
  quantities: readonly Quantity[]
}

/** A sensor on a line. */
export type WiredSensor = { address: number; sensor: FactorySensor }

/** A quantity that only one kind measures: its presentation, its range, and the reading of a perfect sensor. */
export type OwnReading = {
  quantity: Quantity
  /** Contaminant code. */
  code: string
  name: Name
  icon: string
  unit: string
  decimals: number
  min: number
  max: number
  formula(context: AirContext): number
  /** Limits until somebody sets others; those of other quantities stand in the contract. */
  limits?: QuantityLimits
}

/** An alarm that every device of a kind raises while its condition holds. */
export type KindWatch = {
  type: string
  subType: string
  /** Not 0: it holds. */
  holds: Formula
  /** How often it is looked at, a divisor of an hour, and how long it has to hold before the alarm begins: a multiple. */
  everyMs: number
  forMs: number
  /** Quantity that shows it. */
  quantity?: Quantity
}

/** A number of a device that people, scenarios and masters of its wires set. */
export type KindSetting = { name: Name; unit: string; min: number; max: number; initial: number }

/** State of the room that a camera shows, in small whole numbers: a picture is drawn once for each state. */
export type RoomState = Readonly<Record<string, number>>

/** A room whose camera sees nothing else. */
export type KindRoom = {
  /** `incident`: the incident in the device at that moment. */
  stateAt(
    device: { seed: number; entity: number },
    epochMs: number,
    incident: (kind: IncidentKind) => Incident | undefined,
  ): RoomState
  /** Fills the whole picture; places are parts of its width and height. */
  draw(
    pen: (points: readonly number[], colour: readonly [number, number, number]) => void,
    state: RoomState,
  ): void
}

export type DeviceModel = {
  /** Name of a device of the model, after its place, plate or person. */
  name: Name
  /** Its board, where it is not that of the kind. */
  board?: string
  /** Its first video channel can be steered. */
  isPtz?: true
  /** How its cameras see; left out: as people do. */
  pictureStyle?: PictureStyle
  /** It hangs in a hall, on a wall or as a fish-eye in the ceiling. */
  hall?: 'wall' | 'fisheye'
}

export type DeviceKindSpec = {
  name: Name
  /** Its icon in trees and lists, and its picture on the map. */
  icon: KindIcon
  marker: MarkerPicture

  /** Protocols that a fleet is dealt by default, in turn. */
  protocols: readonly ProtocolName[]
  /** Protocols that fleets may choose. */
  speaks: readonly [ProtocolName, ...ProtocolName[]]
  /** Those that a type of devices may have, the platform's own type the first. Left out: all that it speaks. */
  typeProtocols?: readonly [ProtocolName, ...ProtocolName[]]
  /** Wire over which it can connect to the platform. */
  wire?: WireName
  /** Which online fields it moves over V1 and ONVIF; other protocols have fields of their own. Left out: video. */
  onlineFields?: readonly OnlineField[]

  /** Bits of `ABILITY_BITS`. */
  ability: number
  bizType?: readonly string[]
  /** Its first video channel can be steered. */
  isPtz?: true
  channels(deviceName: Name): readonly ChannelPlan[]
  /** An emergency button raises this alarm. */
  button?: { type: string; subType: string }
  /** Officers' radio: takes part in push-to-talk, and its button calls the operators. */
  isRadio?: true

  models: Readonly<Record<string, DeviceModel>>
  /** Models that a fleet is dealt by default, in turn. */
  usualModels: readonly string[]
  /** It measures by its model: fleets name no other. */
  onlyItsModels?: true
  board: string

  /** Metres between neighbours of a fleet; 0 for those that move. */
  spacingM: number
  /**
   * Its carrier along the streets, which also decides its name: a vehicle by its plate, a person by name. Omitted:
   * fixed.
   */
  moves?: 'vehicle' | 'person'
  /** How high a camera's eye is, metres. */
  eyeM: number
  /** Its camera is in a room: no camera of the street around. */
  room?: KindRoom

  /** Quantities it measures, by model. Omitted: none. */
  quantities?(model: string | undefined): readonly Quantity[]
  /** Its points; a station without a bus is one point. */
  points?(model: string | undefined): readonly MonitoringPoint[]
  /** Sensors on its RS-485 line, by model. */
  line?(model: string | undefined): readonly WiredSensor[]
  family?: StationFamily
  /** A node of the tree that only carries sensors. */
  isSensorCarrier?: true
  /** Has contacts that close by themselves, and relays that people set. */
  hasContacts?: true
  /** Watches the levels of gases. */
  watchesGas?: true
  /** Panel, battery and a charge controller that feeds its camera. */
  hasSolarPlant?: true

  /** Usual time between two reports. */
  reportMs: number
  /** Runs on a battery that somebody has to charge. */
  onBattery?: true
  /** Fed by the mains and without a battery: goes offline when the power fails. */
  onMains?: true
  /** When it records video by itself. */
  records: 'always' | 'onDuty' | 'whileDriving' | 'never'

  /** Incidents that may happen to it, from world/incidents/incident-rows.ts. */
  incidents: readonly IncidentKind[]
  /** Incidents that happen to this kind alone, with their rates. */
  ownIncidents?: readonly IncidentRow[]
  /** Alarm types that only it raises. */
  alarmTypes?: readonly AlarmType[]
  /** Quantities that only it measures. */
  ownReadings?: readonly OwnReading[]
  /** Alarms that it raises whenever their condition holds. */
  watches?: readonly KindWatch[]
  /** How its devices publish and are set over MQTT; left out: they do not. */
  mqtt?: KindMqtt
  /** Where its devices have what over Modbus; left out: nowhere, or as controller-map.ts says. */
  modbus?: KindRegisters
  /** Quantities in its position reports over JT/T 808; left out: none. */
  positionExtras?: Readonly<Record<string, KindExtra>>
  /** Settings of its own, by name. */
  settings?: Readonly<Record<string, KindSetting>>
}
