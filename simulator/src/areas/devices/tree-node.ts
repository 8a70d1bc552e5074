import { NODE_TYPES } from '@backlot/contract/devices/constants'
import type { Channel, SenseEntry, TreeNode } from '@backlot/contract/devices/entities'
import type { ScopeIntervals } from '../../calls/scope.ts'
import { KINDS } from '../../devices/kinds.ts'
import type { Language } from '../../kernel/language.ts'
import type {
  BelowDevicesPort,
  ChannelRecord,
  DeviceRecord,
  DeviceState,
  DirectoryPort,
  GroupRecord,
} from './ports.ts'

const VIDEO = 0
const HJT212 = 3

/** A group as a node of the tree. `parentId` is 0 at the top of the caller's scope. */
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

/** Where nodes of devices come from, and who looks. */
export type DeviceNodes = {
  directory: DirectoryPort
  below: BelowDevicesPort
  language: Language
  scope: ScopeIntervals
}

/** A device as a node of the tree, with its channels, controllers and monitoring points. */
export function deviceNode(nodes: DeviceNodes, device: DeviceRecord): TreeNode {
  const { directory, language } = nodes
  const state = directory.state(device.sn)
  const senseList = senseListOf(nodes, device)
  const bindChannels = bindChannelsOf(nodes, device.sn)
  return {
    _id: `d_${device.deviceId}`,
    id: device.deviceId,
    deviceId: device.deviceId,
    parentId: device.groupId,
    parentName: directory.group(device.groupId)?.name[language],
    name: device.name[language],
    sn: device.sn,
    nodeType: KINDS[device.kind].isSensorCarrier ? NODE_TYPES.deviceLike : NODE_TYPES.device,
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
    onlineStatus: isOnline(state) ? 1 : 0,
    longitude: state.longitude,
    latitude: state.latitude,
    locationTime: state.locatedMs === undefined ? undefined : Math.floor(state.locatedMs / 1000),
    speed: state.speedKmh,
    direction: state.directionDeg,
    alarmFlg: state.alarmFlg,
    channelNum: device.channels.length,
    videoChannelNum: device.channels.filter(({ type }) => type === VIDEO).length,
    sensorChannelNum: device.channels.filter(({ type }) => type === HJT212).length,
    chnList: device.channels.map((channel) => channelOf(device, channel, state, language)),
    ...(senseList.length > 0 ? { senseList } : {}),
    ...(bindChannels.length > 0 ? { bindChannels } : {}),
  }
}

/** Nodes below a device: channels, then controllers, then monitoring points. */
export function nodesBelow(nodes: DeviceNodes, device: DeviceRecord): TreeNode[] {
  const { deviceId, sn } = device
  const parent = { deviceId, parentId: deviceId, parentName: device.name[nodes.language], sn, isLeaf: true }
  const state = nodes.directory.state(sn)
  const channels = device.channels.map((record): TreeNode => {
    const { id, chnId, name, isPtz, onlineStatus } = channelOf(device, record, state, nodes.language)
    const nodeType = NODE_TYPES.channel
    return { ...parent, _id: `d_${deviceId}_${chnId}`, id, nodeType, chnId, name, isPtz, onlineStatus }
  })
  const sensed = senseListOf(nodes, device).map(({ id, nodeType, chnId, name }): TreeNode => {
    const onlineStatus = isChannelOnline(state, chnId) ? 1 : 0
    return { ...parent, _id: `d_${deviceId}_${nodeType}_${id}`, id, nodeType, chnId, name, onlineStatus }
  })
  return [...channels, ...sensed]
}

/** A point that came with its device adds nothing to the device's own name. */
function senseListOf({ below, language }: DeviceNodes, device: DeviceRecord): SenseEntry[] {
  const controllers = below.controllersOf(device.sn).map(({ name, ...entry }) => ({
    ...entry,
    name: name[language],
    nodeType: NODE_TYPES.controller,
  }))
  const points = device.channels.flatMap(({ chnId, monitoringPoints }) =>
    monitoringPoints.flatMap(({ id, name }) =>
      name === device.name ? [] : [{ id, nodeType: NODE_TYPES.sensor, name: name[language], chnId }],
    ),
  )
  return [...controllers, ...points]
}

function bindChannelsOf({ directory, below, scope }: DeviceNodes, sn: string) {
  return below.bindingsOf(sn).flatMap((bound) => {
    const device = directory.device(bound.sn)
    const isSeen = device !== undefined && directory.inScope(device.groupId, scope)
    return isSeen ? [{ sn: bound.sn, chnId: bound.chnId }] : []
  })
}

export function channelOf(
  device: DeviceRecord,
  channel: ChannelRecord,
  state: DeviceState,
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
    onlineStatus: isChannelOnline(state, channel.chnId) ? 1 : 0,
    isChnl: true,
    isPtz: channel.isPtz,
    ...(channel.pictureStyle && { pictureStyle: channel.pictureStyle }),
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

/** A channel goes offline with its device, and by itself. */
export function isChannelOnline(state: DeviceState, chnId: number): boolean {
  return isOnline(state) && !state.lostChannels.has(chnId)
}
