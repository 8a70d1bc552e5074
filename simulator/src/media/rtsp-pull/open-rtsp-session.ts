/** One session with a camera's RTSP server, from DESCRIBE to TEARDOWN (RFC 2326). */
import type { HostClock } from '../../kernel/clock.ts'
import type { FlvTag } from '../../wire/flv/flv-tag.ts'
import type { PulledSession } from '../pulled-source.ts'
import { describeCamera, expectOk } from './describe-camera.ts'
import { RtspPullProblem } from './pull-problem.ts'
import { openRtspClient, type RtspAccount } from './rtsp-client.ts'
import { applyRtpInfo, type PullTransport, type SetUpTrack, setupTracks } from './setup-tracks.ts'
import type { InterleavedReceivers } from './track-channel.ts'

export type RtspTarget = {
  host: string
  port: number
  /** rtsp://host:port/path?query, without an account. */
  url: string
  account: RtspAccount | undefined
}

/** Nothing for this long: the stream has stopped. */
const SILENT_MS = 10_000
/** No packet at all for this long: the transport does not get through. Over TCP, which does, the camera may still start. */
const FIRST_WITHIN_MS = { udp: 6000, tcp: 15_000 } as const
const REPORT_EVERY_MS = 5000
const LISTEN_MS = 500
/** Packets that come before the answer to PLAY. */
const EARLY_MOST = 2000

/** Plays a stream, by the first of the transports that the camera serves. Rejects with an RtspPullProblem, also when it is aborted before it plays; `end` comes once it plays, and not after `close`. */
export async function openRtspSession(
  target: RtspTarget,
  transports: readonly PullTransport[],
  hostClock: HostClock,
  events: { tag(tag: FlvTag): void; end(problem: RtspPullProblem): void },
  signal?: AbortSignal,
): Promise<PulledSession> {
  const tracks: SetUpTrack[] = []
  const receivers: InterleavedReceivers = new Map()
  const cancels: (() => void)[] = []
  const early: (() => void)[] = []
  let state: 'opening' | 'playing' | 'over' = 'opening'
  let broken: RtspPullProblem | undefined
  let hasHeard = false
  let heardMs = 0

  const stop = async (): Promise<void> => {
    state = 'over'
    for (const cancel of cancels) cancel()
    client.close()
    await Promise.all(tracks.map(({ channel }) => channel.close()))
  }
  const end = (problem: RtspPullProblem): void => {
    broken ??= problem
    if (state !== 'playing') return
    void stop()
    events.end(problem)
  }
  const take = (one: SetUpTrack, bytes: Uint8Array, isReport: boolean): void => {
    if (state === 'opening') {
      if (early.length < EARLY_MOST) early.push(() => take(one, bytes, isReport))
      return
    }
    if (state === 'over') return
    if (isReport) {
      if (one.track.report(bytes)) end(new RtspPullProblem('ended', 'the camera ended the stream'))
      return
    }
    const tags = one.track.packet(bytes)
    // A camera that begins another source, or sends something else, is connected to anew.
    if (!tags) return
    hasHeard = true
    heardMs = hostClock.now()
    for (const tag of tags) events.tag(tag)
  }

  const client = await openRtspClient(
    target,
    hostClock,
    { packet: (channel, bytes) => receivers.get(channel)?.(bytes), end },
    signal,
  )
  try {
    const described = await describeCamera(client.ask, target.url)
    const { headers, timeoutS, transport } = await setupTracks(
      described,
      transports,
      client,
      hostClock,
      tracks,
      receivers,
      take,
    )
    const answer = await client.ask('PLAY', described.control, { ...headers, Range: 'npt=0.000-' })
    expectOk(answer, 'PLAY')
    if (broken) throw broken
    applyRtpInfo(answer.headers.get('rtp-info'), tracks)
    state = 'playing'
    heardMs = hostClock.now()
    for (const packet of early.splice(0)) packet()

    let keepAlive = 'GET_PARAMETER'
    const remind = async (): Promise<void> => {
      const { status } = await client.ask(keepAlive, described.control, headers)
      // A server without it keeps the session by any request (RFC 2326, A).
      if (status !== 200 && status !== 454) keepAlive = 'OPTIONS'
      if (status === 454) end(new RtspPullProblem('ended', 'the camera forgot the session'))
    }
    cancels.push(
      hostClock.every((timeoutS * 1000) / 2, () => void remind().catch(end)),
      hostClock.every(REPORT_EVERY_MS, () => {
        for (const { track, channel } of tracks) {
          const report = track.ownReport()
          if (report) channel.report(report)
        }
      }),
      hostClock.every(LISTEN_MS, () => {
        const silentMs = hostClock.now() - heardMs
        if (!hasHeard && silentMs > FIRST_WITHIN_MS[transport])
          end(new RtspPullProblem('transport', `no packet came over ${transport.toUpperCase()}`))
        else if (hasHeard && silentMs > SILENT_MS)
          end(new RtspPullProblem('silent', `nothing came for ${SILENT_MS / 1000} s`))
      }),
    )
    return {
      async close() {
        if (state === 'playing') {
          state = 'over'
          // Not awaited: who closes has not the camera's time.
          void client.ask('TEARDOWN', described.control, headers).catch(() => undefined)
          await new Promise<void>((resolve) => setImmediate(resolve))
        }
        await stop()
      },
      lost: () => tracks.reduce((sum, { track }) => sum + track.lost(), 0),
    }
  } catch (error) {
    await stop()
    throw error
  }
}
