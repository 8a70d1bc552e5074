import type { OnlineField } from '../devices/device-kind.ts'
import type { Device } from './device.ts'
import type { Group } from './group-tree.ts'

/** Whether a channel is offline although its device may be online. */
export type ChannelState = { chnId: number; lost: boolean }

/** Change of a device or a group; `version` is the directory's after it. */
export type DirectoryChange =
  | { kind: 'deviceAdded' | 'deviceRemoved' | 'deviceEdited'; version: number; device: Device }
  | { kind: 'deviceMoved'; version: number; device: Device; fromGroupId: number }
  | { kind: 'groupAdded' | 'groupRemoved' | 'groupEdited'; version: number; group: Group }
  | { kind: 'groupMoved'; version: number; group: Group; fromParentId: number }
  | { kind: 'channelsChanged'; version: number; device: Device }
  /** Channels of a device went offline by themselves, or came back. */
  | { kind: 'channelStates'; version: number; device: Device; changed: readonly ChannelState[] }
  | {
      kind: 'status'
      version: number
      slot: number
      sn: string
      changed: Partial<Record<OnlineField | 'alarmFlg', number>>
      /** Set when the device came online or went offline with it. */
      turned?: 'online' | 'offline'
    }
