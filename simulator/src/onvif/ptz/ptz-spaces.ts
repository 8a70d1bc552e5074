/** Coordinates of PTZ (ONVIF PTZ, 5.7): generic spaces from -1 to 1, zoom from 0 to 1. */
import { element, type Xml } from '../../wire/onvif/write-xml.ts'
import { childOf, type XmlNode } from '../../wire/onvif/xml-node.ts'
import { readNumber } from '../../wire/onvif/xsd-values.ts'
import { range } from '../media/configurations.ts'
import type { OnvifPose } from '../ports.ts'

const ROOT = 'http://www.onvif.org/ver10/tptz'
export const SPACES = {
  absolutePanTilt: `${ROOT}/PanTiltSpaces/PositionGenericSpace`,
  absoluteZoom: `${ROOT}/ZoomSpaces/PositionGenericSpace`,
  relativePanTilt: `${ROOT}/PanTiltSpaces/TranslationGenericSpace`,
  relativeZoom: `${ROOT}/ZoomSpaces/TranslationGenericSpace`,
  continuousPanTilt: `${ROOT}/PanTiltSpaces/VelocityGenericSpace`,
  continuousZoom: `${ROOT}/ZoomSpaces/VelocityGenericSpace`,
  panTiltSpeed: `${ROOT}/PanTiltSpaces/GenericSpeedSpace`,
  zoomSpeed: `${ROOT}/ZoomSpaces/ZoomGenericSpeedSpace`,
} as const
export type Space = keyof typeof SPACES

export const space2d = (name: string, space: Space, min = -1, max = 1): Xml =>
  element(name, [
    element('tt:URI', SPACES[space]),
    range('tt:XRange', min, max),
    range('tt:YRange', min, max),
  ])
export const space1d = (name: string, space: Space, min: number, max: number): Xml =>
  element(name, [element('tt:URI', SPACES[space]), range('tt:XRange', min, max)])

/** What a camera supports, in the order of tt:PTZSpaces. */
export const supportedSpaces = (name: string): Xml =>
  element(name, [
    space2d('tt:AbsolutePanTiltPositionSpace', 'absolutePanTilt'),
    space1d('tt:AbsoluteZoomPositionSpace', 'absoluteZoom', 0, 1),
    space2d('tt:RelativePanTiltTranslationSpace', 'relativePanTilt'),
    space1d('tt:RelativeZoomTranslationSpace', 'relativeZoom', -1, 1),
    space2d('tt:ContinuousPanTiltVelocitySpace', 'continuousPanTilt'),
    space1d('tt:ContinuousZoomVelocitySpace', 'continuousZoom', -1, 1),
    space1d('tt:PanTiltSpeedSpace', 'panTiltSpeed', 0, 1),
    space1d('tt:ZoomSpeedSpace', 'zoomSpeed', 0, 1),
  ])

export type PtzVector = { pan?: number; tilt?: number; zoom?: number }

/**
 * Reads tt:PanTilt and tt:Zoom. 'space': one of a space that is not the generic one; 'value': one that is no number or
 * outside -1 … 1 (zoom: `zoomMin` … 1).
 */
export function readVector(
  node: XmlNode | undefined,
  spaces: { panTilt: Space; zoom: Space },
  zoomMin = -1,
): PtzVector | 'space' | 'value' {
  const vector: PtzVector = {}
  const [panTilt, zoom] = [childOf(node, 'PanTilt'), childOf(node, 'Zoom')]
  const isOther = (part: XmlNode | undefined, space: Space) =>
    (part?.attributes.get('space') || SPACES[space]) !== SPACES[space]
  if (isOther(panTilt, spaces.panTilt) || isOther(zoom, spaces.zoom)) return 'space'
  const read = (part: XmlNode, name: string, min: number) => {
    const value = readNumber(part.attributes.get(name))
    return value !== undefined && value >= min && value <= 1 ? value : undefined
  }
  if (panTilt) {
    vector.pan = read(panTilt, 'x', -1)
    vector.tilt = read(panTilt, 'y', -1)
    if (vector.pan === undefined || vector.tilt === undefined) return 'value'
  }
  if (zoom) {
    vector.zoom = read(zoom, 'x', zoomMin)
    if (vector.zoom === undefined) return 'value'
  }
  return vector
}

/** A pose in generic spaces. Zoom goes by the logarithm of the magnification, so that equal steps look equal. */
export function toGeneric(pose: OnvifPose): Required<PtzVector> {
  const { tiltDeg, zoom } = pose.limits
  const turned = (((pose.panDeg - pose.aheadDeg + 180) % 360) + 360) % 360
  const within = (value: number, least: number) => Math.max(least, Math.min(1, value))
  return {
    pan: within((turned - 180) / 180, -1),
    tilt: within(((pose.tiltDeg - tiltDeg.min) / (tiltDeg.max - tiltDeg.min)) * 2 - 1, -1),
    zoom: within(Math.log(pose.zoom / zoom.min) / Math.log(zoom.max / zoom.min), 0),
  }
}

/** Generic positions as a pose; axes left out stay out. Pan goes round, the others end at their limits. */
export function fromGeneric(
  vector: PtzVector,
  { aheadDeg, limits: { tiltDeg, zoom } }: OnvifPose,
): { panDeg?: number; tiltDeg?: number; zoom?: number } {
  const pose: { panDeg?: number; tiltDeg?: number; zoom?: number } = {}
  if (vector.pan !== undefined) pose.panDeg = (((aheadDeg + vector.pan * 180) % 360) + 360) % 360
  if (vector.tilt !== undefined) {
    const share = (Math.max(-1, Math.min(1, vector.tilt)) + 1) / 2
    pose.tiltDeg = tiltDeg.min + share * (tiltDeg.max - tiltDeg.min)
  }
  if (vector.zoom !== undefined)
    pose.zoom = zoom.min * (zoom.max / zoom.min) ** Math.max(0, Math.min(1, vector.zoom))
  return pose
}
