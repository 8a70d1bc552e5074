import { CHANNEL_TYPES, NODE_TYPES } from '@backlot/contract/devices/constants'
import type { KindIcon } from '@backlot/contract/devices/kind-facts'
import { type DeviceKind, KIND_FACTS } from '@backlot/contract/devices/kinds'
import { asKind, findKind } from '@backlot/contract/devices/known-kinds'
import type { ReactNode } from 'react'
import type { NodeState } from './node-state.ts'

/** Pictures of trees, and of kinds of devices by their names. */
export type Glyph =
  | DeviceKind
  | 'group'
  | 'favourites'
  | 'meeting'
  | 'ptz'
  | 'solar'
  | 'farm'
  | 'gas'
  | 'device'
  | 'video'
  | 'alarmIn'
  | 'alarmOut'
  | 'data'
  | 'audio'
  | 'controller'
  | 'sensor'
  | 'ai'
  | 'location'

const drawing = ({ filled, lines }: KindIcon) => (
  <>
    {filled && <path className="fill" d={filled} />}
    {lines && <path d={lines} />}
  </>
)

/** 16 × 16 outlines; `fill` marks the parts that an online device has filled. */
const PATHS: Readonly<Record<Exclude<Glyph, DeviceKind>, ReactNode>> = {
  group: <path d="M1.8 4.3c0-.6.4-1 1-1h3.3l1.4 1.6h5.7c.6 0 1 .4 1 1v6c0 .6-.4 1-1 1H2.8c-.6 0-1-.4-1-1z" />,
  favourites: <path d="m8 2 1.8 3.8 4.2.5-3.1 2.9.8 4.1L8 11.3l-3.7 2 .8-4.1L2 6.3l4.2-.5z" />,
  meeting: (
    <>
      <circle cx="5.5" cy="5.5" r="2.2" />
      <circle cx="11.2" cy="6.3" r="1.7" />
      <path d="M1.7 13c.2-2.3 1.7-3.6 3.8-3.6S9.100 10.700 9.300 13M10.500 9.800c2-.2 3.500 1 3.800 3.200" />
    </>
  ),
  ptz: drawing(KIND_FACTS.ptzCamera.icon),
  solar: drawing(KIND_FACTS.solarStation.icon),
  farm: drawing(KIND_FACTS.farmStation.icon),
  gas: drawing(KIND_FACTS.gasDetector.icon),
  device: <path className="fill" d="M2.500 4h11v7h-11zM5.500 13.500h5M8 11v2.500" />,
  video: (
    <path d="M2 5.200c0-.6.4-1 1-1h6c.6 0 1 .4 1 1v5.600c0 .6-.4 1-1 1H3c-.6 0-1-.4-1-1zM10 7l4-2v6l-4-2" />
  ),
  alarmIn: <path d="M4 11V7.500a4 4 0 0 1 8 0V11l1 1.300H3zM6.800 14h2.400M8 2v1.500" />,
  alarmOut: (
    <path d="M4.800 11.500V8a3.200 3.200 0 0 1 6.400 0v3.500M3 13.500h10v-2H3zM8 1.500v1.300M2.500 4l1 .9M13.500 4l-1 .9" />
  ),
  data: <path d="M2 13.500h12M3.500 11V8.500M6.500 11V5M9.500 11V7M12.500 11V3" />,
  audio: (
    <path d="M6 4a2 2 0 0 1 4 0v3.500a2 2 0 0 1-4 0zM3.700 7.500a4.300 4.300 0 0 0 8.600 0M8 11.800v2M5.800 13.800h4.400" />
  ),
  controller: drawing(KIND_FACTS.sensorController.icon),
  sensor: (
    <>
      <circle cx="8" cy="8" r="1.700" />
      <path d="M5 11.500a5 5 0 0 1 0-7M11 11.500a5 5 0 0 0 0-7" />
    </>
  ),
  ai: (
    <path d="M8 1.800 9.300 6l4.200 1.300L9.300 8.700 8 13l-1.300-4.300-4.200-1.400L6.700 6zM12.700 11l.5 1.400 1.300.4-1.300.5-.5 1.300" />
  ),
  location: (
    <>
      <path d="M8 14c-2.800-3-4.200-5.300-4.200-7.300a4.200 4.200 0 0 1 8.400 0C12.200 8.700 10.800 11 8 14Z" />
      <circle cx="8" cy="6.600" r="1.500" />
    </>
  ),
}

