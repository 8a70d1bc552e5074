import type { Alarm } from '@backlot/contract/alarms/entities'
import type { Logger } from 'pino'
import type { AlarmRepository } from '../../areas/alarms/alarm-repository.ts'
import { alarmsInProgress } from '../../areas/alarms/alarms-in-progress.ts'
import { createRequestGuard } from '../../faults/affect-requests.ts'
import type { HttpFaults } from '../../faults/http-faults.ts'
import type { CommandLog } from '../../fleet/command-log.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { CameraPoses } from '../../history/camera-poses.ts'
import type { History } from '../../history/history.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import { DEVICE_ACCOUNT } from '../../kernel/defaults.ts'
import type { Disposal } from '../../kernel/disposal.ts'
import { hostInUrl } from '../../kernel/reachable-host.ts'
import { StartError } from '../../kernel/start-error.ts'
import type { Media } from '../../media/create-media.ts'
import { type DiscoveryResponder, openDiscoveryResponder } from '../../onvif/discovery/discovery-responder.ts'
import { sharedPath } from '../../onvif/onvif-address.ts'
import {
  type OnvifGuard,
  OnvifPortError,
  type OnvifServer,
  openOnvifServer,
} from '../../onvif/onvif-server.ts'
import type { OnvifMedia, OnvifRecordings } from '../../onvif/ports.ts'
import type { Store } from '../../store/store.ts'
import { streamUriPath } from '../../wire/rtsp/stream-uri.ts'
import type { Config } from '../config.ts'
import { onvifAddresses } from './onvif-addresses.ts'
import { createOnvifCameras } from './onvif-cameras.ts'
import { createOnvifControl } from './onvif-control.ts'
import { createOnvifEvents } from './onvif-events.ts'

export type Onvif = {
  port: number
  /** That port, and those of cameras with a port of their own. */
  ports(): readonly number[]
  /** http://host:port; a camera's services are below `/onvif/<sn>/`. */
  address: string
  /** Where a camera's device service is; undefined: it has none. */
  serviceOf(sn: string): string | undefined
  /** Whether this is the address of a service of ours, as discovery tells it. */
  isOwn(address: string): boolean
  stats: OnvifServer['stats']
  discovery: DiscoveryResponder['stats'] | undefined
}

/** How far back a camera's recordings are looked for, as in the replay of RTSP. */
const RECORDED_DAYS = 7
const DAY_MS = 86_400_000

/**
 * The cameras' ONVIF services, and their discovery; undefined when they are off. Throws a StartError when the port is
 * taken. Without multicast the services are there and nobody finds them: that is reported.
 */
