import { NODE_TYPES } from '@backlot/contract/devices/entities'
import { useEffect, useState } from 'react'
import { deviceCounts, deviceStore, useTreeState } from '../../parts/device-tree/device-store.ts'

export type FleetGroup = { id: number; name: string; devices: number; online: number }
export type Fleet = { all: number; online: number; flagged: number; groups: FleetGroup[] }

const REDRAW_MS = 2000
const FLAG_RAISED = 1

/** Counts of the device tree; groups are those below the top one, or the top ones when there are several. */
export function fleetNow(): Fleet {
  const index = deviceStore.index()
  const { all, online } = deviceCounts()
  let flagged = 0
  const tops: number[] = []
  for (let row = 0; row < index.length; row += 1) {
    if (index.isDevice(row) && index.entry[row]?.alarmFlg === FLAG_RAISED) flagged += 1
    if (isCountedGroup(row) && index.depth[row] === 0) tops.push(row)
  }
  const only = tops.length === 1 ? tops[0] : undefined
  const rows = only === undefined ? tops : childGroups(only)
  const groups = (rows.length > 0 ? rows : tops).map((row) => ({
    id: index.entry[row]!.id,
    name: index.entry[row]!.name,
    devices: index.devices[row]!,
    online: index.devicesOnline[row]!,
  }))
  return { all, online, flagged, groups }

  function isCountedGroup(row: number): boolean {
    return (
      index.part[row] === -1 && index.entry[row]!.nodeType === NODE_TYPES.group && index.devices[row]! > 0
    )
  }
  function childGroups(parent: number): number[] {
    const children: number[] = []
    for (let row = parent + 1; row < index.end[parent]!; row = index.end[row]!) {
      if (isCountedGroup(row)) children.push(row)
    }
    return children
  }
}

/** The fleet's counts, looked at again every two seconds; undefined until the tree is there. */
export function useFleet(): { fleet: Fleet; ready: boolean } {
  const state = useTreeState()
  const [fleet, setFleet] = useState(fleetNow)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed state looks again
  useEffect(() => {
    setFleet(fleetNow())
    const timer = setInterval(() => setFleet(fleetNow()), REDRAW_MS)
    return () => clearInterval(timer)
  }, [state])
  return { fleet, ready: state === 'ready' }
}