const BY_CHANNEL: Readonly<Record<number, Glyph>> = {
  [CHANNEL_TYPES.video]: 'video',
  [CHANNEL_TYPES.alarmIn]: 'alarmIn',
  [CHANNEL_TYPES.alarmOut]: 'alarmOut',
  [CHANNEL_TYPES.hjt212]: 'data',
  [CHANNEL_TYPES.audio]: 'audio',
}

const BY_NODE_TYPE: Readonly<Record<number, Glyph>> = {
  [NODE_TYPES.group]: 'group',
  [NODE_TYPES.channel]: 'video',
  [NODE_TYPES.controller]: 'controller',
  [NODE_TYPES.sensor]: 'sensor',
  [NODE_TYPES.functionAi]: 'ai',
  [NODE_TYPES.functionLocation]: 'location',
  [NODE_TYPES.functionHjt212]: 'data',
  [NODE_TYPES.functionSolar]: 'solar',
  [NODE_TYPES.functionAgriculture]: 'farm',
  [NODE_TYPES.functionGas]: 'gas',
}

/** The icon of a node: by the device's kind when the platform names one, else by its abilities. */
export function glyphOf(
  nodeType: number,
  kind: string | undefined,
  isPtz: boolean | undefined,
  channelType: number | undefined,
): Glyph {
  if (channelType !== undefined) return BY_CHANNEL[channelType] ?? 'video'
  if (kind === 'meeting') return kind
  if (kind !== undefined && findKind(kind)) return asKind(kind)
  return BY_NODE_TYPE[nodeType] ?? (isPtz ? 'ptz' : 'device')
}

/**
 * A node's icon. State by shape as well as by colour: online is filled, offline an outline with a slash, an alarm
 * carries an exclamation mark, a processed one a tick, a stale position a clock, a lost one a question mark.
 */
export function NodeIcon({ glyph, state }: { glyph: Glyph; state: NodeState | 'plain' }) {
  const own = findKind(glyph)
  return (
    <svg className="node-icon" data-state={state} viewBox="0 0 16 16" width="18" height="18" aria-hidden>
      <g className="glyph">{own ? drawing(own.icon) : PATHS[glyph as Exclude<Glyph, DeviceKind>]}</g>
      {BADGES[state]}
    </svg>
  )
}

const BADGES: Partial<Record<NodeState | 'plain', ReactNode>> = {
  offline: <path className="slash" d="M2.500 2.500 13.500 13.500" />,
  raised: (
    <g className="badge">
      <path d="M12 7 16.600 15.800H7.400z" />
      <path className="mark" d="M12 10.200v2.600M12 14.200v.1" />
    </g>
  ),
  processed: (
    <g className="badge">
      <circle cx="12" cy="12" r="4.100" />
      <path className="mark" d="m10.400 12.100 1.200 1.200 2.100-2.400" />
    </g>
  ),
  stale: (
    <g className="badge">
      <circle cx="12" cy="12" r="4.100" />
      <path className="mark" d="M12 9.900V12l1.500 1" />
    </g>
  ),
  purple: (
    <g className="badge">
      <circle cx="12" cy="12" r="4.100" />
      <path className="mark" d="M10.900 11.200a1.100 1.100 0 1 1 1.600 1c-.400.200-.5.400-.5.7M12 14v.1" />
    </g>
  ),
}
