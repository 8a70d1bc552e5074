/** ONVIF cameras that `backlot devices` puts on a network: clients find them, call them and watch them. */
import { type AnswerTimes, answerTimesOf } from '../../fleet/uplinks/answer-times.ts'
import type { HostClock } from '../../kernel/clock.ts'
import { createDisposal, type Disposal } from '../../kernel/disposal.ts'
import { hostInUrl } from '../../kernel/reachable-host.ts'
import { loadClipStills } from '../../media/clip-source.ts'
import { openClipStreams } from '../../media/clip-streams.ts'
import type { MediaLog } from '../../media/media-ports.ts'
import { openRtspServer } from '../../media/rtsp/rtsp-server.ts'
import { createUnsentBytes, UNSENT_LIMITS } from '../../media/unsent-bytes.ts'
import { Times } from '../../telemetry/times.ts'
import { streamUriPath } from '../../wire/rtsp/stream-uri.ts'
import type { PortRange } from '../camera-ports.ts'
import { openDiscoveryResponder } from '../discovery/discovery-responder.ts'
import type { OnvifAccount } from '../onvif-login.ts'
import type { OnvifReply } from '../onvif-reply.ts'
import { openOnvifServer } from '../onvif-server.ts'
import type { OnvifMedia } from '../ports.ts'
import { createSwarmCameras, type SwarmCamera } from './swarm-cameras.ts'
import { createSwarmEvents } from './swarm-events.ts'

export type OnvifSwarmProgress = {
  /** Cameras in all, those that are there, those that discovery announced, and those of which a request was answered. */
  devices: number
  started: number
  announced: number
  called: number
  /** Searches that discovery heard. */
  searches: number
  /** Requests: answered, refused (a fault, or credentials asked for), with wrong credentials, failed by our own fault. */
  answered: number
  refused: number
  wrongLogins: number
  failed: number
  /** Subscriptions now, and events that were put to them. */
  subscriptions: number
  events: number
  /** Viewers over RTSP now, requests of RTSP, those refused, and RTP packets sent. */
  viewers: number
  rtspRequests: number
  rtspRefused: number
  packets: number
  bytesSent: number
  bytesReceived: number
}

export type OnvifSwarm = AsyncDisposable & {
  /** Of the services. */
  port: number
  progress(): OnvifSwarmProgress
  /** From a request to its answer; operations that wait for events are left out. */
  latency(): AnswerTimes
  /** Withdraws all cameras; resolves when that is said, or after `withinMs`. */
  drain(withinMs: number): Promise<void>
}

export type OnvifSwarmOptions = {
  /** IPv4 address of this machine: services listen there, and discovery on its interface. */
  host: string
  /** Ports of the services and of RTSP; 0: a free one. */
  port: number
  rtspPort: number
  /** A port of its own for each camera besides. */
  each: PortRange | undefined
  account: OnvifAccount
  /** The port of discovery; undefined: none. */
  discoveryPort: number | undefined
  channels: number
  /** Cameras that appear per second. */
  rampPerSecond: number
  /** Between two events of a camera. */
  intervalMs: number
  seed: number
}

const START_MS = 200
const DRAIN_LOOK_MS = 50

/** Rejects with an OnvifPortError, an RtspPortError or a DiscoveryPortError where a port cannot be had. */
export async function openOnvifSwarm(
  options: OnvifSwarmOptions,
  list: readonly SwarmCamera[],
  deps: { hostClock: HostClock; log: MediaLog },
): Promise<OnvifSwarm> {
  const disposal = createDisposal()
  try {
    return await openSwarm(options, list, { ...deps, disposal })
  } catch (error) {
    await disposal.end()
    throw error
  }
}

