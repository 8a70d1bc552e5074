/** What the platform gives to its devices' GB/T 28181 side. Times are epoch milliseconds. */
import type { Fanout } from '../../media/stream-fanout.ts'
import type { CatalogItem } from '../../wire/gb28181/catalog-shapes.ts'
import type { PtzAction } from '../../wire/gb28181/ptz-command.ts'
import type { RecordItem } from '../../wire/gb28181/record-shapes.ts'

export type GbDeviceFacts = {
  name: string
  manufacturer: string
  model: string
  firmware: string
  /** It records now. */
  isRecording: boolean
  /** Something of it is broken: told by keepalives and DeviceStatus. */
  isFaulty: boolean
  /** Of downloads, times the recording's speed. */
  downloadSpeeds: readonly string[]
}

/** Guarded, and whether it is in alarm now. */
export type GbDuty = 'ONDUTY' | 'OFFDUTY' | 'ALARM'

export type GbChannel = {
  /** 20 digits; the id of the device itself when that is a camera. */
  id: string
  name: string
  isOnline: boolean
  location?: { lat: number; lng: number }
  /** Further fields of the catalog. */
  more?: Partial<CatalogItem>
} & (
  | {
      kind: 'camera'
      /** 1 dome, 2 half dome, 3 fixed bullet, 4 remote bullet. */
      ptzType: number
      duty: GbDuty
    }
  | { kind: 'loudspeaker' }
)

export type GbChannels = {
  all(): readonly GbChannel[]
  /** Calls back when one came, went, or changed its state. */
  onChange(listener: (event: 'ON' | 'OFF' | 'ADD' | 'DEL' | 'UPDATE', channel: GbChannel) => void): () => void
}

/** A rectangle of the picture, as shares of its width and height, 0 to 1. */
export type PictureArea = { x: number; y: number; width: number; height: number }

/** A command that a channel carries out. */
export type GbCommand =
  | { kind: 'ptz'; action: PtzAction; presetName?: string }
  | { kind: 'dragZoom'; direction: 'in' | 'out'; area: PictureArea }
  /** Degrees, and times of enlargement. */
  | { kind: 'turnTo'; pan?: number; tilt?: number; zoom?: number }
  | { kind: 'home'; enabled: boolean; resetTimeS?: number; presetIndex?: number }
  | { kind: 'record'; on: boolean }
  | { kind: 'guard'; on: boolean }
  | { kind: 'resetAlarm' }
  | { kind: 'keyFrame' }
  | { kind: 'reboot' }

export type GbControl = {
  /** Whether it is carried out. The id may be that of the device. */
  run(id: string, command: GbCommand): boolean
  presetsOf(channelId: string): readonly { index: number; name: string }[]
  homeOf(channelId: string): { enabled: boolean; resetTimeS: number; presetIndex: number } | undefined
  toursOf(channelId: string): readonly { number: number; name: string; points: readonly GbTourPoint[] }[]
}
export type GbTourPoint = { preset: number; stayS: number; speed: number }

export type GbRecordings = {
  /** Those that touch the span, by start. */
  find(channelId: string, fromMs: number, toMs: number): readonly Omit<RecordItem, 'deviceId'>[]
}

export type GbPosition = {
  atMs: number
  lat: number
  lng: number
  speedKmh: number
  directionDeg: number
  altitudeM: number
}

export type GbAlarm = {
  /** Channel or device. */
  id: string
  /** 1 (highest) to 4. */
  priority: number
  /** 1 telephone, 2 device, 3 message, 4 GPS, 5 video, 6 device fault, 7 other. */
  method: number
  type?: number
  atMs: number
  description?: string
  location?: { lat: number; lng: number }
}

/** Pictures for one session; `close` ends them. */
export type GbMedia = {
  fanout: Fanout
  /** H.264 unless it says otherwise. */
  codec: 'H264' | 'H265'
  close(): void
  /** Of recordings. */
  playback?: GbPlayback
}
export type GbPlayback = {
  /** 1 is the recording's speed, negative is backwards; false: it cannot be played so. */
  setScale(scale: number): boolean
  pause(): void
  resume(): void
  /** Seconds from the beginning of the span. */
  seek(positionS: number): boolean
  /** Calls back at the end of the span, once. */
  onEnded(listener: () => void): void
  /** Of a download. */
  fileSizeBytes?: number
  /** Of a download, times the recording's speed; left out: as it was wished. */
  downloadSpeed?: number
}
export type GbMediaWish = {
  channelId: string
  streamNumber: number
  /** Undefined: live. */
  span?: { fromMs: number; toMs: number }
  /** Of a download, times the recording's speed. */
  downloadSpeed?: number
}

/** Takes the voice of operators: G.711 A-law at 8 kHz, 20 ms or more each. */
export type GbSpeaker = { frame(bytes: Uint8Array): void; close(): void }

export type GbPorts = {
  facts(): GbDeviceFacts
  channels: GbChannels
  control: GbControl
  recordings: GbRecordings
  /** Undefined: it has none. */
  positionOf(id: string): GbPosition | undefined
  /** Calls back with every alarm; returns the way to stop it. */
  onAlarm(listener: (alarm: GbAlarm) => void): () => void
  /** 'busy': no encoder is free; undefined: there is nothing to see. */
  openMedia(wish: GbMediaWish): Promise<GbMedia | 'busy' | undefined>
  /** 'busy' when it speaks already; undefined without a speaker. */
  openSpeaker(channelId: string): GbSpeaker | 'busy' | undefined
  /** What its microphone hears in the 40 ms from a host time on, 8 kHz. */
  soundAt(channelId: string, hostMs: number): Int16Array
  /** Takes pictures and uploads them; answers their file ids. Left out: it takes none. */
  takeSnapshots?: ((order: GbSnapshotOrder) => Promise<readonly string[]>) | undefined
}
export type GbSnapshotOrder = {
  channelId: string
  count: number
  intervalS: number
  uploadUrl: string
  sessionId: string
}
