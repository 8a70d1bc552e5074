/** Addresses of cameras as administrators write them. */

/** What is wrong: an account in it (accounts have fields of their own, which are kept secret), https, or its form. */
export type CameraAddressFault = 'account' | 'https' | 'form'

/**
 * Fault of an address; undefined when it is http://host[:port]/path or host[:port] of an ONVIF camera, or
 * rtsp://host[:port]/path.
 */
export function cameraAddressFault(text: string): CameraAddressFault | undefined {
  const trimmed = text.trim()
  if (/^https:/i.test(trimmed)) return 'https'
  const whole = /^(?:http|rtsp):/i.test(trimmed) ? trimmed : `http://${trimmed}`
  if (!/^(?:http|rtsp):\/\/[^/]/i.test(whole) || whole.includes('://', 7) || !URL.canParse(whole))
    return 'form'
  const { hostname, username, password } = new URL(whole)
  if (hostname === '') return 'form'
  return username === '' && password === '' ? undefined : 'account'
}
