/** A device as the platform knows it, as returned by the directory. */
import type { FleetProfile } from '@backlot/contract/control/fleet-choices'
import type { FleetEncoding } from '@backlot/contract/control/fleet-encoding'
import type { FleetVideo } from '@backlot/contract/control/fleet-video'
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { OnlineField } from '../devices/device-kind.ts'
import type { Name } from '../world/city/types.ts'
import { hashText } from '../world/hash.ts'

export type DeviceChannel = {
  /** Unique over all devices: device id × 100 + chnId. */
  id: number
  deviceId: number
  sn: string
  chnId: number
  name: Name
  /** 0 video, 1 alarm in, 2 alarm out, 3 hjt212, 4 audio. */
  type: number
  /** Video and audio on one line belong together. */
  lineId: number
  isPtz: boolean
}

/** Attributes of a device; the directory adds its id and its state. */
export type DeviceSpec = {
  sn: string
  kind: DeviceKind
  name: Name
  groupId: number
  /** Position in its kind: the index that incidents name as their subject. */
  rosterIndex: number
  /** Identity of the device in the world's hashes; by default it follows from the serial number. */
  entity?: number
  protocolType: number
  /** Bits of `ABILITY_BITS`. */
  ability: number
  bizType?: readonly string[]
  isPtz: boolean
  /** Model, where a kind has several (see devices/station-models.ts). */
  model?: string
  /** Place of installation, local metres and degrees; vehicles have their depot. */
  x: number
  y: number
  longitude: number
  latitude: number
  /** Where a camera looks, degrees clockwise from north. */
  headingDeg?: number
  /** Vehicle of the world's traffic that carries the device. */
  trafficIndex?: number
  installedAtMs: number
  installAddress: Name
  installer: Name
  /** Licence plate of a vehicle. */
  plate?: string
  /** Given channels; by default they follow from the kind. */
  channels?: readonly Omit<DeviceChannel, 'id' | 'deviceId' | 'sn'>[]
  /** Added by a device at the gateway's door rather than by a scenario: the world knows nothing of it. */
  foreign?: boolean
  /** Of our fleet, but it connects to a gateway: that one keeps its live state and position. */
  wire?: boolean
  /** Video that a camera shows in place of the world. */
  video?: FleetVideo
  /** How its cameras encode, where it is not as usual. */
  encoding?: FleetEncoding
  /** How often it reports where it moves; `normal` when left out. */
  profile?: FleetProfile
  /** The fleet that it was added with while the platform ran, and the platform moment from which it is there. */
  fleetId?: string
  sinceMs?: number
}

export type Device = Required<Pick<DeviceSpec, 'entity' | 'bizType'>> &
  Omit<DeviceSpec, 'channels'> & {
    id: number
    /** Index in the directory's arrays. */
    slot: number
  }

/** The device of a specification. Its fields are named one by one: with 100,000 devices, spreading took most of a start. */
export function deviceOf(spec: DeviceSpec, id: number, slot: number): Device {
  return {
    sn: spec.sn,
    kind: spec.kind,
    name: spec.name,
    groupId: spec.groupId,
    rosterIndex: spec.rosterIndex,
    entity: spec.entity ?? hashText(spec.sn),
    protocolType: spec.protocolType,
    ability: spec.ability,
    bizType: spec.bizType ?? NO_BUSINESS,
    isPtz: spec.isPtz,
    model: spec.model,
    x: spec.x,
    y: spec.y,
    longitude: spec.longitude,
    latitude: spec.latitude,
    headingDeg: spec.headingDeg,
    trafficIndex: spec.trafficIndex,
    installedAtMs: spec.installedAtMs,
    installAddress: spec.installAddress,
    installer: spec.installer,
    plate: spec.plate,
    foreign: spec.foreign,
    wire: spec.wire,
    video: spec.video,
    encoding: spec.encoding,
    profile: spec.profile,
    fleetId: spec.fleetId,
    sinceMs: spec.sinceMs,
    id,
    slot,
  } satisfies Record<keyof Device, unknown>
}

const NO_BUSINESS: readonly string[] = []

export type DeviceState = Record<OnlineField, number> & {
  online: boolean
  /** Last known position; 0, 0 while none is known. */
  longitude: number
  latitude: number
  /** Epoch milliseconds of the last position. */
  locationTimeMs: number
  speedKmh: number
  directionDeg: number
  /** 0 none, 1 alarm, 2 processed. */
  alarmFlg: number
}
