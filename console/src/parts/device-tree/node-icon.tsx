import { CHANNEL_TYPES, NODE_TYPES } from '@backlot/contract/devices/constants'
import type { ReactNode } from 'react'
import type { NodeState } from './node-state.ts'

export type Glyph =
  | 'group'
  | 'favourites'
  | 'meeting'
  | 'camera'
  | 'ptz'
  | 'vehicle'
  | 'body'
  | 'station'
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

/** 16 × 16 outlines; `fill` marks the parts that an online device has filled. */
const PATHS: Readonly<Record<Glyph, ReactNode>> = {
  group: <path d="M1.8 4.3c0-.6.4-1 1-1h3.3l1.4 1.6h5.7c.6 0 1 .4 1 1v6c0 .6-.4 1-1 1H2.8c-.6 0-1-.4-1-1z" />,
  favourites: <path d="m8 2 1.8 3.8 4.2.5-3.1 2.9.8 4.1L8 11.3l-3.7 2 .8-4.1L2 6.3l4.2-.5z" />,
  meeting: (
    <>
      <circle cx="5.5" cy="5.5" r="2.2" />
      <circle cx="11.2" cy="6.3" r="1.7" />
      <path d="M1.7 13c.2-2.3 1.7-3.6 3.8-3.6S9.100 10.700 9.300 13M10.500 9.800c2-.2 3.500 1 3.800 3.200" />
    </>
  ),
  camera: (
    <>
      <path className="fill" d="m1.700 5.900 9.800-2.600 1.300 4.400-9.400 2.500z" />
      <path d="M4.200 10v3.300H1.800M12.800 7.700l1.600-.4" />
    </>
  ),
  ptz: (
    <>
      <path d="M3.500 2.500h9M8 2.500v2" />
      <path className="fill" d="M3.700 8.300a4.300 4.300 0 0 1 8.600 0z" />
      <path d="M4.900 8.500a3.100 3.100 0 0 0 6.200 0M2 11.500c.8 1.200 2 2 3.300 2.300M14 11.500c-.8 1.200-2 2-3.300 2.300" />
    </>
  ),
  vehicle: (
    <>
      <path
        className="fill"
        d="m2.800 7.300 1.300-3c.2-.5.6-.8 1.200-.8h5.400c.6 0 1 .3 1.200.8l1.300 3c.5.200.8.600.8 1.200v3H2v-3c0-.600.300-1 .8-1.200Z"
      />
      <path d="M3 7.400h10M3.500 11.500v1.700M12.500 11.500v1.700" />
    </>
  ),
  body: (
    <>
      <path className="fill" d="M4.500 2.500h7v11h-7z" />
      <circle cx="8" cy="6.300" r="1.900" />
      <path d="M6.500 11h3" />
    </>
  ),
  station: (
    <>
      <path d="M8 6.500v7M5.300 13.500h5.400" />
      <circle className="fill" cx="8" cy="5" r="1.600" />
      <path d="M4.600 8A4.500 4.500 0 0 1 4.600 2M11.400 8a4.500 4.500 0 0 0 0-6" />
    </>
  ),
  solar: (
    <>
      <path className="fill" d="m3.300 6.500-1.500 5h12.400l-1.500-5z" />
      <path d="M8 6.500v7M2.600 9h10.800M8 1.500v1.700M4 3l.9 1.200M12 3l-.9 1.200" />
    </>
  ),
  farm: (
    <>
      <path className="fill" d="M8 8C4.700 8 3 6.200 2.700 3.200 6 3.200 8 4.900 8 8Z" />
      <path d="M8 9.300c0-2.600 1.800-4.300 5.200-4.300-.2 2.900-2 4.500-5.200 4.500M8 7v6.500M4 13.500h8" />
    </>
  ),
  gas: (
    <>
      <path
        className="fill"
        d="M8 1.800c2.600 2.600 4 4.600 4 6.700a4 4 0 0 1-8 0c0-1.200.5-2.200 1.500-3.300.3 1 .8 1.500 1.400 1.800C6.600 5 7 3.400 8 1.800Z"
      />
      <path d="M4 14h8" />
    </>
  ),
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
  controller: <path d="M3 4h10M3 8h10M3 12h10M6 2.800v2.400M10.500 6.800v2.400M5 10.800v2.400" />,
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

const BY_KIND: Readonly<Record<string, Glyph>> = {
  camera: 'camera',
  ptzCamera: 'ptz',
  vehicle: 'vehicle',
  bodyCamera: 'body',
  hj212Station: 'station',
  solarStation: 'solar',
  farmStation: 'farm',
  gasDetector: 'gas',
  sensorController: 'controller',
  meeting: 'meeting',
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

/** The picture of a node: by the device's kind when the platform names one, else by what it is able to. */
export function glyphOf(
  nodeType: number,
  kind: string | undefined,
  isPtz: boolean | undefined,
  channelType: number | undefined,
): Glyph {
  if (channelType !== undefined) return BY_CHANNEL[channelType] ?? 'video'
  if (kind !== undefined && kind in BY_KIND) return BY_KIND[kind]!
  return BY_NODE_TYPE[nodeType] ?? (isPtz ? 'ptz' : 'device')
}

/**
 * A node's icon. State by shape as well as by colour: online is filled, offline an outline with a slash, an alarm
 * carries an exclamation mark, a processed one a tick, a stale position a clock, a lost one a question mark.
 */
export function NodeIcon({ glyph, state }: { glyph: Glyph; state: NodeState | 'plain' }) {
  return (
    <svg className="node-icon" data-state={state} viewBox="0 0 16 16" width="18" height="18" aria-hidden>
      <g className="glyph">{PATHS[glyph]}</g>
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
