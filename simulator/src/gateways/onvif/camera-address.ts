/** Addresses of cameras as administrators write them. */
import { readRtspTarget } from '../../media/rtsp-pull/rtsp-source.ts'
import { CameraProblem } from './camera-problem.ts'

export type CameraAddress =
  | { way: 'onvif'; host: string; port: number; path: string }
  | { way: 'rtsp'; host: string; port: number; path: string }

const DEVICE_SERVICE = '/onvif/device_service'
const HTTP_PORT = 80

/**
 * Reads http://host[:port]/path, host[:port] or rtsp://host[:port]/path. Throws a CameraProblem for anything else, and
 * for an address with an account in it: accounts have fields of their own, which are kept secret.
 */
export function readCameraAddress(text: string): CameraAddress {
  const wrong = (why: string) =>
    new CameraProblem('notOnvif', `${why}: write http://host:port/path or rtsp://host:port/path`)
  const trimmed = text.trim()
  if (/^https:/i.test(trimmed)) throw wrong('cameras are spoken to over http')
  if (/^rtsp:/i.test(trimmed)) {
    const target = readRtspTarget(trimmed)
    if (!target) throw wrong('this is no address')
    if (target.account) throw wrong('the address holds an account')
    const { host, port, url } = target
    return { way: 'rtsp', host, port, path: pathOf(url) }
  }
  const whole = /^http:/i.test(trimmed) ? trimmed : `http://${trimmed}`
  if (whole.includes('://', 7) || !URL.canParse(whole)) throw wrong('this is no address')
  const url = new URL(whole)
  if (url.protocol !== 'http:' || url.hostname === '') throw wrong('this is no address')
  if (url.username !== '' || url.password !== '') throw wrong('the address holds an account')
  const path = url.pathname === '/' ? DEVICE_SERVICE : url.pathname
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return {
    way: 'onvif',
    host,
    port: url.port === '' ? HTTP_PORT : Number(url.port),
    path: `${path}${url.search}`,
  }
}

/** Path and query of an address. */
export const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** How an address is stored and shown. */
export function writeCameraAddress({ way, host, port, path }: CameraAddress): string {
  const name = host.includes(':') ? `[${host}]` : host
  return `${way === 'rtsp' ? 'rtsp' : 'http'}://${name}:${port}${path}`
}
