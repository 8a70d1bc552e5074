import type { DataOut } from '@backlot/contract/call'
import { ABILITY_BITS } from '@backlot/contract/capabilities'
import type { positions } from '@backlot/contract/devices/calls'
import { isDeviceOnline, type TreeNode } from '@backlot/contract/devices/entities'
import type { MarkerColumns } from './marker-frame.ts'
import { glyphOf } from './marker-glyphs.ts'
import { MOVING_BIT, statusBits } from './marker-state.ts'

/** Devices of a map by column, with the serial number of each. */
export type MarkerDevices = { sns: string[]; columns: MarkerColumns }

function emptyColumns(count: number, name: string[]): MarkerColumns {
  return {
    name,
    longitude: new Float64Array(count),
    latitude: new Float64Array(count),
    locationTime: new Float64Array(count),
    speed: new Float32Array(count),
    direction: new Float32Array(count),
    bits: new Uint8Array(count),
    glyph: new Uint8Array(count),
  }
}

/** Devices out of the positions call. */
export function devicesOfPositions(data: DataOut<typeof positions>): MarkerDevices {
  const count = data.sn.length
  const columns = emptyColumns(count, data.name)
  columns.longitude.set(data.longitude)
  columns.latitude.set(data.latitude)
  columns.locationTime.set(data.locationTime)
  columns.speed.set(data.speed)
  columns.direction.set(data.direction)
  columns.bits.set(data.status)
  for (let id = 0; id < count; id++) {
    const kind = data.kinds[data.kind[id] ?? -1] ?? ''
    columns.glyph[id] = glyphOf(kind, data.ability[id] ?? 0, ((data.status[id] ?? 0) & MOVING_BIT) !== 0)
  }
  return { sns: data.sn, columns }
}

/** Devices out of tree nodes, for platforms without the positions call. */
export function devicesOfTree(nodes: readonly TreeNode[]): MarkerDevices {
  const devices = nodes.filter((node) => node.sn !== undefined)
  const columns = emptyColumns(
    devices.length,
    devices.map((node) => node.name),
  )
  for (const [id, node] of devices.entries()) {
    columns.longitude[id] = node.longitude ?? 0
    columns.latitude[id] = node.latitude ?? 0
    columns.locationTime[id] = node.locationTime ?? 0
    columns.speed[id] = node.speed ?? 0
    columns.direction[id] = node.direction ?? 0
    columns.bits[id] = bitsOfNode(node, ((node.ability ?? 0) & ABILITY_BITS.gps) !== 0)
    columns.glyph[id] = glyphOf(
      [node.type, ...(node.bizType ?? [])].join(' '),
      node.ability ?? 0,
      (columns.bits[id] & MOVING_BIT) !== 0,
    )
  }
  return { sns: devices.map((node) => node.sn ?? ''), columns }
}

/** Status bits of a tree node. */
export function bitsOfNode(node: TreeNode, moving: boolean): number {
  return statusBits(isDeviceOnline(node), node.alarmFlg ?? 0, moving)
}
