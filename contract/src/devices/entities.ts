import { z } from 'zod'
import { NODE_TYPES, PICTURE_STYLES } from './constants.ts'

const online = z.number().int().min(0).default(0)

export const Channel = z.object({
  id: z.number().int(),
  deviceId: z.number().int(),
  sn: z.string(),
  chnId: z.number().int(),
  name: z.string(),
  type: z.number().int(),
  lineId: z.number().int(),
  onlineStatus: online,
  isChnl: z.boolean().default(true),
  isPtz: z.boolean().optional(),
  /** How a camera sees that does not see as people do (assumed). */
  pictureStyle: z.enum(PICTURE_STYLES).optional(),
  /** Monitoring points bound to the channel. */
  children: z.array(z.object({ id: z.number().int(), name: z.string() })).optional(),
})
export type Channel = z.infer<typeof Channel>

/**
 * A controller (node type 6) or monitoring point (7) below a device (stated name, assumed fields). A point that adds
 * nothing to its device's name is left out.
 */
export const SenseEntry = z.object({
  id: z.number().int(),
  nodeType: z.literal([NODE_TYPES.controller, NODE_TYPES.sensor]),
  name: z.string(),
  /** Channel of the device that it is on. */
  chnId: z.number().int(),
  /** Number in the catalogue, for controllers. */
  number: z.string().optional(),
})
export type SenseEntry = z.infer<typeof SenseEntry>

/**
 * A node of the device tree as the platform sends it (stated names). Ids are numbers; `_id` is unique over all node
 * kinds (d_ + device id for devices, with _ + channel id for their channels, g_ + id for groups).
 */
export const TreeNode = z.object({
  _id: z.string(),
  id: z.number().int(),
  deviceId: z.number().int().optional(),
  parentId: z.number().int(),
  parentName: z.string().optional(),
  name: z.string(),
  sn: z.string().optional(),
  nodeType: z.number().int(),
  type: z.string().optional(),
  ability: z.number().int().optional(),
  bizType: z.array(z.string()).optional(),
  protocolType: z.number().int().optional(),
  isPtz: z.boolean().optional(),
  videoOnlineStatus: online.optional(),
  sensorOnlineStatus: online.optional(),
  gbOnlineStatus: online.optional(),
  smartOnlineStatus: online.optional(),
  gisOnlineStatus: online.optional(),
  onlineStatus: online.optional(),
  longitude: z.number().optional(),
  latitude: z.number().optional(),
  /** Seconds since the epoch of the last position (assumed unit). */
  locationTime: z.number().optional(),
  speed: z.number().optional(),
  direction: z.number().optional(),
  /** 0 none, 1 alarm, 2 processed. */
  alarmFlg: z.number().int().optional(),
  channelNum: z.number().int().optional(),
  videoChannelNum: z.number().int().optional(),
  sensorChannelNum: z.number().int().optional(),
  chnList: z.array(Channel).optional(),
  /** Controllers and monitoring points of a device. */
  senseList: z.array(SenseEntry).optional(),
  /** Camera channels that look at a device, the first one first: those that the caller sees. */
  bindChannels: z.array(z.object({ sn: z.string(), chnId: z.number().int() })).optional(),
  /** Channel of a channel, controller or monitoring point that is a node of its own. */
  chnId: z.number().int().optional(),
  /** Whether the node has no children. */
  isLeaf: z.boolean().optional(),
  /** Devices below a group, for groups. */
  deviceCount: z.number().int().optional(),
  onlineCount: z.number().int().optional(),
})
export type TreeNode = z.infer<typeof TreeNode>

/** A device is online if any of its five status fields is nonzero (stated). */
export function isDeviceOnline(node: {
  videoOnlineStatus?: number
  sensorOnlineStatus?: number
  gbOnlineStatus?: number
  smartOnlineStatus?: number
  gisOnlineStatus?: number
}): boolean {
  return (
    (node.videoOnlineStatus ?? 0) !== 0 ||
    (node.sensorOnlineStatus ?? 0) !== 0 ||
    (node.gbOnlineStatus ?? 0) !== 0 ||
    (node.smartOnlineStatus ?? 0) !== 0 ||
    (node.gisOnlineStatus ?? 0) !== 0
  )
}

export const GpsFix = z.object({
  sn: z.string(),
  longitude: z.number().min(-180).max(180),
  latitude: z.number().min(-90).max(90),
  speed: z.number(),
  direction: z.number(),
  /** Seconds since the epoch. */
  locationTime: z.number(),
})
export type GpsFix = z.infer<typeof GpsFix>
