/** Dependencies and results of all areas together. */
import type { Logger } from 'pino'
import type { SightingsPort } from '../../areas/ai-view/ports.ts'
import type { PushNetPort } from '../../areas/alarm-push/ports.ts'
import type { TypeRepository } from '../../areas/alarm-types/type-repository.ts'
import type { AlarmsArea } from '../../areas/alarms/alarms-area.ts'
import type { AlarmReader } from '../../areas/alarms/columns/alarm-reader.ts'
import type { PicturesPort } from '../../areas/alarms/ports.ts'
import type { ControlRepository } from '../../areas/control-lists/control-repository.ts'
import type { DeviceRepository } from '../../areas/device-admin/device-repository.ts'
import type { CamerasPort, LifecyclePort } from '../../areas/device-admin/ports.ts'
import type { PushingPort } from '../../areas/device-config/ports.ts'
import type { MessengerPort } from '../../areas/device-messages/ports.ts'
import type { DevicesArea } from '../../areas/devices/devices-area.ts'
import type { SignalPort } from '../../areas/devices/ports.ts'
import type { MediaPort } from '../../areas/live-video/ports.ts'
import type { LogsArea } from '../../areas/logs/logs-area.ts'
import type { GeocodePort } from '../../areas/map/map-area.ts'
import type { TilesPort } from '../../areas/map/tiles-port.ts'
import type { RoadsPort } from '../../areas/map-dispatch/map-dispatch-area.ts'
import type { RoadTrafficPort } from '../../areas/map-traffic/map-traffic-area.ts'
import type { MediaListenersPort } from '../../areas/media-config/ports.ts'
import type { CommandLogPort } from '../../areas/ptz/ptz-area.ts'
import type { CapturePort, RecordedMediaPort } from '../../areas/recordings/ports.ts'
import type { FactoryQuantity } from '../../areas/sensors/dictionary-repository.ts'
import type { ReadingsPort, StationPastPort, StationWirePort } from '../../areas/sensors/ports.ts'
import type { StatesPort } from '../../areas/servers/device-states.ts'
import type { ProcessPort, ServersPort } from '../../areas/servers/ports.ts'
import type { SessionArea } from '../../areas/session/session-area.ts'
import type { SkyPort } from '../../areas/situation/ports.ts'
import type { OnlineHistoryPort } from '../../areas/statistics/ports.ts'
import type { MeetingRules } from '../../areas/talk/ports.ts'
import type { TrackPastPort } from '../../areas/tracks/ports.ts'
import type { UploadLimits } from '../../areas/uploads/uploads-area.ts'
import type { AccountRepository } from '../../areas/users/account-repository.ts'
import type { PasswordDigest } from '../../areas/users/password.ts'
import type { BodyCache } from '../../calls/body-cache.ts'
import type { Route } from '../../calls/route.ts'
import type { DeviceCommand } from '../../devices/commands.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { Named } from '../../kernel/language.ts'
import type { Publisher } from '../../kernel/publisher.ts'
import type { Store } from '../../store/store.ts'
import type { AlarmKindOf } from '../adapters/installation-ports.ts'
import type { RecordedPastPort } from '../adapters/recording-ports.ts'
import type { BusReadingsPort } from '../adapters/sense-bus-ports.ts'
import type { SituationSources } from '../adapters/situation-ports.ts'
import type { ArchivedAlarms } from '../archive/archived-past.ts'
import type { ExternalRecordings } from '../media/external-recordings.ts'
import type { DeviceRecords } from '../open-records.ts'
import type { PlatformAddressPort } from './media-servers.ts'

/** Dependencies of a platform's areas. Tests pass doubles for the past, the city, media and servers. */
export type AreasDeps = {
  store: Store
  log: Logger
  clocks: AreaClocks
  publisher: Publisher
  cache: BodyCache
  records: DeviceRecords
  /** Searches many alarms; closed by its opener. */
  alarmReader: AlarmReader
  /** Alarms that are on the core no more; left out without an archive. */
  alarmPast?: ArchivedAlarms | undefined
  fleet: FleetPorts
  past: PastPorts
  sensing: SensingPorts
  city: CityPorts
  media: MediaPorts
  servers: ServerPorts
  files: AreaFiles
  /** Of the program. */
  version: string
  settings: AreaSettings
}

export type AreaClocks = {
  platform: PlatformClock
  host: HostClock
  /** Time that the platform takes as its own: the announced time, and the one that sign-ins are counted by. */
  reported: { host: HostClock; platformNow(): number }
}