async function openSwarm(
  options: OnvifSwarmOptions,
  list: readonly SwarmCamera[],
  deps: { hostClock: HostClock; log: MediaLog; disposal: Disposal },
): Promise<OnvifSwarm> {
  const { host, account, rampPerSecond } = options
  const { hostClock, log, disposal } = deps
  const swarm = createSwarmCameras(list, { seed: options.seed, channels: options.channels, hostClock })
  const { cameras, control } = swarm
  const events = disposal.use(createSwarmEvents({ cameras, hostClock }, options.intervalMs))
  const clock = { now: () => hostClock.now(), rate: () => 1, zoneMinutes: 480 }
  const numbers = new Map(list.map(({ sn }, number) => [sn, number]))
  const hasChannel = (sn: string, chnId: number) =>
    cameras.find(sn)?.channels.some((channel) => channel.chnId === chnId) ?? false

  const [clips, stills] = await Promise.all([openClipStreams(hostClock), loadClipStills()])
  disposal.defer(() => clips.close())
  const clipOf = (sn: string, chnId: number) => numbers.get(sn)! + chnId - 1
  const rtsp = disposal.use(
    await openRtspServer(
      { host, port: options.rtspPort, account },
      {
        live: {
          open({ sn, chnId }) {
            if (!hasChannel(sn, chnId)) return { ok: false, reason: 'unknown' }
            if (!cameras.find(sn)?.isOnline) return { ok: false, reason: 'deviceOffline' }
            return { ok: true, stream: clips.open(clipOf(sn, chnId)) }
          },
        },
        cameras: { captionAt: (sn) => ({ name: cameras.find(sn)?.name ?? '', showTime: false }) },
        clock,
        hostClock,
        log,
        unsent: createUnsentBytes(UNSENT_LIMITS),
      },
    ),
  )
  const media: OnvifMedia = {
    snapshot: async (sn, chnId) => stills[clipOf(sn, chnId) % stills.length],
    streamUri: ({ sn, chnId, streamType, host: seen, transport }) =>
      transport === 'http'
        ? undefined
        : `rtsp://${seen}:${rtsp.port}${streamUriPath({ sn, chnId, stream: streamType })}`,
    replayUri: () => undefined,
    rtspPort: rtsp.port,
  }

  const called = new Set<string>()
  const counts: Record<OnvifReply['outcome'], number> = { answered: 0, refused: 0, wrongLogin: 0, failed: 0 }
  const answerTimes = new Times()
  const onReply = ({ sn, outcome, tookMs }: OnvifReply): void => {
    counts[outcome]++
    if (outcome !== 'answered') return
    if (sn !== undefined) called.add(sn)
    if (tookMs !== undefined) answerTimes.record(tookMs)
  }
  const server = disposal.use(
    await openOnvifServer(
      { host, port: options.port, account, each: options.each },
      {
        ports: {
          cameras,
          ...control,
          media,
          recordings: { recordings: () => [], spanOf: () => undefined },
          events,
          clock,
        },
        hostClock,
        log,
        onReply,
      },
    ),
  )
  const discovery =
    options.discoveryPort === undefined
      ? undefined
      : disposal.use(
          await openDiscoveryResponder(
            {
              interfaceAddress: host,
              port: options.discoveryPort,
              serviceOf: (sn) => `http://${hostInUrl(host)}:${server.addressOf(sn)}`,
            },
            { cameras, hostClock, log },
          ),
        )

  const beganMs = hostClock.now()
  let started = 0
  const stopStarting = hostClock.every(START_MS, () => {
    const due = Math.ceil(((hostClock.now() - beganMs) / 1000) * rampPerSecond)
    started = Math.min(list.length, due)
    swarm.show(started)
    discovery?.review()
    if (started === list.length) stopStarting()
  })
  disposal.defer(stopStarting)

  let announcedMost = 0
  const progress = (): OnvifSwarmProgress => {
    const [onvif, streams, found] = [server.stats(), rtsp.stats(), discovery?.stats()]
    announcedMost = Math.max(announcedMost, found?.announced ?? 0)
    return {
      devices: list.length,
      started,
      announced: announcedMost,
      called: called.size,
      searches: found?.requests ?? 0,
      answered: counts.answered,
      refused: counts.refused,
      wrongLogins: counts.wrongLogin + streams.loginFailures,
      failed: counts.failed,
      subscriptions: onvif.subscriptions,
      events: events.sent(),
      viewers: streams.viewers,
      rtspRequests: streams.requests,
      rtspRefused: streams.requestsFailed,
      packets: streams.packets,
      bytesSent: onvif.bytesOut + streams.bytesOut,
      bytesReceived: onvif.bytesIn + streams.bytesIn,
    }
  }
  return {
    port: server.port,
    progress,
    latency: () => answerTimesOf(answerTimes),
    async drain(withinMs) {
      stopStarting()
      progress()
      if (!discovery) return
      swarm.show(0)
      const endMs = hostClock.now() + withinMs
      await new Promise<void>((resolve) => {
        const stop = hostClock.every(DRAIN_LOOK_MS, () => {
          discovery.review()
          const { waiting, announced } = discovery.stats()
          if ((waiting > 0 || announced > 0) && hostClock.now() < endMs) return
          stop()
          resolve()
        })
      })
    },
    [Symbol.asyncDispose]: () => disposal.end(),
  }
}
