/**
 * Sensors wired to the RS-485 line of a device. The wiring follows from kind and model and never changes; the polls of
 * a station are a setting (sensor-bus.ts).
 */
import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { WiredSensor } from './device-kind.ts'
import { KINDS } from './kinds.ts'

const NONE: readonly WiredSensor[] = []
const lines = new Map<string, readonly WiredSensor[]>()

/** Sensors wired to the line of a device; none for devices without a line. */
export function wiredSensors(kind: DeviceKind, model: string | undefined): readonly WiredSensor[] {
  const { line } = KINDS[kind]
  if (!line) return NONE
  const key = `${kind} ${model ?? ''}`
  const known = lines.get(key)
  if (known) return known
  const wired = line(model)
  lines.set(key, wired)
  return wired
}