/** The devices of the running platform. */
export type FleetPorts = {
  directory: Directory
  commands: CommandLogPort & { commandsOf(sn: string): readonly DeviceCommand[] }
  /** Administrators' changes to the device list, and their effect on the running platform. */
  repository: DeviceRepository
  lifecycle: LifecyclePort
  /** Real cameras: to administer, and what they keep themselves. */
  cameras: CamerasPort & RealCamerasPort
  /** Whom cameras look for. */
  persons: ControlRepository
  signal: SignalPort
  /** Brings texts to units. */
  messenger: MessengerPort
  /** Streams that devices push to other servers. */
  pushing: PushingPort
}

/** Cameras that are no part of the world: they have their own presets, and their pictures cannot be drawn. */
export type RealCamerasPort = {
  /** Undefined: it is no such camera. */
  presetsOf(sn: string): readonly { index: number; name: string }[] | undefined
  /** Stores a picture of this moment; false when there is none to be had. Of other devices it does nothing. */
  capture(sn: string, chnId: number, atMs: number): Promise<boolean>
}

/** Past actions and reports of devices. */
export type PastPorts = {
  recordings: RecordedPastPort
  /** Recordings of devices of others; left out: none. */
  externalRecordings?: Pick<ExternalRecordings, 'look' | 'recordingsOf'>
  tracks: TrackPastPort
  online: OnlineHistoryPort
  stations: StationPastPort
}

/** Readings of stations. */
export type SensingPorts = {
  readings: ReadingsPort
  /** Readings of the sensors on the lines of stations. */
  bus: BusReadingsPort
  /** Quantities that the platform's stations can measure. */
  quantities: readonly FactoryQuantity[]
  /** Types of alarms of a quantity. */
  alarmKindOf: AlarmKindOf
  wire: StationWirePort
}

export type CityPorts = {
  sky: SkyPort
  geocode: GeocodePort
  tiles: TilesPort
  roads: RoadsPort
  traffic: RoadTrafficPort
}

export type MediaPorts = {
  live: MediaPort & {
    /** From now on nothing opens for a session: its viewers are closed and its tokens are stale. */
    revokeSession(sessionId: string): void
    stats: SituationSources['streams']
    /** Whether the cameras of a device are fed now. */
    hasPower(sn: string): boolean
  }
  /** Plays recorded moments, and draws single ones. */
  recorded: RecordedMediaPort & { render: CapturePort['render'] }
  /** Draws camera pictures. */
  pictures: PicturesPort
  /** Findings in the pictures of cameras. */
  sightings: SightingsPort
  /** Where the platform listens: the first media server is there. */
  address: PlatformAddressPort
  /** Ports of the further media servers. */
  listeners: MediaListenersPort
}

/** The platform's parts as servers, and the program that they run in. */
export type ServerPorts = {
  registry: ServersPort & { connection: StatesPort['connection'] }
  process: ProcessPort
  /** Where alarms may be pushed to. */
  push: PushNetPort
}

/** Folders of uploaded files, and their disk. */
export type AreaFiles = {
  /** Folder of uploaded pictures, and how many of them an account may keep. */
  uploads: string
  uploadLimits: UploadLimits
  /** Folder of versions of devices' software. */
  versions: string
  /** The disk that holds the data folder. */
  disk: SituationSources['disk']
}

export type AreaSettings = {
  systemName: Named
  /** Function mask of the platform. */
  systemFunction: number
  passwordDigest: PasswordDigest
  /** Idle sign-out in minutes of host time, 0 is off. */
  idleMinutes: number
  passwordValidDays: number
  /** A work order server is configured. */
  workOrders: boolean
}

export type Areas = {
  routes: Route[]
  session: SessionArea
  accounts: AccountRepository
  devices: DevicesArea
  alarms: AlarmsArea
  alarmTypes: TypeRepository
  logs: LogsArea
  /** Uploaded pictures of all accounts. */
  uploads: { totals(): { count: number; bytes: number } }
  /** Opens the ports of the further media servers. */
  openMediaServers(): Promise<void>
  /** How meetings of a template are held. */
  meetingTemplate(id: number): MeetingRules | undefined
  /** A console of a session is gone: cameras that it moves stop. */
  stopCamerasOf(sessionId: string): void
  /** Stops everything the areas started. */
  close(): Promise<void>
}

export const DEFAULT_SETTINGS: AreaSettings = {
  systemName: { zh: '现场设备监控平台', en: 'Field Device Monitoring' },
  systemFunction: 32_767,
  passwordDigest: 'sha256',
  idleMinutes: 120,
  passwordValidDays: 180,
  workOrders: true,
}
