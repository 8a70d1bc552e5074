/** Addresses of cameras, read and written. */
import { type CameraAddressFault, cameraAddressFault } from '@backlot/contract/device-admin/camera-address'
import { readRtspTarget } from '../../media/rtsp-pull/rtsp-source.ts'
import { CameraProblem } from './camera-problem.ts'

export type CameraAddress =
  | { way: 'onvif'; host: string; port: number; path: string }
  | { way: 'rtsp'; host: string; port: number; path: string }

const DEVICE_SERVICE = '/onvif/device_service'
const HTTP_PORT = 80
const FAULTS: Readonly<Record<CameraAddressFault, string>> = {
  https: 'cameras are spoken to over http',
  account: 'the address holds an account',
  form: 'this is not an address',
}

/** Reads an address that `cameraAddressFault` lets through; throws a CameraProblem for anything else. */
export function readCameraAddress(text: string): CameraAddress {
  const wrong = (fault: CameraAddressFault) =>
    new CameraProblem('notOnvif', `${FAULTS[fault]}: write http://host:port/path or rtsp://host:port/path`)
  const fault = cameraAddressFault(text)
  if (fault) throw wrong(fault)
  const trimmed = text.trim()
  if (/^rtsp:/i.test(trimmed)) {
    const target = readRtspTarget(trimmed)
    if (!target) throw wrong('form')
    const { host, port, url } = target
    return { way: 'rtsp', host, port, path: pathOf(url) }
  }
  const url = new URL(/^http:/i.test(trimmed) ? trimmed : `http://${trimmed}`)
  return {
    way: 'onvif',
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? HTTP_PORT : Number(url.port),
    path: `${url.pathname === '/' ? DEVICE_SERVICE : url.pathname}${url.search}`,
  }
}

/** Path and query of an address. */
export const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** Whether a text is the address of one of these cameras: most leave the usual port out of theirs. */
export function isAddressOf(text: string, cameras: readonly CameraAddress[]): boolean {
  if (cameraAddressFault(text) !== undefined) return false
  const wanted = writeCameraAddress(readCameraAddress(text))
  return cameras.some((camera) => writeCameraAddress(camera) === wanted)
}

/** How an address is shown. */
export function writeCameraAddress({ way, host, port, path }: CameraAddress): string {
  const name = host.includes(':') ? `[${host}]` : host
  return `${way === 'rtsp' ? 'rtsp' : 'http'}://${name}:${port}${path}`
}
