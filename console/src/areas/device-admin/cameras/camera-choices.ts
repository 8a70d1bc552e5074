import { cameraAddressFault } from '@backlot/contract/device-admin/camera-address'
import type {
  CAMERA_FAULTS,
  CameraProfile,
  CameraTransport,
  ProbedCamera,
} from '@backlot/contract/device-admin/camera-entities'
import { spanText } from '../../../components/amount-text.ts'
import type { Translate } from '../../../language/language.ts'

type T = Translate<'cameras'>
type Told = { fault: (typeof CAMERA_FAULTS)[number]; detail?: string | undefined }

/** What is entered in the dialog of a camera. */
export type CameraEntry = {
  address: string
  username: string
  /** Of a camera that is changed: empty is the stored one. */
  password: string
  transport: CameraTransport
  /** Tokens; empty for an address of a stream. */
  mainProfile: string
  subProfile: string
  keepTime: boolean
  name: string
  groupId: number | undefined
}

export const isStreamAddress = (address: string): boolean => /^\s*rtsp:/i.test(address)

/** A fault of a camera in words, with the field that it concerns; without one it concerns all of them. */
export function toldFault(
  t: T,
  { fault, detail }: Told,
  { address, username }: Pick<CameraEntry, 'address' | 'username'>,
): { field?: 'address' | 'username' | 'password'; text: string } {
  switch (fault) {
    case 'credentials':
      return username.trim() === ''
        ? { field: 'username', text: t('fault.credentialsMissing') }
        : { field: 'password', text: t('fault.credentials') }
    case 'keyLost':
      return { field: 'password', text: t('fault.keyLost') }
    case 'added':
    case 'full':
      return { text: t(`fault.${fault}`) }
    case 'refused':
      return { field: 'address', text: t('fault.refused', { detail: detail ?? '' }) }
    case 'notOnvif':
      return { field: 'address', text: t(isStreamAddress(address) ? 'fault.notRtsp' : 'fault.notOnvif') }
    default:
      return { field: 'address', text: t(`fault.${fault}`) }
  }
}

/** Fault in the form of an address, in words. */
export function addressFaultText(t: T, address: string): string | undefined {
  const fault = address.trim() === '' ? undefined : cameraAddressFault(address)
  return fault && t(`addressFault.${fault}`)
}

const areaOf = ({ width, height }: CameraProfile) => width * height

/** Profiles that a sub-stream may show beside a main stream: those of the same picture. */
export const subProfilesFor = (profiles: readonly CameraProfile[], main: string): CameraProfile[] => {
  const source = profiles.find(({ token }) => token === main)?.source
  return profiles.filter((profile) => profile.source === source)
}

/** The smallest of the profiles that a sub-stream may show. */
export const usualSubProfile = (profiles: readonly CameraProfile[], main: string): string =>
  subProfilesFor(profiles, main).toSorted((a, b) => areaOf(a) - areaOf(b))[0]?.token ?? ''

/** Those of a camera that are wanted, where it has them; else the largest picture and the smallest of the same. */
export function chosenProfiles(
  profiles: readonly CameraProfile[],
  wanted: Pick<CameraEntry, 'mainProfile' | 'subProfile'>,
): Pick<CameraEntry, 'mainProfile' | 'subProfile'> {
  const has = (token: string) => profiles.some((profile) => profile.token === token)
  const largest = profiles.toSorted((a, b) => areaOf(b) - areaOf(a))[0]?.token ?? ''
  const mainProfile = has(wanted.mainProfile) ? wanted.mainProfile : largest
  const isBeside = subProfilesFor(profiles, mainProfile).some(({ token }) => token === wanted.subProfile)
  return { mainProfile, subProfile: isBeside ? wanted.subProfile : usualSubProfile(profiles, mainProfile) }
}

/** Size, codec and rate of a stream; what is not known is left out. */
export const streamText = ({ codec, width, height, fps }: CameraProfile, t: T): string =>
  [
    width > 0 && height > 0 ? `${width} × ${height}` : '',
    codec.replace(/^H(26\d)$/, 'H.$1'),
    fps > 0 ? t('fps', { count: Math.round(fps) }) : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')

/** Below this, in milliseconds, clocks agree: cameras tell whole seconds. */
const AGREE_MS = 1500

/** How far a camera's clock is from that of the server's machine; undefined when it tells none. */
export function clockText(t: T, aheadMs: number | null): string | undefined {
  if (aheadMs === null) return undefined
  const apart = Math.abs(aheadMs)
  if (apart < AGREE_MS) return t('clock.same')
  const seconds = Math.round(apart / 1000)
  const units = { d: t('clock.d'), h: t('clock.h'), min: t('clock.min') }
  const span = seconds < 120 ? `${seconds} ${t('clock.s')}` : spanText(seconds, units)
  return t(aheadMs > 0 ? 'clock.ahead' : 'clock.behind', { span })
}

/** A name to begin with: what the camera calls itself, else its maker and model, else its host. */
export function nameFor(camera: ProbedCamera, foundName: string | undefined, address: string): string {
  const { maker, model } = camera
  const itself = model.startsWith(maker) ? model : `${maker} ${model}`.trim()
  return foundName || itself || /^(?:\w+:\/\/)?(\[[^\]]*\]|[^:/]*)/.exec(address.trim())?.[1] || ''
}
