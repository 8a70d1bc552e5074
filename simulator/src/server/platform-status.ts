import type { DataIn } from '@backlot/contract/call'
import type { controlStatus } from '@backlot/contract/control/calls'
import type { AlarmRepository } from '../areas/alarms/alarm-repository.ts'
import type { Hub } from '../channel/create-hub.ts'
import type { Outbox } from '../channel/outbox.ts'
import type { PlatformArchive } from '../composition/archive/open-platform-archive.ts'
import type { Areas } from '../composition/areas/areas-deps.ts'
import type { GbUplinks } from '../composition/gb28181/open-gb-uplinks.ts'
import type { Onvif } from '../composition/onvif/open-onvif.ts'
import type { Gb28181Slot } from '../composition/wires/gb28181/open-gb28181.ts'
import type { Directory } from '../fleet/directory.ts'
import type { CameraGateway } from '../gateways/onvif/create-camera-gateway.ts'
import type { HostClock } from '../kernel/clock.ts'
import type { PlatformTroubles } from '../kernel/platform-troubles.ts'
import type { Media } from '../media/create-media.ts'
import type { TimelinePlayer } from '../scenario-runs/play-timeline.ts'
import type { Store } from '../store/store.ts'
import type { ControlledClock } from '../timeline/platform-clock.ts'
import type { World } from '../world/types.ts'

/** The parts that state is read from. */
export type PlatformParts = {
  world: World
  directory: Directory
  store: Store
  areas: Areas
  repository: AlarmRepository
  media: Media
  /** Undefined while it is off. */
  onvif: Onvif | undefined
  gb28181: Gb28181Slot
  /** The gateway to real cameras. */
  cameraGateway: Pick<CameraGateway, 'stats'>
  outbox: Outbox
  hub: Hub
  clock: ControlledClock
  host: HostClock
  troubles: PlatformTroubles
  /** Undefined without one. */
  archive: PlatformArchive | undefined
}

/** The state of the whole simulator for the control API. */
export function platformStatus(
  parts: PlatformParts & {
    boot: string
    startedMs: number
    port: number
    timeline: Pick<TimelinePlayer, 'progress'> | null
    /** Port for media of terminals, or null when it is off. */
    jt1078Port: number | null
    /** Undefined without a platform that our own cameras register at. */
    gbUplinks: GbUplinks | undefined
  },
): DataIn<typeof controlStatus> {
  const { world, directory, areas, repository, media } = parts
  return {
    seed: world.seed,
    worldVersion: world.version,
    boot: parts.boot,
    uptimeMs: parts.host.now() - parts.startedMs,
    clock: parts.clock.state(),
    devices: directory.countBelow(0),
    sessions: areas.session.repository.count(),
    channelClients: parts.hub.clientCount(),
    streams: media.stats().map((stream) => ({
      sn: stream.sn,
      chnId: stream.chnId,
      streamType: stream.streamType,
      state: stream.state,
      viewers: stream.viewers,
      encoderPid: stream.encoderPid,
      worker: stream.worker,
      framesEncoded: stream.framesEncoded,
      source: stream.source,
      pulled: stream.pulled,
    })),
    alarms: { stored: repository.stored(), cursor: repository.cursor() },
    ports: {
      http: parts.port,
      rtmp: media.rtmpPort,
      rtsp: media.rtspPort,
      jt1078: parts.jt1078Port,
      onvif: parts.onvif?.port ?? null,
      gb28181: parts.gb28181.open?.port ?? null,
    },
    gb28181To: gbUplinksStatus(parts.gbUplinks),
    archive: archiveStatus(parts.archive),
    ffmpeg: media.ffmpeg?.path ?? null,
    timeline: parts.timeline?.progress() ?? null,
    troubles: parts.troubles.list(),
  }
}

function archiveStatus(archive: PlatformArchive | undefined): DataIn<typeof controlStatus>['archive'] {
  if (!archive) return null
  const { condition, reason, waiting, lagSeconds, rows, failures } = archive.state()
  const sum = (numbers: Readonly<Record<string, number>>) =>
    Object.values(numbers).reduce((all, one) => all + one, 0)
  return {
    address: archive.shown,
    state: condition,
    reason: reason ?? null,
    waiting: sum(waiting),
    lagSeconds,
    rows: sum(rows),
    failures,
  }
}

const FAULTS_MOST = 100

function gbUplinksStatus(uplinks: GbUplinks | undefined): DataIn<typeof controlStatus>['gb28181To'] {
  if (!uplinks) return null
  const all = uplinks.states()
  const inState = (wanted: string) => all.filter(({ state }) => state === wanted).length
  const faults = all.flatMap(({ id, name, fault }) => (fault === undefined ? [] : [{ id, name, fault }]))
  return {
    address: uplinks.address,
    devices: all.length,
    online: inState('online'),
    offline: inState('offline'),
    failed: faults.length,
    streams: all.reduce((sum, { stats }) => sum + (stats?.streams ?? 0), 0),
    faults: faults.slice(0, FAULTS_MOST),
  }
}
