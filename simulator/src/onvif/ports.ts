/** What the platform gives to its cameras' ONVIF side. Times are epoch milliseconds of the platform's clock. */
import type { ImageSettings } from '../devices/image-settings.ts'
import type { PlatformClock } from '../kernel/clock.ts'

export type StreamType = 'main' | 'sub'

export type StreamTransport = 'udp' | 'rtsp' | 'http'

export type OnvifStream = {
  width: number
  height: number
  fps: number
  /** Pictures from one key frame to the next; left out: two seconds of them. */
  gop?: number | undefined
  kbps: number
  /** That rate at any time; left out: at most. */
  isConstant?: boolean
  codec: 'H264' | 'H265'
}

export type OnvifChannel = {
  chnId: number
  name: string
  /** It can be steered. */
  ptz: boolean
  audio: boolean
  streams: Readonly<Record<StreamType, OnvifStream>>
}

/** A camera as it is now. */
export type OnvifCamera = {
  /** Printable ASCII; percent-encoded in addresses. */
  sn: string
  name: string
  model: string
  maker: string
  firmware: string
  serialNumber: string
  /** An offline camera answers nothing: connections to it are closed. */
  isOnline: boolean
  /** Video channels, in the order of their numbers. */
  channels: readonly OnvifChannel[]
  location: { lat: number; lng: number } | undefined
}

export type OnvifCameras = {
  find(sn: string): OnvifCamera | undefined
  /** Those that discovery finds. Called often: it should not cost much. */
  all(): readonly OnvifCamera[]
}

/** What became of a command. `noPreset`: there is none of that number; `failed`: any other reason. */
export type Outcome = { ok: true } | { ok: false; reason: 'noPreset' | 'offline' | 'failed' }

type Range = { min: number; max: number }
/** Where a channel looks. */
export type OnvifPose = {
  /** Degrees clockwise from north, [0, 360). */
  panDeg: number
  /** Degrees above the horizon. */
  tiltDeg: number
  /** Optical magnification. */
  zoom: number
  /** 0 nearest … 1 infinity. */
  focus: number
  /** 0 closed … 1 open. */
  iris: number
  isMoving: boolean
  /** The pan that a client knows as 0: the direction it was mounted in. It turns all the way round. */
  aheadDeg: number
  limits: { tiltDeg: Range; zoom: Range }
}

export type OnvifPtz = {
  /** Undefined when the channel cannot be steered. */
  poseOf(sn: string, chnId: number): OnvifPose | undefined
  /**
   * Speeds from -1 to 1: right, up and in are positive. It ends after `forMs`, or with the next command to an axis; axes
   * left out go on.
   */
  move(
    sn: string,
    chnId: number,
    speeds: { pan?: number; tilt?: number; zoom?: number },
    forMs: number,
  ): Promise<Outcome>
  stop(sn: string, chnId: number, axes: { panTilt: boolean; zoom: boolean }): Promise<Outcome>
  /** Turns to a pose within its limits; axes left out go on. `speed`: 0 to 1, undefined: its own. */
  turnTo(
    sn: string,
    chnId: number,
    pose: { panDeg?: number; tiltDeg?: number; zoom?: number },
    speed: number | undefined,
  ): Promise<Outcome>
  presetsOf(sn: string, chnId: number): readonly { index: number; name: string }[]
  /** Stores where it looks now. Without a name the preset keeps the one it has. */
  setPreset(sn: string, chnId: number, index: number, name: string | undefined): Promise<Outcome>
  removePreset(sn: string, chnId: number, index: number): Promise<Outcome>
  gotoPreset(sn: string, chnId: number, index: number): Promise<Outcome>
  gotoHome(sn: string, chnId: number): Promise<Outcome>
  setHome(sn: string, chnId: number): Promise<Outcome>
}

export type OnvifImaging = {
  settingsOf(sn: string, chnId: number): ImageSettings | undefined
  set(sn: string, chnId: number, change: Partial<ImageSettings>): Promise<Outcome>
  /** Speed from -1 (nearer) to 1 (farther); `distance`, 0 to 1 of the whole way, ends it. */
  moveFocus(
    sn: string,
    chnId: number,
    wish: { speed: number; distance: number | undefined },
  ): Promise<Outcome>
  stopFocus(sn: string, chnId: number): Promise<Outcome>
  /** 0 closed … 1 open. */
  setIris(sn: string, chnId: number, iris: number): Promise<Outcome>
}

export type OnvifMedia = {
  /** JPEG of now; undefined when there is none. */
  snapshot(sn: string, chnId: number, streamType: StreamType): Promise<Uint8Array | undefined>
  /**
   * `host`: the name by which the client reached us, without a port; IPv6 in brackets. `transport`: how the client wants
   * RTP: over UDP, in the RTSP connection, or that in HTTP. Undefined: not in that way.
   */
  streamUri(wish: {
    sn: string
    chnId: number
    streamType: StreamType
    host: string
    transport: StreamTransport
  }): string | undefined
  /** Where recordings of a channel are replayed; undefined: nowhere. */
  replayUri(wish: { sn: string; chnId: number; host: string }): string | undefined
  /** For GetNetworkProtocols. */
  rtspPort: number
}

export type OnvifRecordings = {
  /** Recordings that touch [fromMs, toMs), by start. */
  recordings(
    sn: string,
    chnId: number,
    fromMs: number,
    toMs: number,
  ): readonly { startMs: number; endMs: number }[]
  /** From the first to the last moment that is recorded; undefined: nothing is. */
  spanOf(sn: string, chnId: number): { fromMs: number; toMs: number } | undefined
}

export type OnvifEventKind = 'motion' | 'tamper' | 'digitalInput'
/** A state that began or ended. `digitalInput`: the channel is the number of the input. */
export type OnvifEvent = { kind: OnvifEventKind; chnId: number; isActive: boolean; atMs: number }

export type OnvifEvents = {
  /** Calls back with every change; returns the way to stop it. */
  subscribe(sn: string, listener: (event: OnvifEvent) => void): () => void
  /** States as they are: every kind and channel that the camera has. */
  statesOf(sn: string): readonly OnvifEvent[]
}

export type OnvifSystem = {
  reboot(sn: string): Promise<Outcome>
}

export type OnvifClock = Pick<PlatformClock, 'now' | 'zoneMinutes'>

/** The part of a structured logger that ONVIF uses. */
export type OnvifLog = {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  debug(fields: object, message: string): void
}

export type OnvifPorts = {
  cameras: OnvifCameras
  ptz: OnvifPtz
  imaging: OnvifImaging
  media: OnvifMedia
  recordings: OnvifRecordings
  events: OnvifEvents
  system: OnvifSystem
  clock: OnvifClock
}
