import type { PtzMemory } from '../../areas/ptz/ptz-area.ts'
import { initialPtzState } from '../../devices/camera-home.ts'
import type { DeviceCommand } from '../../devices/commands.ts'
import { beginScan } from '../../devices/ptz-cruise.ts'
import { ptzStateAt } from '../../devices/ptz-track.ts'
import type { Directory } from '../../fleet/directory.ts'

/** Presets and tours that a camera keeps at a moment, and the scans that it can begin; `commands` in log order. */
export function ptzMemoryAt(
  directory: Directory,
  commands: readonly DeviceCommand[],
  sn: string,
  atMs: number,
): PtzMemory & { scans: readonly number[] } {
  const device = directory.deviceBySn(sn)
  if (!device) return { presets: [], cruises: [], scans: [], running: undefined }
  const initial = initialPtzState(directory.seed, device.entity, device.headingDeg ?? 0)
  const state = ptzStateAt(initial, commands, atMs)
  return {
    presets: [...state.presets]
      .sort(([a], [b]) => a - b)
      .map(([presetIndex, pose]) => ({
        presetIndex,
        name: state.presetNames?.get(presetIndex),
        factory: initial.presets.get(presetIndex) === pose,
      })),
    cruises: [...(state.cruises ?? [])]
      .sort(([a], [b]) => a - b)
      .map(([cruiseIndex, cruise]) => ({ cruiseIndex, ...cruise })),
    scans: [...(state.scans ?? [])].flatMap(([number, scan]) => (beginScan(scan, state) ? [number] : [])),
    running: state.running?.cruise,
  }
}
