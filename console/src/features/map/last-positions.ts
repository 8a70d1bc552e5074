import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { gpsRealtime } from '@backlot/contract/devices/calls'
import type { GpsFix, TreeNode } from '@backlot/contract/devices/entities'
import { request } from '../../platform/client.ts'
import { noteProblem } from '../../platform/diagnostics.ts'

/** Serial numbers in one call (stated: a list of them; the limit is that of the contract). */
const SNS_A_CALL = 2000

/**
 * Tree nodes with the last known positions of those that have a receiver and came without one, loaded by
 * `/gps/realtime/data`. A platform that does not answer it leaves them without.
 */
export async function withLastPositions(nodes: readonly TreeNode[]): Promise<TreeNode[]> {
  const lacks = ({ sn, ability = 0, longitude }: TreeNode) =>
    sn !== undefined && (ability & ABILITY_BITS.gps) !== 0 && !longitude
  const sns = nodes.filter(lacks).flatMap(({ sn }) => sn ?? [])
  const known = new Map<string, GpsFix>()
  for (let at = 0; at < sns.length; at += SNS_A_CALL) {
    try {
      const { list } = await request(gpsRealtime, { body: { list: sns.slice(at, at + SNS_A_CALL) } })
      for (const fix of list) known.set(fix.sn, fix)
    } catch (error) {
      noteProblem('map', `no last positions: ${String(error)}`)
      break
    }
  }
  return nodes.map((node) => {
    const fix = node.sn === undefined ? undefined : known.get(node.sn)
    if (!fix || (fix.longitude === 0 && fix.latitude === 0)) return node
    const { longitude, latitude, locationTime, speed, direction } = fix
    return { ...node, longitude, latitude, locationTime, speed, direction }
  })
}
