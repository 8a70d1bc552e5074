import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { recentFlows } from '@backlot/contract/situation/calls'
import { useEffect, useState } from 'react'
import { deviceStore, useTreeIndex } from '../../../features/device-tree/device-store.ts'
import type { TreeIndex } from '../../../features/device-tree/tree-index.ts'
import { channel } from '../../../platform/channel.ts'
import { request } from '../../../platform/client.ts'
import { platformNow } from '../../../platform/clock.ts'
import { noteProblem } from '../../../platform/diagnostics.ts'
import type { CityModel, StandingMark } from './city-model.ts'
import { CityPlane, type Extent, extentOf } from './city-view.ts'
import { flowPieces } from './flow-pieces.ts'

/** Most movers whose positions are requested; of more, every second or third is shown. */
const MOVERS_MOST = 3000
/** Shortest interval of redrawing states. */
const REDRAW_MS = 1000
/** More fixed devices than this are thinned out: they would cover the plan. */
const STANDING_MOST = 20_000

type CityDevices = { plane: CityPlane; extent: Extent; movers: readonly string[] }

type Located = { sn: string; longitude: number; latitude: number; moves: boolean }

/** Devices with a position, as the tree has them. */
function locatedDevices(): Located[] {
  const index = deviceStore.index()
  const list: Located[] = []
  for (const row of index.deviceRows()) {
    const { sn, longitude, latitude, ability } = index.entry[row]!
    if (!sn || !longitude || !latitude) continue
    list.push({ sn, longitude, latitude, moves: ((ability ?? 0) & ABILITY_BITS.gps) !== 0 })
  }
  return list
}

/** Every n-th of a list, so that at most `most` remain. */
function thinned<T>(list: readonly T[], most: number): readonly T[] {
  const step = Math.ceil(list.length / most)
  return step <= 1 ? list : list.filter((_unused, i) => i % step === 0)
}

/**
 * Fills the model from the device tree and the channel: fixed devices with their states, movers with their reports.
 * Undefined until the tree is there; then the extent of the devices.
 */
export function useCityDevices(model: CityModel, fallback: Extent): CityDevices | undefined {
  const index = useTreeIndex()
  const [devices, setDevices] = useState<CityDevices>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another tree has other devices
  useEffect(() => {
    const located = locatedDevices()
    const extent = extentOf(located) ?? fallback
    const movers = thinned(
      located.filter(({ moves }) => moves).map(({ sn }) => sn),
      MOVERS_MOST,
    )
    setDevices((before) => {
      // A city stays where it is while devices come and go, unless they are somewhere else now.
      const stays = before && Math.max(...extent.map((edge, i) => Math.abs(edge - before.extent[i]!))) < 0.02
      const plane = stays
        ? before.plane
        : new CityPlane((extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2)
      if (!stays) model.clearMotion()
      if (stays && before.movers.join() === movers.join()) return before
      return { plane, extent: stays ? before.extent : extent, movers }
    })
  }, [index, model])

  useEffect(() => {
    if (!devices) return
    const { plane, movers } = devices
    const wanted = new Set(movers)
    model.motion.keepOnly(wanted)
    const stops = [
      channel.subscribe({
        id: 'wall-movers',
        topics: ['gps'],
        scope: { kind: 'devices', sns: [...movers] },
      }),
      channel.on('gps', ({ list }) => {
        const nowMs = performance.now()
        for (const { sn, longitude, latitude, speed } of list) {
          if (wanted.has(sn)) model.motion.report(sn, plane.point(longitude, latitude), speed, nowMs)
        }
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [devices, model])

  const plane = devices?.plane
  useEffect(() => {
    if (!plane) return
    let abort = new AbortController()
    void addFlows(model, plane, abort.signal)
    const stop = channel.on('resync', () => {
      // Another clock, or a platform that was away: the way driven meanwhile is loaded.
      abort.abort()
      abort = new AbortController()
      model.clearMotion()
      void addFlows(model, plane, abort.signal)
    })
    return () => {
      abort.abort()
      stop()
    }
  }, [plane, model])

  useEffect(() => {
    if (!devices) return
    let drawn: { index: TreeIndex; version: number } | undefined
    const look = () => {
      const now = deviceStore.index()
      if (drawn?.index === now && drawn.version === now.version) return
      drawn = { index: now, version: now.version }
      showStates(model, devices.plane)
    }
    look()
    const timer = setInterval(look, REDRAW_MS)
    return () => clearInterval(timer)
  }, [devices, model])

  return devices
}

/** Adds the trails of the last minutes, so that a wall that was just opened shows the same as one that ran. */
async function addFlows(model: CityModel, plane: CityPlane, signal: AbortSignal): Promise<void> {
  try {
    const { list } = await request(recentFlows, { signal })
    const nowMs = performance.now()
    const bornOf = (seconds: number) => model.secondsAt(nowMs) - (platformNow() / 1000 - seconds)
    for (const piece of flowPieces(list, plane, bornOf)) model.trails.push(piece)
  } catch (error) {
    // Trails grow by themselves from here on.
    if (!signal.aborted) noteProblem('big screen flows', String(error))
  }
}

/** Marks of devices: fixed ones, and offline movers. */
function showStates(model: CityModel, plane: CityPlane): void {
  const index = deviceStore.index()
  const marks: StandingMark[] = []
  const silent = new Set<string>()
  for (const row of index.deviceRows()) {
    const { sn, longitude, latitude, ability, alarmFlg } = index.entry[row]!
    const online = index.isOnline(row)
    if (!online && sn) silent.add(sn)
    if (!longitude || !latitude) continue
    if (online && ((ability ?? 0) & ABILITY_BITS.gps) !== 0) continue
    const state = alarmFlg === 1 ? 'alarm' : online ? 'online' : 'offline'
    marks.push({ ...plane.point(longitude, latitude), state })
  }
  model.setStates(thinned(marks, STANDING_MOST), silent)
}
