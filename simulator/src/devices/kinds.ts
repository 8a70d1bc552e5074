/** Every kind of device, in the order in which kinds came: ids of types and random streams follow from it. */
import type { KindFacts } from '@backlot/contract/devices/kind-facts'
import { DEVICE_KINDS, type DeviceKind } from '@backlot/contract/devices/kinds'
import { asKind, learnKind } from '@backlot/contract/devices/known-kinds'
import { hashText } from '../world/hash.ts'
import { BODY_CAMERA } from './body-camera/body-camera.ts'
import type { DeviceKindSpec } from './device-kind.ts'
import { ELEVATOR } from './elevator/elevator.ts'
import { FARM_STATION } from './farm-station/farm-station.ts'
import { FIXED_CAMERA } from './fixed-camera/fixed-camera.ts'
import { GAS_DETECTOR } from './gas-detector/gas-detector.ts'
import { HJ212_STATION } from './hj212-station/hj212-station.ts'
import { PTZ_CAMERA } from './ptz-camera/ptz-camera.ts'
import { SENSOR_CONTROLLER } from './sensor-controller/sensor-controller.ts'
import { SOLAR_STATION } from './solar-station/solar-station.ts'
import { VEHICLE } from './vehicle/vehicle.ts'

const ALL: Record<DeviceKind, DeviceKindSpec> = {
  camera: FIXED_CAMERA,
  ptzCamera: PTZ_CAMERA,
  bodyCamera: BODY_CAMERA,
  vehicle: VEHICLE,
  hj212Station: HJ212_STATION,
  solarStation: SOLAR_STATION,
  farmStation: FARM_STATION,
  gasDetector: GAS_DETECTOR,
  sensorController: SENSOR_CONTROLLER,
  elevator: ELEVATOR,
}

/** Kinds by name: the built-in ones, and behind them those of kind files, which come as a platform starts. */
export const KINDS: Readonly<Record<DeviceKind, DeviceKindSpec>> = ALL

type KindListener = (kind: DeviceKind, spec: DeviceKindSpec) => void
const listeners: KindListener[] = []

/** Calls a listener for every kind, now and as kinds come: tables of what kinds bring are made so. */
export function onKind(listener: KindListener): void {
  for (const [kind, spec] of Object.entries(ALL)) listener(asKind(kind), spec)
  listeners.push(listener)
}

/** Adds the kind of a file, once for the whole thread. */
export function addKind(name: string, spec: DeviceKindSpec): void {
  const kind = asKind(name)
  ALL[kind] = spec
  learnKind(name, kindFactsOf(spec))
  for (const listener of listeners) listener(kind, spec)
}

/** A number for a kind's types and random streams: the place of a built-in one; that of a file follows from its name. */
export function kindNumber(kind: DeviceKind): number {
  const place = (DEVICE_KINDS as readonly string[]).indexOf(kind)
  return place >= 0 ? place : 1_000_000 + (hashText(kind) % 1_000_000_000)
}

/** What the contract says of a kind. */
export function kindFactsOf(spec: DeviceKindSpec): KindFacts {
  return {
    name: spec.name,
    icon: spec.icon,
    marker: spec.marker,
    speaks: spec.speaks,
    typeProtocols: spec.typeProtocols ?? spec.speaks,
    ...(spec.wire ? { wire: spec.wire } : {}),
    moves: spec.moves !== undefined,
    hasLine: spec.line !== undefined,
    ...(spec.onlyItsModels ? { models: Object.keys(spec.models) } : {}),
  }
}
