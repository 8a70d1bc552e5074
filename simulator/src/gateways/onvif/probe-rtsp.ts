/** Asks a camera over RTSP alone what its stream is. */
import { withHiddenSecrets } from '@backlot/contract/device-admin/camera-address'
import type { ProbedCamera } from '@backlot/contract/device-admin/camera-entities'
import type { HostClock } from '../../kernel/clock.ts'
import { openRtspSession, type RtspTarget } from '../../media/rtsp-pull/open-rtsp-session.ts'
import { RtspPullProblem } from '../../media/rtsp-pull/pull-problem.ts'
import type { PullTransport } from '../../media/rtsp-pull/setup-tracks.ts'
import { createStreamFacts } from '../../media/stream-facts.ts'
import { type FlvTag, kindOf } from '../../wire/flv/flv-tag.ts'
import { type CameraFault, CameraProblem, cameraProblemOf } from './camera-problem.ts'

export type Transport = 'auto' | PullTransport

/** The order in which transports are tried. */
export const transportsOf = (transport: Transport): PullTransport[] =>
  transport === 'auto' ? ['tcp', 'udp'] : [transport]

const FAULTS: Readonly<Record<RtspPullProblem['reason'], CameraFault>> = {
  unreachable: 'unreachable',
  unauthorized: 'credentials',
  notFound: 'refused',
  transport: 'refused',
  noVideo: 'noVideo',
  codec: 'noVideo',
  refused: 'refused',
  protocol: 'notOnvif',
  silent: 'timeout',
  ended: 'unreachable',
}

export const rtspProblemOf = (error: unknown): CameraProblem =>
  error instanceof RtspPullProblem
    ? new CameraProblem(FAULTS[error.reason], error.message)
    : cameraProblemOf(error)

/** A stream is heard for this long, so that its rate is known. */
const LISTEN_MS = 2500
const FIRST_KEY_WITHIN_MS = 12_000
/** A key frame with what belongs to it. */
const PICTURE_MOST = 8 * 1024 * 1024

/** Hears a stream until `isEnough` of its tags; rejects with a CameraProblem. */
export async function hearRtsp(
  target: RtspTarget,
  transport: Transport,
  hostClock: HostClock,
  isEnough: (tag: FlvTag) => boolean,
): Promise<void> {
  let finish = (): void => undefined
  let fail = (_error: unknown): void => undefined
  const heard = new Promise<void>((resolve, reject) => {
    finish = resolve
    fail = reject
  })
  heard.catch(() => undefined)
  const cancel = hostClock.after(FIRST_KEY_WITHIN_MS, () =>
    fail(new CameraProblem('timeout', 'no key frame came')),
  )
  try {
    const session = await openRtspSession(target, transportsOf(transport), hostClock, {
      tag(tag) {
        if (isEnough(tag)) finish()
      },
      end: (problem) => fail(problem),
    })
    try {
      await heard
    } finally {
      await session.close()
    }
  } catch (error) {
    throw rtspProblemOf(error)
  } finally {
    cancel()
  }
}

export async function probeRtsp(
  target: RtspTarget,
  transport: Transport,
  hostClock: HostClock,
): Promise<ProbedCamera> {
  const facts = createStreamFacts(hostClock)
  let sinceMs: number | undefined
  await hearRtsp(target, transport, hostClock, (tag) => {
    facts.note(tag)
    if (facts.facts().pictures === 0) return false
    sinceMs ??= hostClock.now()
    return hostClock.now() - sinceMs >= LISTEN_MS
  })
  const { videoCodec, audioCodec, size, framesPerSecond, kbps } = facts.facts()
  return {
    way: 'rtsp',
    maker: '',
    model: '',
    firmware: '',
    serialNumber: '',
    clockAheadMs: null,
    profiles: [
      {
        token: '',
        name: '',
        source: '',
        codec: (videoCodec ?? '').replace('.', ''),
        width: size?.width ?? 0,
        height: size?.height ?? 0,
        fps: framesPerSecond ?? 0,
        kbps: kbps ?? 0,
        ptz: false,
        audio: audioCodec !== undefined,
        streamUri: withHiddenSecrets(target.url),
      },
    ],
    abilities: { ptz: false, presets: false, imaging: false, events: false, recording: false },
  }
}

/** The first key frame with its parameter sets, as FLV tags. */
export async function firstKeyFrame(
  target: RtspTarget,
  transport: Transport,
  hostClock: HostClock,
): Promise<FlvTag[]> {
  let header: FlvTag | undefined
  const tags: FlvTag[] = []
  await hearRtsp(target, transport, hostClock, (tag) => {
    const kind = kindOf(tag)
    if (kind === 'videoHeader') header = tag
    if (kind !== 'key' || tag.body.length > PICTURE_MOST) return false
    if (tags.length === 0) tags.push(...(header ? [header] : []), tag)
    return true
  })
  return tags
}
