/** Who a camera says it is: to clients, and to those that look for it. */
import { createHash } from 'node:crypto'
import type { OnvifCamera } from '../ports.ts'

/** A UUID made of the serial number (RFC 9562, version 8), as a URN: the same for ever. */
export function endpointOf(sn: string): string {
  const hash = createHash('sha256').update(`onvif ${sn}`).digest('hex')
  const variant = ((Number.parseInt(hash[16]!, 16) & 3) | 8).toString(16)
  const parts = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ]
  return `urn:uuid:${parts.join('-')}`
}

/** A locally administered address made of the serial number. */
export function macOf(sn: string): string {
  const bytes = createHash('sha256').update(`mac ${sn}`).digest().subarray(0, 6)
  bytes[0] = (bytes[0]! & 0xfc) | 2
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(':')
}

const ROOT = 'onvif://www.onvif.org'

/** Scopes (ONVIF Core, 7.3.3). Profiles G and T ask for more than is served here. */
export function scopesOf(camera: OnvifCamera): string[] {
  const { name, model, location, channels } = camera
  const scopes = [
    `${ROOT}/type/video_encoder`,
    `${ROOT}/type/Network_Video_Transmitter`,
    ...(channels.some(({ ptz }) => ptz) ? [`${ROOT}/type/ptz`] : []),
    ...(channels.some(({ audio }) => audio) ? [`${ROOT}/type/audio_encoder`] : []),
    `${ROOT}/Profile/Streaming`,
    `${ROOT}/hardware/${encodeURIComponent(model)}`,
    `${ROOT}/name/${encodeURIComponent(name)}`,
  ]
  if (location) scopes.push(`${ROOT}/location/latitude/${location.lat}/longitude/${location.lng}`)
  return scopes
}
