import { hasAbility } from '@backlot/contract/capabilities'
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { TreeEntry } from '../../features/device-tree/tree-entry.ts'
import type { TreeIndex } from '../../features/device-tree/tree-index.ts'

const AI_WINDOWS = 4

export type AiCamera = { sn: string; chnId: number }

/** Cameras as the address names them: `sn:chnId`, with commas; an empty place is an empty window. */
export function readCameras(text: string): (AiCamera | undefined)[] {
  const named = text.split(',').map((part) => {
    const at = part.lastIndexOf(':')
    const chnId = Number(part.slice(at + 1))
    return at > 0 && Number.isInteger(chnId) && chnId >= 0 ? { sn: part.slice(0, at), chnId } : undefined
  })
  return Array.from({ length: AI_WINDOWS }, (_, nth) => named[nth])
}

export function writeCameras(cameras: readonly (AiCamera | undefined)[]): string {
  return cameras.map((camera) => (camera ? `${camera.sn}:${camera.chnId}` : '')).join(',')
}

/** The first online cameras with picture analysis. */
export function firstCameras(index: TreeIndex): AiCamera[] {
  const found: AiCamera[] = []
  for (const row of index.deviceRows()) {
    if (found.length === AI_WINDOWS) break
    const entry = index.entry[row]!
    const channel = entry.chnList?.find(({ type }) => type === CHANNEL_TYPES.video)
    if (entry.sn && channel && analyses(entry) && index.isOnline(row)) {
      found.push({ sn: entry.sn, chnId: channel.chnId })
    }
  }
  return found
}

export const analyses = (node: Pick<TreeEntry, 'ability'>): boolean => hasAbility(node.ability ?? 0, 'ai')
