import { NODE_TYPES } from '@backlot/contract/devices/constants'
import { useEffect, useState } from 'react'
import { deviceCounts, deviceStore, useTreeState } from '../device-tree/device-store.ts'
import type { TreeEntry } from '../device-tree/tree-entry.ts'
import type { TreeIndex } from '../device-tree/tree-index.ts'
import { glyphOf, MARKER_KINDS, type MarkerKind } from '../map/marker-glyphs.ts'

type FleetGroup = { id: number; name: string; devices: number; online: number }
type FleetKind = { kind: MarkerKind; devices: number; online: number }
type Fleet = {
  all: number
  online: number
  /** In alarm, and nobody has processed it. */
  flagged: number
  /** Online, with an old position or none. */
  gpsLost: number
  kinds: FleetKind[]
  groups: FleetGroup[]
}

const REDRAW_MS = 2000
const FLAG_RAISED = 1

/** Counts of the device tree; groups are those below the top one, or the top ones when there are several. */
function fleetNow(): Fleet {
  const index = deviceStore.index()
  // Counted once for all who show it.
  if (last?.index === index && last.version === index.version) return last.fleet
  last = { index, version: index.version, fleet: countFleet(index) }
  return last.fleet
}

let last: { index: TreeIndex; version: number; fleet: Fleet } | undefined

function countFleet(index: TreeIndex): Fleet {
  const counted = countDevices(index)
  const { all, online } = deviceCounts()
  const groups = shownGroups(index).map((row) => ({
    id: index.entry[row]!.id,
    name: index.entry[row]!.name,
    devices: index.devices[row]!,
    online: index.devicesOnline[row]!,
  }))
  return { all, online, ...counted, groups }
}

/** Devices by kind, and those that want a look. */
export function countDevices(index: TreeIndex): Pick<Fleet, 'flagged' | 'gpsLost' | 'kinds'> {
  const kinds = MARKER_KINDS.map((kind) => ({ kind, devices: 0, online: 0 }))
  let [flagged, gpsLost] = [0, 0]
  for (const row of index.deviceRows()) {
    const node = index.entry[row]!
    const state = index.state(row)
    if (node.alarmFlg === FLAG_RAISED) flagged += 1
    if (state === 'stale' || state === 'purple') gpsLost += 1
    const kind = kinds[kindOf(node)]!
    kind.devices += 1
    if (index.isOnline(row)) kind.online += 1
  }
  return { flagged, gpsLost, kinds: kinds.filter(({ devices }) => devices > 0) }
}

const kindsKnown = new Map<string, number>()

/** Number of a device's kind. There are few ways to be named: each is worked out once. */
function kindOf({ type = '', bizType = [], ability = 0 }: TreeEntry): number {
  const named = bizType.length === 0 ? type : [type, ...bizType].join(' ')
  const key = `${ability} ${named}`
  const known = kindsKnown.get(key)
  if (known !== undefined) return known
  const kind = glyphOf(named, ability, false)
  kindsKnown.set(key, kind)
  return kind
}

/** Rows of the groups whose counts are shown: those below the only top one, or the top ones. */
export function shownGroups(index: TreeIndex): number[] {
  const isCounted = (row: number) =>
    index.part[row] === -1 && index.entry[row]!.nodeType === NODE_TYPES.group && index.devices[row]! > 0
  const children = (from: number, to: number) => {
    const rows: number[] = []
    for (let row = from; row < to; row = index.end[row]!) if (isCounted(row)) rows.push(row)
    return rows
  }
  const tops = children(0, index.length)
  if (tops.length !== 1) return tops
  const below = children(tops[0]! + 1, index.end[tops[0]!]!)
  return below.length > 0 ? below : tops
}

/** The fleet's counts, looked at again every two seconds when something changed. */
export function useFleet(): { fleet: Fleet; ready: boolean } {
  const state = useTreeState()
  const [fleet, setFleet] = useState(fleetNow)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed state looks again
  useEffect(() => {
    let [counted, version] = [deviceStore.index(), -1]
    const look = () => {
      const index = deviceStore.index()
      if (index === counted && index.version === version) return
      counted = index
      version = index.version
      setFleet(fleetNow())
    }
    look()
    const timer = setInterval(look, REDRAW_MS)
    return () => clearInterval(timer)
  }, [state])
  return { fleet, ready: state === 'ready' }
}