export async function openOnvif(
  deps: {
    config: Config
    seed: number
    directory: Directory
    commands: CommandLog
    poses: CameraPoses
    history: Pick<History, 'recordingsOf'>
    media: Pick<Media, 'renderPicture' | 'rtspPort'>
    faults: HttpFaults
    clock: PlatformClock
    host: HostClock
    log: Logger
    outbox: { onAlarms(listener: (list: readonly Alarm[]) => void): () => void }
    records: { alarms: Pick<AlarmRepository, 'onQuietChange'> }
    store: Pick<Store, 'read'>
  },
  disposal: Disposal,
): Promise<Onvif | undefined> {
  const { config, media, clock, host, log } = deps
  if (config.onvifPort === null) return undefined
  const cameras = createOnvifCameras(deps)
  const events = disposal.use(
    createOnvifEvents({
      cameras,
      clock,
      hostClock: host,
      onAlarms: (listener) => deps.outbox.onAlarms(listener),
      onQuietChange: (listener) => deps.records.alarms.onQuietChange(listener),
      inProgress: (sn) => alarmsInProgress(deps.store.read, sn, clock.now()),
    }),
  )
  const server = disposal.use(
    await openOnvifServer(
      {
        host: config.host,
        port: config.onvifPort,
        account: { username: DEVICE_ACCOUNT, password: config.devicePassword },
        each: config.onvifPorts,
      },
      {
        ports: {
          cameras,
          ...createOnvifControl(deps),
          media: mediaPort(cameras, media),
          recordings: recordingsPort(deps.history, clock),
          events,
          clock,
        },
        hostClock: host,
        log,
        guard: faultsOf(deps.faults, host),
      },
    ).catch((error: unknown) => {
      if (!(error instanceof OnvifPortError)) throw error
      throw new StartError(
        `ONVIF port ${config.onvifPort} is already in use. Use another one, 0 or off with --onvif.`,
        { cause: error },
      )
    }),
  )
  const addresses = onvifAddresses({ host: config.host, interfaceAddress: config.onvifDiscovery }, server)
  const discovery = config.onvifDiscovery === null ? undefined : await discover(config.onvifDiscovery)
  if (discovery) disposal.use(discovery)
  return {
    port: server.port,
    ports: server.ports,
    address: `http://${hostInUrl(config.host)}:${server.port}`,
    serviceOf: (sn) => cameras.find(sn) && addresses.serviceOf(sn),
    isOwn: addresses.isOwn,
    stats: server.stats,
    discovery: discovery?.stats,
  }

  async function discover(interfaceAddress: string): Promise<DiscoveryResponder | undefined> {
    try {
      return await openDiscoveryResponder(
        { interfaceAddress, serviceOf: addresses.announcedOf },
        { cameras, hostClock: host, log },
      )
    } catch (error) {
      log.warn({ err: error, interfaceAddress }, 'cameras cannot be discovered on this interface')
      return undefined
    }
  }
}

/** Faults of HTTP whose target names cameras' paths, at ports of their own too. */
const faultsOf =
  (faults: HttpFaults, host: HostClock): OnvifGuard =>
  (own, refuse) =>
    createRequestGuard({
      faults,
      host,
      refuse,
      seen: ({ url = '' }) => ({
        account: () => undefined,
        isForCamera: true,
        path: sharedPath(url, own),
      }),
    })

function mediaPort(
  cameras: Pick<ReturnType<typeof createOnvifCameras>, 'find'>,
  media: Pick<Media, 'renderPicture' | 'rtspPort'>,
): OnvifMedia {
  const rtspUrl = (host: string, path: string) =>
    media.rtspPort === null ? undefined : `rtsp://${host}:${media.rtspPort}${path}`
  return {
    async snapshot(sn, chnId, streamType) {
      const width = cameras.find(sn)?.channels.find((channel) => channel.chnId === chnId)?.streams[
        streamType
      ].width
      return width === undefined ? undefined : media.renderPicture({ sn, chnId, width })
    },
    // RTSP is not carried in HTTP.
    streamUri: ({ sn, chnId, streamType, host, transport }) =>
      transport === 'http' ? undefined : rtspUrl(host, streamUriPath({ sn, chnId, stream: streamType })),
    replayUri: ({ sn, chnId, host }) => rtspUrl(host, streamUriPath({ sn, chnId, stream: 'replay' })),
    rtspPort: media.rtspPort ?? 0,
  }
}

function recordingsPort(
  history: Pick<History, 'recordingsOf'>,
  clock: Pick<PlatformClock, 'now'>,
): OnvifRecordings {
  const recordings: OnvifRecordings['recordings'] = (sn, chnId, fromMs, toMs) =>
    history.recordingsOf(sn, chnId, fromMs, toMs, { source: 'device' }) ?? []
  return {
    recordings,
    spanOf(sn, chnId) {
      const nowMs = clock.now()
      const spans = recordings(sn, chnId, nowMs - RECORDED_DAYS * DAY_MS, nowMs)
      const [first, last] = [spans[0], spans.at(-1)]
      return first && last && { fromMs: first.startMs, toMs: Math.min(last.endMs, nowMs) }
    },
  }
}
