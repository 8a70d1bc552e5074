/** A camera that is known by its rtsp:// address alone: it is there as long as it describes its stream. */
import type { HostClock } from '../../kernel/clock.ts'
import { describeCamera } from '../../media/rtsp-pull/describe-camera.ts'
import type { RtspTarget } from '../../media/rtsp-pull/open-rtsp-session.ts'
import { openRtspClient } from '../../media/rtsp-pull/rtsp-client.ts'
import { CameraProblem } from './camera-problem.ts'
import type { CameraConnection } from './camera-session.ts'
import { rtspProblemOf } from './probe-rtsp.ts'

/** Rejects with a CameraProblem. `target`: where it is at the moment. */
export async function openRtspConnection(
  target: () => Promise<RtspTarget>,
  hostClock: HostClock,
  ended: AbortSignal,
): Promise<CameraConnection> {
  const unable = () => Promise.reject(new CameraProblem('notSupported', 'it is known by its stream alone'))
  const describe = async (): Promise<null> => {
    const at = await target()
    try {
      const client = await openRtspClient(at, hostClock, { packet: () => undefined, end: () => undefined })
      const end = (): void => client.close()
      ended.addEventListener('abort', end)
      try {
        await describeCamera(client.ask, at.url)
      } finally {
        ended.removeEventListener('abort', end)
        client.close()
      }
    } catch (error) {
      throw rtspProblemOf(error)
    }
    return null
  }
  await describe()
  return {
    clockAheadMs: null,
    hasEvents: false,
    send: unable,
    subscribe: unable,
    pull: unable,
    ping: describe,
    presets: unable,
    setTime: unable,
    close: () => Promise.resolve(),
  }
}
