import { NODE_TYPES } from '@backlot/contract/devices/entities'

/** Screens that the function entries of a device open. */
const SCREENS: Readonly<Record<number, string>> = {
  [NODE_TYPES.functionAi]: '/aiAlarm',
  [NODE_TYPES.functionLocation]: '/dispatch',
  [NODE_TYPES.functionHjt212]: '/senseDevice',
  [NODE_TYPES.functionSolar]: '/solarEnergy',
  [NODE_TYPES.functionAgriculture]: '/agriculture',
  [NODE_TYPES.functionGas]: '/gas',
}

/** Address of the screen behind a function entry (1000 to 1005), or undefined for other nodes. */
export function screenOfFunction(nodeType: number, sn: string): string | undefined {
  const path = SCREENS[nodeType]
  return path && `${path}?sn=${encodeURIComponent(sn)}`
}
