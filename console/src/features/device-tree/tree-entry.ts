import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { NODE_TYPES } from '@backlot/contract/devices/constants'
import type { Channel, SenseEntry, TreeNode } from '@backlot/contract/devices/entities'
import type { Favourite } from '@backlot/contract/favourites/calls'
import { FAVOURITE_TYPES } from '@backlot/contract/favourites/constants'

/** A node as the tree holds it: the platform's, or a favourite that points at a channel of some device. */
export type TreeEntry = TreeNode & {
  /** Set on favourites: the channel they point at. */
  chnId?: number
  /** Set on favourites and on folders of them. */
  favouriteId?: number
  autoPlay?: number
}

/** Business types of a device behind the acquisition and sensor abilities. */
export const BIZ_TYPES = {
  solar: 'solar_energy',
  agriculture: 'smart_agriculture',
  gas: 'gas',
  sensor: 'sensor',
}

export const FAVOURITES_KEY = 'favourites'
const FAVOURITES_ID = -1_000_000

export function isDeviceType(nodeType: number): boolean {
  return nodeType === NODE_TYPES.device || nodeType === NODE_TYPES.deviceLike
}

/**
 * Function entries below a device, from ability and business type: AI 1000, location 1001, hjt212 1002, solar 1003,
 * smart agriculture 1004, gas 1005.
 */
export function functionsOf(node: Pick<TreeNode, 'ability' | 'bizType'>): number[] {
  const ability = node.ability ?? 0
  const biz = node.bizType ?? []
  const acquires = (ability & (ABILITY_BITS.acquisition | ABILITY_BITS.sensor)) !== 0
  const list: number[] = []
  if (ability & ABILITY_BITS.ai) list.push(NODE_TYPES.functionAi)
  if (ability & ABILITY_BITS.gps) list.push(NODE_TYPES.functionLocation)
  if (ability & ABILITY_BITS.hjt212) list.push(NODE_TYPES.functionHjt212)
  if (acquires && biz.includes(BIZ_TYPES.solar)) list.push(NODE_TYPES.functionSolar)
  if (acquires && biz.includes(BIZ_TYPES.agriculture)) list.push(NODE_TYPES.functionAgriculture)
  if (acquires && (biz.includes(BIZ_TYPES.gas) || biz.includes(BIZ_TYPES.sensor)))
    list.push(NODE_TYPES.functionGas)
  return list
}

/**
 * Favourites as a folder with folders and channel rows, to be put before the platform's nodes. Empty when there are
 * none. An entry of a missing folder is at the top.
 */
export function favouriteEntries(
  favourites: readonly Pick<Favourite, 'id' | 'parentId' | 'type' | 'name' | 'sn' | 'chnId' | 'autoPlay'>[],
): TreeEntry[] {
  if (favourites.length === 0) return []
  const folders = new Set(
    favourites.filter(({ type }) => type === FAVOURITE_TYPES.folder).map(({ id }) => id),
  )
  const idOfFolder = (id: number) => (folders.has(id) ? FAVOURITES_ID - id : FAVOURITES_ID)
  const folder: TreeEntry = {
    _id: FAVOURITES_KEY,
    id: FAVOURITES_ID,
    parentId: 0,
    name: '',
    nodeType: NODE_TYPES.group,
  }
  const rows = favourites.map(({ id, parentId, name, type, sn, chnId, autoPlay }): TreeEntry => {
    const common = { _id: `f_${id}`, parentId: idOfFolder(parentId), name, favouriteId: id }
    return type === FAVOURITE_TYPES.folder
      ? { ...common, id: idOfFolder(id), nodeType: NODE_TYPES.group }
      : { ...common, id, nodeType: NODE_TYPES.channel, sn, chnId, autoPlay }
  })
  return [folder, ...rows]
}

/** From this part of a device on its controllers and monitoring points are counted (`TreeIndex.part`). */
export const FIRST_SENSE_PART = 10_000

/** The controller or monitoring point of a part of a device. */
export function senseOf(node: Pick<TreeNode, 'senseList'>, part: number): SenseEntry | undefined {
  return part >= FIRST_SENSE_PART ? node.senseList?.[part - FIRST_SENSE_PART] : undefined
}

/** Whether a node is a controller or a monitoring point, which are below devices. */
export function isSenseType(nodeType: number): boolean {
  return nodeType === NODE_TYPES.controller || nodeType === NODE_TYPES.sensor
}

/** A channel uses its own online state if present, else its parent's (stated). */
export function isChannelOnline(
  channel: Pick<Channel, 'onlineStatus'> | undefined,
  deviceOnline: boolean,
): boolean {
  return channel?.onlineStatus === undefined ? deviceOnline : channel.onlineStatus !== 0
}
