/** Moving a camera, and where it is (ONVIF PTZ, 5.3 and 5.4). */
import { badValue, missing, type SoapFault } from '../../wire/onvif/soap-fault.ts'
import { element, pieces } from '../../wire/onvif/write-xml.ts'
import { childOf, textAt } from '../../wire/onvif/xml-node.ts'
import { readBoolean, readDuration, writeDateTime } from '../../wire/onvif/xsd-values.ts'
import type { OnvifPose } from '../ports.ts'
import type { Answer, ServiceCall } from '../service-call.ts'
import { MOVE_MS } from './ptz-configurations.ts'
import { fromGeneric, type PtzVector, readVector, SPACES, type Space, toGeneric } from './ptz-spaces.ts'
import { done, steerable } from './steerable.ts'

const NO_SPACE = badValue('ter:SpaceNotSupported', 'Only the generic spaces are supported')
const NO_POSITION = badValue('ter:InvalidPosition', 'The position is out of bounds')
const NO_SPEED = badValue('ter:InvalidVelocity', 'The speed is out of bounds')

/** The vector of a parameter, which must have an axis. */
function vectorOf(
  { input }: ServiceCall,
  name: string,
  spaces: { panTilt: Space; zoom: Space },
  wrong: SoapFault,
  zoomMin = -1,
): PtzVector | SoapFault {
  const node = childOf(input, name)
  if (!node) return missing(name)
  const vector = readVector(node, spaces, zoomMin)
  if (vector === 'space') return NO_SPACE
  return vector === 'value' || Object.keys(vector).length === 0 ? wrong : vector
}

/** 0 … 1; undefined when none is given. */
function speedOf({ input }: ServiceCall): number | undefined | SoapFault {
  const vector = readVector(childOf(input, 'Speed'), { panTilt: 'panTiltSpeed', zoom: 'zoomSpeed' })
  if (vector === 'space') return NO_SPACE
  if (vector === 'value') return NO_SPEED
  const parts = Object.values(vector).map(Math.abs)
  return parts.length === 0 ? undefined : Math.max(...parts)
}

export async function continuousMove(call: ServiceCall): Promise<Answer> {
  const at = steerable(call)
  if ('subcodes' in at) return at
  const spaces = { panTilt: 'continuousPanTilt', zoom: 'continuousZoom' } as const
  const vector = vectorOf(call, 'Velocity', spaces, NO_SPEED)
  if ('subcodes' in vector) return vector
  const given = textAt(call.input, 'Timeout')
  const forMs = given === undefined ? MOVE_MS.usual : readDuration(given)
  if (forMs === undefined || forMs < MOVE_MS.least || forMs > MOVE_MS.most)
    return badValue('ter:TimeoutNotSupported', 'The timeout is out of bounds')
  const axes = { panTilt: vector.pan !== undefined, zoom: vector.zoom !== undefined }
  if (Object.values(vector).every((speed) => speed === 0)) return done(at.ptz.stop(...at.of, axes))
  return done(at.ptz.move(...at.of, vector, forMs))
}

export async function absoluteMove(call: ServiceCall): Promise<Answer> {
  const at = steerable(call)
  if ('subcodes' in at) return at
  const spaces = { panTilt: 'absolutePanTilt', zoom: 'absoluteZoom' } as const
  const vector = vectorOf(call, 'Position', spaces, NO_POSITION, 0)
  if ('subcodes' in vector) return vector
  const speed = speedOf(call)
  if (typeof speed === 'object') return speed
  return done(at.ptz.turnTo(...at.of, fromGeneric(vector, at.pose), speed))
}

export async function relativeMove(call: ServiceCall): Promise<Answer> {
  const at = steerable(call)
  if ('subcodes' in at) return at
  const spaces = { panTilt: 'relativePanTilt', zoom: 'relativeZoom' } as const
  const vector = vectorOf(call, 'Translation', spaces, NO_POSITION)
  if ('subcodes' in vector) return vector
  const speed = speedOf(call)
  if (typeof speed === 'object') return speed
  const now = toGeneric(at.pose)
  const target: PtzVector = {}
  for (const axis of ['pan', 'tilt', 'zoom'] as const)
    if (vector[axis]) target[axis] = now[axis] + vector[axis]
  if (Object.keys(target).length === 0) return pieces()
  return done(at.ptz.turnTo(...at.of, fromGeneric(target, at.pose), speed))
}

export async function stop(call: ServiceCall): Promise<Answer> {
  const at = steerable(call)
  if ('subcodes' in at) return at
  // An axis that is not named stops too.
  const stops = (name: string) => readBoolean(textAt(call.input, name)) ?? true
  const axes = { panTilt: stops('PanTilt'), zoom: stops('Zoom') }
  return axes.panTilt || axes.zoom ? done(at.ptz.stop(...at.of, axes)) : pieces()
}

export function getStatus(call: ServiceCall): Answer {
  const at = steerable(call)
  if ('subcodes' in at) return at
  const state = at.pose.isMoving ? 'MOVING' : 'IDLE'
  return element('tptz:PTZStatus', [
    position('tt:Position', at.pose),
    element('tt:MoveStatus', [element('tt:PanTilt', state), element('tt:Zoom', state)]),
    element('tt:UtcTime', writeDateTime(call.nowMs)),
  ])
}

function position(tag: string, pose: OnvifPose) {
  const { pan, tilt, zoom } = toGeneric(pose)
  return element(tag, [
    element('tt:PanTilt', '', { x: pan, y: tilt, space: SPACES.absolutePanTilt }),
    element('tt:Zoom', '', { x: zoom, space: SPACES.absoluteZoom }),
  ])
}
