import type { Device } from '../fleet/device.ts'
import { hashText } from '../world/hash.ts'
import { incidentRule } from '../world/incidents/incident-rules.ts'
import type { Incident } from '../world/types.ts'
import { alarmOfIncident } from './alarm-types/alarm-types.ts'

/** How far before the camera it happens, metres. */
const NEAREST_M = 9
const FARTHEST_M = 30
const USUAL_M = 16

/** Whether an incident happens in front of the camera that raises it, and not at the camera's own place. */
export function isBeforeItsCamera(incident: Incident): boolean {
  const { kind, subject } = incident
  if (!subject || !alarmOfIncident(incident)?.isSeen) return false
  return incidentRule(kind)?.subjects.includes(subject.kind) === true
}

/**
 * Where such an incident happens (local metres): on the ground that the camera looked at when it began, a little off
 * the middle of its picture.
 */
export function placeBefore(
  camera: Pick<Device, 'x' | 'y'>,
  eyeM: number,
  pose: { panDeg: number; tiltDeg: number; zoom: number },
  incidentId: string,
): { x: number; y: number } {
  const down = Math.tan((-pose.tiltDeg * Math.PI) / 180)
  const looked = down > 0.02 ? (eyeM / down) * 0.6 : USUAL_M
  const awayM = Math.min(FARTHEST_M, Math.max(NEAREST_M, looked))
  const share = (hashText(incidentId) & 1023) / 1023 - 0.5
  const asideM = (share * 0.4 * awayM) / Math.max(1, pose.zoom)
  const yaw = (pose.panDeg * Math.PI) / 180
  const [sin, cos] = [Math.sin(yaw), Math.cos(yaw)]
  return { x: camera.x + sin * awayM + cos * asideM, y: camera.y + cos * awayM - sin * asideM }
}
