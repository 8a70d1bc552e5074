import { createHash } from 'node:crypto'
import { withHiddenSecrets } from '@backlot/contract/device-admin/camera-address'
import type { ProbedCamera } from '@backlot/contract/device-admin/camera-entities'
import type { CameraAddress } from './camera-address.ts'
import { CameraProblem } from './camera-problem.ts'
import type { CameraRecord } from './camera-record.ts'
import type { OnvifProbe, OnvifProfile } from './probe-onvif.ts'
import type { Transport } from './probe-rtsp.ts'

/** Of the serial numbers that devices may have (DEVICE_LIMITS.snMax), less what tells two of them apart. */
const SERIAL_MOST = 22

/**
 * What is kept of a camera that was probed. Without named profiles the largest picture is the main stream and the
 * smallest one the sub-stream. Throws a CameraProblem when a named one is not there.
 */
export function recordOf(
  at: CameraAddress,
  found: OnvifProbe | ProbedCamera,
  wish: {
    username: string
    transport: Transport
    keepTime: boolean
    mainProfile?: string | undefined
    subProfile?: string | undefined
  },
): Omit<CameraRecord, 'sealedPassword'> {
  const shared = {
    ...at,
    username: wish.username,
    transport: wish.transport,
    keepTime: wish.keepTime,
    maker: found.maker,
    model: found.model,
    presets: [],
  }
  const [first] = found.profiles
  if (at.way === 'rtsp' || !first || !isOnvif(found)) {
    const stream = { token: '', place: { port: at.port, path: at.path } }
    const sn = `RTSP-${shortHash(`${at.host}:${at.port}${withHiddenSecrets(at.path)}`)}`
    const hasAudio = first?.audio ?? false
    return { ...shared, sn, hasPtz: false, hasAudio, sourceToken: '', main: stream, sub: stream }
  }
  const bySize = [...found.profiles].sort((a, b) => b.width * b.height - a.width * a.height)
  const named = (token: string | undefined, usual: OnvifProfile | undefined): OnvifProfile => {
    const profile = token ? found.profiles.find((one) => one.token === token) : usual
    if (!profile) throw new CameraProblem('noProfile', 'it has no such profile')
    return profile
  }
  const main = named(wish.mainProfile, bySize[0])
  const ofSource = bySize.filter(({ source }) => source === main.source)
  const sub = named(wish.subProfile, wish.mainProfile ? main : ofSource.at(-1))
  const serial = found.serialNumber.replace(/[^A-Za-z0-9_-]/g, '')
  const streamOf = ({ token, stream }: OnvifProfile) => ({ token, place: stream })
  return {
    ...shared,
    sn: `ONVIF-${serial === '' || serial.length > SERIAL_MOST ? shortHash(found.serialNumber || `${at.host}:${at.port}`) : serial}`,
    hasPtz: found.abilities.ptz && main.ptz,
    hasAudio: main.audio,
    sourceToken: main.source,
    main: streamOf(main),
    sub: streamOf(sub),
  }
}

const isOnvif = (found: OnvifProbe | ProbedCamera): found is OnvifProbe => found.way === 'onvif'
const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12).toUpperCase()
