import type { CAMERA_FAULTS } from '@backlot/contract/device-admin/camera-entities'

/** Why a camera cannot be used. */
export type CameraFault = (typeof CAMERA_FAULTS)[number]

/** The message is for people; it holds no credentials. */
export class CameraProblem extends Error {
  override name = 'CameraProblem'
  readonly fault: CameraFault
  constructor(fault: CameraFault, message: string) {
    super(message)
    this.fault = fault
  }
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'EPIPE',
  'EADDRNOTAVAIL',
])
/** Whether a camera of another edition, or a simpler one, answers so to an operation that it does not have. */
export const lacksOperation = ({ fault }: CameraProblem): boolean =>
  fault === 'refused' || fault === 'notOnvif' || fault === 'notSupported'

const TOLD_MOST = 160
/** As cameras tell it: ter:NotAuthorized of ONVIF Core, 5.11.2.1, and what their web servers say. */
const NOT_AUTHORIZED = /not ?authori[sz]ed|unauthori[sz]ed|authentication failed|failedauthentication/i

/** Anything that went wrong with a camera, as one of its faults. */
export function cameraProblemOf(error: unknown): CameraProblem {
  if (error instanceof CameraProblem) return error
  const { code } = (error ?? {}) as NodeJS.ErrnoException
  const told = error instanceof Error ? error.message : String(error)
  if (code === 'ETIMEDOUT') return new CameraProblem('timeout', 'it does not answer')
  if (code !== undefined && UNREACHABLE.has(code)) return new CameraProblem('unreachable', code)
  if (code?.startsWith('HPE_')) return new CameraProblem('notOnvif', 'its answer is not HTTP')
  if (NOT_AUTHORIZED.test(told)) return new CameraProblem('credentials', 'it refuses the account')
  if (/wrong onvif soap response/i.test(told))
    return new CameraProblem('notOnvif', 'its answer is not a SOAP message')
  if (/soap fault/i.test(told)) return new CameraProblem('refused', plain(told))
  // What the client library throws at answers that it does not expect.
  return new CameraProblem('notOnvif', `its answer cannot be read (${plain(told)})`)
}

/** One line of what a camera said. */
function plain(text: string): string {
  const line = [...text].map((letter) => (letter < ' ' || letter === '\u007f' ? ' ' : letter)).join('')
  return line.length > TOLD_MOST ? `${line.slice(0, TOLD_MOST)}…` : line
}
