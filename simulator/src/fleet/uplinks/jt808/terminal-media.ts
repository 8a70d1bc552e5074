import type { LiveControl, LiveRequest } from '../../../wire/jt808/commands.ts'
import type { Jt808Message } from '../../../wire/jt808/message.ts'
import type { AvAttributes } from '../../../wire/jt1078/attributes.ts'
import type { TableChannel } from '../../../wire/jt1078/channel-table.ts'
import type { UploadCommand, UploadControl } from '../../../wire/jt1078/file-upload.ts'
import type { PlaybackControl, PlaybackRequest } from '../../../wire/jt1078/playback.ts'
import type { Resource, ResourceQuery } from '../../../wire/jt1078/resources.ts'

/** Cameras of a terminal, as requests of JT/T 1078 use them. Results are those of 0x0001. Nothing throws. */
export type TerminalMedia = {
  attributes(): AvAttributes
  channels(): readonly TableChannel[]
  live(request: LiveRequest): number
  liveControl(control: LiveControl): number
  /** Recordings that there are now, by start. */
  resources(query: ResourceQuery): readonly Resource[]
  /** The recordings that it plays from now on, or why it plays none. */
  playback(request: PlaybackRequest): readonly Resource[] | number
  playbackControl(control: PlaybackControl): number
  /** Sends recordings to an FTP server; `ended` gets the result of 0x1206. */
  upload(request: UploadCommand, serial: number, ended: (result: number) => void): number
  uploadControl(control: UploadControl): number
  /** Turns a camera, or moves its lens. */
  steer(request: Extract<Jt808Message, { kind: `ptz${string}` }>): number
  /** The terminal lost its platform, or is switched off: whatever it sends ends. */
  close(): void
}
