/** Reaches cameras before they are added, and those that were: what they are, their pictures and streams. */
import type { ProbedCamera } from '@backlot/contract/device-admin/camera-entities'
import type { HostClock } from '../../kernel/clock.ts'
import type { RtspTarget } from '../../media/rtsp-pull/open-rtsp-session.ts'
import { type CameraAddress, readCameraAddress } from './camera-address.ts'
import { CameraProblem, lacksOperation } from './camera-problem.ts'
import { keyFramePicture } from './key-frame-picture.ts'
import { type CameraAccount, createOnvifClient, type OnvifClient } from './onvif-client.ts'
import { type CameraPlace, type OnvifProbe, probeOnvif, snapshotPlace } from './probe-onvif.ts'
import { firstKeyFrame, probeRtsp, type Transport } from './probe-rtsp.ts'

export type CameraAccessDeps = {
  hostClock: HostClock
  /** The address that a host leads to and that may be connected to; rejects with a CameraProblem. */
  resolve(host: string, port: number): Promise<string>
  /** Path of ffmpeg; undefined: there is none. */
  ffmpeg: string | undefined
}

export type CameraLogin = { address: string; username: string; password: string; transport: Transport }

/** Pictures of cameras have some hundred kilobytes. */
const PICTURE_MOST = 8 * 1024 * 1024
const PICTURE_WITHIN_MS = 10_000
const JPEG_START = 0xffd8

export type CameraReach = ReturnType<typeof createCameraReach>

export function createCameraReach({ hostClock, resolve, ffmpeg }: CameraAccessDeps) {
  const accountOf = ({ username, password }: { username: string; password: string }) =>
    username === '' ? undefined : { username, password }

  const openClient = async (at: CameraAddress, account: CameraAccount | undefined): Promise<OnvifClient> => {
    const { host, port, path } = at
    const address = await resolve(host, port)
    return createOnvifClient({ end: { host, address, port }, path, account }, hostClock)
  }
  /** A stream on a host, by the address that it has now. */
  const rtspTarget = async (
    host: string,
    { port, path }: CameraPlace,
    account: CameraAccount | undefined,
  ): Promise<RtspTarget> => {
    const name = host.includes(':') ? `[${host}]` : host
    return { host: await resolve(host, port), port, url: `rtsp://${name}:${port}${path}`, account }
  }
  const withClient = async <Result>(
    at: CameraAddress,
    account: CameraAccount | undefined,
    work: (client: OnvifClient) => Promise<Result>,
  ): Promise<Result> => {
    const client = await openClient(at, account)
    try {
      return await work(client)
    } finally {
      client.close()
    }
  }
  const streamPicture = async (target: RtspTarget, transport: Transport): Promise<Buffer> => {
    if (!ffmpeg) throw new CameraProblem('noDecoder', 'there is no ffmpeg to decode its stream')
    return keyFramePicture(ffmpeg, await firstKeyFrame(target, transport, hostClock), hostClock)
  }
  /** The camera's own snapshot; undefined when it has none. */
  const snapshot = async (
    at: CameraAddress,
    client: OnvifClient,
    account: CameraAccount | undefined,
    token: string,
  ): Promise<Buffer | undefined> => {
    const place = await snapshotPlace(client, token).catch((error: CameraProblem) => {
      if (lacksOperation(error)) return undefined
      throw error
    })
    if (!place) return undefined
    const bounds = { withinMs: PICTURE_WITHIN_MS, most: PICTURE_MOST }
    const atPort = (port: number) => client.get({ ...place, port }, account, bounds)
    const elsewhere = async () => {
      await resolve(at.host, place.port)
      return atPort(place.port)
    }
    // A camera behind a router tells the port that it has there.
    const reply = await (place.port === at.port ? atPort(at.port) : elsewhere().catch(() => atPort(at.port)))
    const isJpeg = reply.status === 200 && reply.body.length > 2 && reply.body.readUInt16BE(0) === JPEG_START
    return isJpeg ? reply.body : undefined
  }

  return {
    openClient,
    rtspTarget,
    /** Rejects with a CameraProblem. */
    async probe(login: CameraLogin): Promise<{ at: CameraAddress; found: OnvifProbe | ProbedCamera }> {
      const at = readCameraAddress(login.address)
      const account = accountOf(login)
      if (at.way === 'rtsp')
        return {
          at,
          found: await probeRtsp(await rtspTarget(at.host, at, account), login.transport, hostClock),
        }
      return { at, found: await withClient(at, account, (client) => probeOnvif(client, hostClock)) }
    },
    /** A picture of a profile, by default the first; rejects with a CameraProblem. */
    async picture(login: CameraLogin, profile: string | undefined): Promise<Buffer> {
      const at = readCameraAddress(login.address)
      const account = accountOf(login)
      if (at.way === 'rtsp') return streamPicture(await rtspTarget(at.host, at, account), login.transport)
      return withClient(at, account, async (client) => {
        const { profiles } = await probeOnvif(client, hostClock)
        const chosen = profile ? profiles.find(({ token }) => token === profile) : profiles[0]
        if (!chosen) throw new CameraProblem('noProfile', 'it has no such profile')
        const own = await snapshot(at, client, account, chosen.token)
        return own ?? streamPicture(await rtspTarget(at.host, chosen.stream, account), login.transport)
      })
    },
  }
}
