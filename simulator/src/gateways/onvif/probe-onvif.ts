/** Asks a camera over ONVIF what it is, what it can, and where its streams are. */
import { withHiddenSecrets } from '@backlot/contract/device-admin/camera-address'
import type { CameraProfile, ProbedCamera } from '@backlot/contract/device-admin/camera-entities'
import { CAMERA_LIMITS } from '@backlot/contract/device-admin/camera-entities'
import type { HostClock } from '../../kernel/clock.ts'
import { readRtspTarget } from '../../media/rtsp-pull/rtsp-source.ts'
import { escapeXml } from '../../wire/onvif/write-xml.ts'
import { textAt } from '../../wire/onvif/xml-node.ts'
import { pathOf } from './camera-address.ts'
import { CameraProblem, lacksOperation } from './camera-problem.ts'
import type { OnvifClient } from './onvif-client.ts'

/** Where a stream or a picture is on the camera's own host: other hosts are never asked. */
export type CameraPlace = { port: number; path: string }

export type OnvifProfile = CameraProfile & { stream: CameraPlace }

export type OnvifProbe = Omit<ProbedCamera, 'profiles'> & { profiles: OnvifProfile[] }

/** A camera tells whole seconds: on the average it is half of one behind what it tells. */
const SECOND_HALF_MS = 500

/**
 * The camera's time from now on, in the tokens of its messages. The package keeps the time that it heard first, and a
 * camera whose clock was set since then refuses its tokens.
 */
export function useCameraTime({ cam }: OnvifClient, cameraMs: number): void {
  // The package adds the age of this process.
  cam.timeShift = cameraMs - process.uptime() * 1000
}

/** Milliseconds that the camera's clock is ahead of this machine's. */
export async function readClockAhead(client: OnvifClient, hostClock: HostClock): Promise<number | null> {
  const time: unknown = await client.call('getSystemDateAndTime')
  if (!(time instanceof Date) || Number.isNaN(time.getTime())) return null
  useCameraTime(client, time.getTime())
  return time.getTime() + SECOND_HALF_MS - hostClock.now()
}

/** Rejects with a CameraProblem. */
export async function probeOnvif(client: OnvifClient, hostClock: HostClock): Promise<OnvifProbe> {
  const clockAheadMs = await readClockAhead(client, hostClock)
  await client.call('getServices', true).catch((error: CameraProblem) => {
    // The first editions of ONVIF have no GetServices.
    if (!lacksOperation(error)) throw error
    return client.call('getCapabilities')
  })
  const { cam } = client
  const info = await client.read('getDeviceInformation')
  const described = await readProfiles(client)
  const profiles: OnvifProfile[] = []
  for (const profile of described.slice(0, CAMERA_LIMITS.profiles)) {
    const read = await profileOf(client, profile)
    if (read) profiles.push(read)
  }
  if (profiles.length === 0) throw new CameraProblem('noVideo', 'it has no profile with H.264 or H.265')
  const hasPtz = Boolean(cam.uri?.ptz) && profiles.some(({ ptz }) => ptz)
  return {
    way: 'onvif',
    maker: textOf(textAt(info, 'Manufacturer')),
    model: textOf(textAt(info, 'Model')),
    firmware: textOf(textAt(info, 'FirmwareVersion')),
    serialNumber: textOf(textAt(info, 'SerialNumber')),
    clockAheadMs,
    profiles,
    abilities: {
      ptz: hasPtz,
      presets: hasPtz,
      imaging: Boolean(cam.uri?.imaging),
      events: Boolean(cam.uri?.events),
      recording: Boolean(cam.uri?.recording),
    },
  }
}

/** Profiles; by the older service where the newer one fails. */
// biome-ignore lint/suspicious/noExplicitAny: the package's replies are plain objects of any shape; each field is checked where it is read.
async function readProfiles(client: OnvifClient): Promise<any[]> {
  const ask = async () => asList(await client.call('getProfiles'))
  if (!client.cam.media2Support || !client.cam.uri?.media) return ask()
  return ask().catch((error: CameraProblem) => {
    if (error.fault === 'credentials' || error.fault === 'unreachable') throw error
    client.cam.media2Support = false
    return ask()
  })
}

const CODECS: Readonly<Record<string, string>> = { H264: 'H264', H265: 'H265', HEVC: 'H265' }

// biome-ignore lint/suspicious/noExplicitAny: the package's reply is a plain object of any shape; each field is checked where it is read.
async function profileOf(client: OnvifClient, profile: any): Promise<OnvifProfile | undefined> {
  const token = textOf(profile?.$?.token)
  const encoder = profile?.videoEncoderConfiguration
  const codec = CODECS[textOf(encoder?.encoding).toUpperCase()]
  if (token === '' || codec === undefined) return undefined
  const answer = await client.call('getStreamUri', { protocol: 'RTSP', profileToken: escapeXml(token) })
  const target = readRtspTarget(textOf(answer?.uri))
  if (!target) return undefined
  const { rateControl } = encoder
  return {
    token,
    name: textOf(profile.name) || token,
    source: textOf(profile.videoSourceConfiguration?.sourceToken),
    codec,
    width: wholeOf(encoder.resolution?.width),
    height: wholeOf(encoder.resolution?.height),
    fps: numberOf(rateControl?.frameRateLimit),
    kbps: numberOf(rateControl?.bitrateLimit),
    ptz: profile.PTZConfiguration !== undefined,
    audio: profile.audioEncoderConfiguration !== undefined,
    streamUri: withHiddenSecrets(target.url),
    stream: { port: target.port, path: pathOf(target.url) },
  }
}

/** Where the camera keeps the newest picture of a profile; undefined when it has none. */
export async function snapshotPlace(client: OnvifClient, token: string): Promise<CameraPlace | undefined> {
  const answer = await client.call('getSnapshotUri', { profileToken: escapeXml(token) })
  const uri = textOf(answer?.uri)
  if (!/^http:/i.test(uri) || !URL.canParse(uri)) return undefined
  const { port } = new URL(uri)
  return { port: port === '' ? 80 : Number(port), path: pathOf(uri) }
}

const TEXT_MOST = 256

/** A text that the package read; it makes numbers and truths of some. */
export function textOf(value: unknown): string {
  const text =
    typeof value === 'string'
      ? value
      : typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : ''
  return text.trim().slice(0, TEXT_MOST)
}
export const numberOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0
const wholeOf = (value: unknown) => Math.round(numberOf(value))
/** The package gives one as itself, several as a list. */
// biome-ignore lint/suspicious/noExplicitAny: the package's replies are plain objects of any shape; each field is checked where it is read.
export const asList = (value: any): any[] =>
  Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value]
