import type { FleetGroup, FleetSpec } from '@backlot/contract/control/fleet-spec'
import type { City, Name } from '../world/city/types.ts'
import { FIRST_ADMIN_GROUP_ID } from './admin-ids.ts'
import type { Directory } from './directory.ts'
import type { Draft } from './draft-fleet.ts'

/** Groups that are made with fleets count from here on; the scenario's below. */
export const ADDED_GROUPS_FROM = 1001

const OUTSKIRTS: Name = { zh: '近郊', en: 'Outskirts' }

/** How many ids a fleet's groups may take. */
export function groupIdsWanted(spec: FleetSpec, city: City): number {
  const parts = typeof spec.split === 'number' ? Math.ceil(spec.count / spec.split) : 0
  return 2 + Math.max(parts, city.districts.length + 1)
}

/**
 * The groups of a fleet's devices, made as they are needed below `group`, with ids from `firstId` on that follow from
 * their keys. `touched` are the groups whose children changed, for the tree notice.
 */
export function fleetGroups(
  directory: Directory,
  city: City,
  spec: FleetSpec,
  group: FleetGroup,
  fleet: number,
  firstId: number,
): { groupOf(draft: Draft, i: number): number; touched: ReadonlySet<number> } {
  const touched = new Set<number>()
  const known = new Map<string, number>()

  function groupId(key: string, parentId: () => number, name: () => Name, id: number): number {
    const before = known.get(key) ?? directory.groupByKey(key)?.id
    if (before !== undefined) {
      known.set(key, before)
      return before
    }
    const parent = parentId()
    const made = directory.addGroup(parent, name(), key, directory.group(id) ? undefined : id).id
    touched.add(parent)
    known.set(key, made)
    return made
  }

  const topParent = () => (group.parent === undefined ? 0 : (directory.groupByKey(group.parent)?.id ?? 0))
  const top = () => groupId(group.key, topParent, () => group.name, firstId)
  const splitsByDistrict =
    spec.split === 'district' ||
    (spec.split === undefined && isSplit(directory, directory.groupByKey(group.key)?.id))

  return {
    touched,
    groupOf({ spec: { trafficIndex }, districtId }, i) {
      let id = top()
      if (splitsByDistrict && trafficIndex === undefined) {
        const district = city.districts.find((each) => each.id === districtId)
        const place = district ? city.districts.indexOf(district) + 1 : 0
        const key = `${group.key}/${districtId}`
        id = groupId(key, top, () => district?.name ?? OUTSKIRTS, firstId + 1 + place)
      } else if (typeof spec.split === 'number') {
        const part = Math.floor(i / spec.split)
        const name = { zh: `${group.name.zh} ${part + 1}`, en: `${group.name.en} ${part + 1}` }
        id = groupId(`${group.key}/f${fleet}-${part}`, top, () => name, firstId + 1 + part)
      }
      touched.add(id)
      return id
    },
  }
}

/** Whether the scenario splits a group by district. */
function isSplit(directory: Directory, id: number | undefined): boolean {
  return id !== undefined && directory.groupChildren(id).some(({ key }) => /\/-?\d+$/.test(key ?? ''))
}

/** Removes the groups made with fleets that have become empty, from below upwards. Answers the parents concerned. */
export function removeEmptyGroups(directory: Directory, ids: Iterable<number>): Set<number> {
  const concerned = new Set<number>()
  const look = (id: number): void => {
    const group = directory.group(id)
    if (!group || id < ADDED_GROUPS_FROM || id >= FIRST_ADMIN_GROUP_ID) return
    if (directory.groupChildren(id).length > 0 || directory.devicesIn(id).length > 0) return
    directory.removeGroup(id)
    concerned.add(group.parentId)
    if (group.parentId !== 0) look(group.parentId)
  }
  for (const id of ids) look(id)
  return concerned
}
