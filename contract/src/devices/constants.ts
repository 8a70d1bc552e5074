import { perWire, WIRE_NAMES, WIRES } from '../wires/wires.ts'

/** Node types of the device tree (stated). */
export const NODE_TYPES = {
  device: 0,
  group: 1,
  /** A unit that only carries sensors: a controller of an RS-485 line (assumed). Multi-select does not count it. */
  deviceLike: 2,
  channel: 4,
  /** A sensor that a device asks over its RS-485 line. */
  controller: 6,
  /** A monitoring point. */
  sensor: 7,
  functionAi: 1000,
  functionLocation: 1001,
  functionHjt212: 1002,
  functionSolar: 1003,
  functionAgriculture: 1004,
  functionGas: 1005,
} as const

/**
 * How a camera sees, where it does not see as people do (assumed): warmth in shades of grey or in the
 * colours of iron, or all around through a fish-eye.
 */
export const PICTURE_STYLES = ['thermal', 'thermalIron', 'fisheye'] as const
export type PictureStyle = (typeof PICTURE_STYLES)[number]

/**
 * A fish-eye's circle, in parts of the picture's height (assumed): its middle from above, half way across the picture,
 * and its radius. It ends above the strip. The lens looks down from a ceiling, equidistant, with the horizon as its edge.
 */
export const FISHEYE_CIRCLE = { middle: 0.45, radius: 0.44 } as const

/** Channel types (stated). */
export const CHANNEL_TYPES = { video: 0, alarmIn: 1, alarmOut: 2, hjt212: 3, audio: 4 } as const

/** Protocol types of a device: 0 does not know intercom and 5 is a V3 device (stated); the rest is assumed. */
export const PROTOCOL_TYPES = {
  v1: 0,
  gb28181: 1,
  onvif: 2,
  ...perWire((wire) => WIRES[wire].protocolType),
  v3: 5,
} as const
export const PROTOCOL_NAMES = ['v1', 'gb28181', 'onvif', ...WIRE_NAMES, 'v3'] as const
/** The standards' own names: the same in every language. */
const PROTOCOL_TITLES = {
  v1: 'V1',
  gb28181: 'GB/T 28181',
  onvif: 'ONVIF',
  ...perWire((wire): string => WIRES[wire].title),
  v3: 'V3',
}

/** Protocols of users' own devices that no device of a fleet and no type of devices has (assumed). */
export const FOREIGN_PROTOCOLS = {
  mqtt: { type: 6, title: 'MQTT' },
  modbus: { type: 7, title: 'Modbus TCP' },
} as const

/** What a protocol type is called; of an unknown one, its number. */
export function protocolTitle(type: number): string {
  const name = PROTOCOL_NAMES.find((each) => PROTOCOL_TYPES[each] === type)
  if (name) return PROTOCOL_TITLES[name]
  return Object.values(FOREIGN_PROTOCOLS).find((each) => each.type === type)?.title ?? String(type)
}

/** The audio meeting's root node (stated). */
export const MEETING_ROOT_ID = -1
