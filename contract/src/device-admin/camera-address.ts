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

/** What stands for a secret in an address. */
export const HIDDEN_SECRET = '***'

const NAMES = 'password|passwd|passwort|pwd|psw|pass|token|secret|auth(?:basic)?'
/**
 * Secrets in the path or query of an address, as cameras without accounts of RTSP want them: `user=admin&password=…`,
 * or, with underscores, `user=admin_password=…_channel=1`.
 */
const SECRETS = new RegExp(`([?&;/](?:${NAMES})=)([^&;]*)|(_(?:${NAMES})=)([^&;_/?]*)`, 'gi')

/** The secrets in an address, in their order. */
export const secretsOfAddress = (address: string): string[] =>
  [...address.matchAll(SECRETS)].map(([, , plain, , underscored]) => plain ?? underscored ?? '')

/** An address whose secrets are hidden: `user=admin&password=***`. */
export const withHiddenSecrets = (address: string): string =>
  address.replace(
    SECRETS,
    (_whole, name, _secret, underscoredName) => `${name ?? underscoredName}${HIDDEN_SECRET}`,
  )

/** An address whose hidden secrets are those of another one again, as far as it has them. */
export function withSecretsOf(address: string, other: string): string {
  const secrets = secretsOfAddress(other)
  let number = 0
  return address.replace(SECRETS, (whole, name, plain, underscoredName, underscored) => {
    const secret = secrets[number++]
    return (plain ?? underscored) === HIDDEN_SECRET && secret !== undefined
      ? `${name ?? underscoredName}${secret}`
      : whole
  })
}
