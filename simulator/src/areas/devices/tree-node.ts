import { type Channel, NODE_TYPES, type TreeNode } from '@backlot/contract/devices/entities'
import type { Language } from '../language.ts'
import type { ChannelRecord, DeviceRecord, DeviceState, DirectoryPort, GroupRecord } from './ports.ts'

const VIDEO = 0
const HJT212 = 3

/** A group as a node of the tree. `parentId` is 0 for the top of what the caller sees. */
export function groupNode(
  directory: DirectoryPort,
  group: GroupRecord,
  parentId: number,
  language: Language,
): TreeNode {
  const counts = directory.counts(group.groupId)
  return {
    _id: `g_${group.groupId}`,
    id: group.groupId,
    parentId,
    parentName: directory.group(parentId)?.name[language],
    name: group.name[language],
    nodeType: NODE_TYPES.group,
    deviceCount: counts.devices,
    onlineCount: counts.online,
  }
}

/** A device as a node of the tree, with its channels. */
export function deviceNode(directory: DirectoryPort, device: DeviceRecord, language: Language): TreeNode {
  const state = directory.state(device.sn)
  const online = isOnline(state)
  return {
    _id: `d_${device.deviceId}`,
    id: device.deviceId,
    deviceId: device.deviceId,
    parentId: device.groupId,
    parentName: directory.group(device.groupId)?.name[language],
    name: device.name[language],
    sn: device.sn,
    nodeType: NODE_TYPES.device,
    type: device.kind,
    ability: device.ability,
    bizType: [...device.bizType],
    protocolType: device.protocolType,
    isPtz: device.isPtz,
    videoOnlineStatus: state.videoOnlineStatus,
    sensorOnlineStatus: state.sensorOnlineStatus,
    gbOnlineStatus: state.gbOnlineStatus,
    smartOnlineStatus: state.smartOnlineStatus,
    gisOnlineStatus: state.gisOnlineStatus,
    onlineStatus: online ? 1 : 0,
    longitude: state.longitude,
    latitude: state.latitude,
    locationTime: state.locatedMs === undefined ? undefined : Math.floor(state.locatedMs / 1000),
    speed: state.speedKmh,
    direction: state.directionDeg,
    alarmFlg: state.alarmFlg,
    channelNum: device.channels.length,
    videoChannelNum: device.channels.filter(({ type }) => type === VIDEO).length,
    sensorChannelNum: device.channels.filter(({ type }) => type === HJT212).length,
    chnList: device.channels.map((channel) => channelOf(device, channel, online, language)),
  }
}

export function channelOf(
  device: DeviceRecord,
  channel: ChannelRecord,
  online: boolean,
  language: Language,
): Channel {
  return {
    id: channel.id,
    deviceId: device.deviceId,
    sn: device.sn,
    chnId: channel.chnId,
    name: channel.name[language],
    type: channel.type,
    lineId: channel.lineId,
    onlineStatus: online ? 1 : 0,
    isChnl: true,
    isPtz: channel.isPtz,
    children: channel.monitoringPoints.map(({ id, name }) => ({ id, name: name[language] })),
  }
}

/** A device is online when any of its five fields is not 0. */
export function isOnline(state: DeviceState): boolean {
  return (
    state.videoOnlineStatus +
      state.sensorOnlineStatus +
      state.gbOnlineStatus +
      state.smartOnlineStatus +
      state.gisOnlineStatus >
    0
  )
}
