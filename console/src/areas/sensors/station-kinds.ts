import {
  agricultureRealtime,
  gasRealtime,
  sensorRealtime,
  solarRealtime,
} from '@backlot/contract/devices/calls'
import { NODE_TYPES } from '@backlot/contract/devices/constants'
import { agricultureHistory, gasHistory, sensorHistory, solarHistory } from '@backlot/contract/sensors/calls'
import {
  getAgricultureConfig,
  getGasConfig,
  getSensorConfig,
  getSolarConfig,
  setAgricultureConfig,
  setGasConfig,
  setSensorConfig,
  setSolarConfig,
} from '@backlot/contract/sensors/param-calls'
import { functionsOf, isDeviceType, isSenseType } from '../../features/device-tree/tree-entry.ts'
import type { NodeFilter } from '../../features/device-tree/tree-model.ts'

/**
 * Whether a node's row is offered: groups (empty ones vanish by themselves), stations of the kind, and their sensors
 * and monitoring points.
 */
const stationsWith =
  (entry: number): NodeFilter =>
  (node, nodeType) =>
    node.favouriteId === undefined &&
    (nodeType === NODE_TYPES.group ||
      ((isDeviceType(nodeType) || isSenseType(nodeType)) && functionsOf(node).includes(entry)))

/**
 * Kinds of stations by route: the function entry that marks their devices, and the calls of their readings, present and
 * past, and of their settings.
 */
const STATION_KINDS = {
  '/senseDevice': {
    title: 'hjt212',
    entry: NODE_TYPES.functionHjt212,
    call: sensorRealtime,
    history: sensorHistory,
    config: getSensorConfig,
    setConfig: setSensorConfig,
    section: 'sensorParam',
    offers: stationsWith(NODE_TYPES.functionHjt212),
  },
  '/solarEnergy': {
    title: 'solar',
    entry: NODE_TYPES.functionSolar,
    call: solarRealtime,
    history: solarHistory,
    config: getSolarConfig,
    setConfig: setSolarConfig,
    section: 'solarParam',
    offers: stationsWith(NODE_TYPES.functionSolar),
  },
  '/agriculture': {
    title: 'agriculture',
    entry: NODE_TYPES.functionAgriculture,
    call: agricultureRealtime,
    history: agricultureHistory,
    config: getAgricultureConfig,
    setConfig: setAgricultureConfig,
    section: 'agricultureParam',
    offers: stationsWith(NODE_TYPES.functionAgriculture),
  },
  '/gas': {
    title: 'gas',
    entry: NODE_TYPES.functionGas,
    call: gasRealtime,
    history: gasHistory,
    config: getGasConfig,
    setConfig: setGasConfig,
    section: 'gasParam',
    offers: stationsWith(NODE_TYPES.functionGas),
  },
} as const

export type StationKind = (typeof STATION_KINDS)[keyof typeof STATION_KINDS]

/** The kind of stations that a route shows. */
export function stationKindAt(path: string): StationKind {
  const kind = Object.hasOwn(STATION_KINDS, path) && STATION_KINDS[path as keyof typeof STATION_KINDS]
  if (!kind) throw new Error(`${path} shows no stations`)
  return kind
}
