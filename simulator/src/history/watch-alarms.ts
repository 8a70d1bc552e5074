/**
 * Alarms of kind files: each is raised whenever its condition holds, and ends when it does no longer. A block of time of
 * a device is worked out alone, so any hour of the past is the same on every machine with its seed.
 */
import { HOUR_MS } from '@backlot/contract/time'
import type { KindWatch } from '../devices/device-kind.ts'
import { KINDS } from '../devices/kinds.ts'
import { ownSettings } from '../devices/own-settings.ts'
import type { Device } from '../fleet/device.ts'
import { NO_SETTINGS } from '../world/air/memories.ts'
import type { Air, DeviceSettings } from '../world/types.ts'
import { type AlarmSources, alarmChannel, type DeviceAlarm } from './device-alarm.ts'

const BLOCK_MS = HOUR_MS
/** An alarm ends then, though its condition still holds. */
const LONGEST_MS = 24 * HOUR_MS
const BLOCKS_KEPT = 200

type Place = { x: number; y: number; entity: number }
type Span = { startMs: number; endMs: number }

/** Spans that begin in [fromMs, toMs), which are moments of the grid. */
export function watchSpans(
  air: Air,
  { x, y, entity }: Place,
  watch: KindWatch,
  settings: DeviceSettings,
  fromMs: number,
  toMs: number,
): Span[] {
  const { everyMs, forMs } = watch
  const holds = (atMs: number) => air.of(watch.holds, x, y, atMs, entity, settings) !== 0
  const spans: Span[] = []
  // One that holds when the look begins began before: it belongs to an earlier block.
  const firstMs = fromMs - forMs - everyMs
  let held = holds(firstMs)
  let sinceMs = held ? Number.NEGATIVE_INFINITY : firstMs
  for (let atMs = firstMs + everyMs; atMs < toMs; atMs += everyMs) {
    const now = holds(atMs)
    if (now && !held) sinceMs = atMs
    held = now
    if (!now || atMs - sinceMs !== forMs || atMs < fromMs) continue
    let endMs = atMs + everyMs
    while (endMs < atMs + LONGEST_MS && holds(endMs)) endMs += everyMs
    spans.push({ startMs: atMs, endMs })
  }
  return spans
}

/** Alarms of a device whose condition holds at a moment, as the device itself knows them. Nobody has set anything. */
export function watchesHeldAt(air: Air, { kind, x, y, entity }: Device, epochMs: number): KindWatch[] {
  return (KINDS[kind].watches ?? []).filter(({ holds, everyMs, forMs }) => {
    const lastMs = Math.floor(epochMs / everyMs) * everyMs
    for (let atMs = lastMs; atMs >= lastMs - forMs; atMs -= everyMs)
      if (air.of(holds, x, y, atMs, entity, NO_SETTINGS) === 0) return false
    return true
  })
}

export function createWatchAlarms(sources: AlarmSources) {
  const { world, directory, commands } = sources
  /** By serial number, then block. */
  const known = new Map<string, Map<number, readonly DeviceAlarm[]>>()
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (device) add(device)
  }

  function add({ sn, kind, foreign }: Pick<Device, 'sn' | 'kind' | 'foreign'>): void {
    if (KINDS[kind].watches && !foreign) known.set(sn, new Map())
  }

  function blockOf(device: Device, blocks: Map<number, readonly DeviceAlarm[]>, block: number) {
    const before = blocks.get(block)
    if (before) return before
    if (blocks.size >= BLOCKS_KEPT) blocks.clear()
    const settings = ownSettings(device.kind, commands.commandsOf(device.sn))
    const found = KINDS[device.kind].watches!.flatMap((watch) =>
      watchSpans(world.air, device, watch, settings, block * BLOCK_MS, (block + 1) * BLOCK_MS)
        .filter(({ startMs }) => startMs >= (device.sinceMs ?? startMs))
        .map((span) => alarmOf(device, watch, span)),
    )
    blocks.set(block, found)
    return found
  }

  function alarmOf(device: Device, watch: KindWatch, { startMs, endMs }: Span): DeviceAlarm {
    const { type, subType, quantity } = watch
    return {
      device,
      chnId: alarmChannel(directory, device, false),
      alarmSeq: `${subType.toLowerCase()}-${device.id}-${Math.floor(startMs / 1000).toString(36)}`,
      type,
      subType,
      startMs,
      endMs,
      // Weather and settings that people change decide about it.
      mayBeLate: true,
      ...(quantity ? { quantity } : {}),
    }
  }

  return {
    /** Alarms that touch [fromMs, toMs]; of one device when it is named. */
    touching(fromMs: number, toMs: number, sn?: string): DeviceAlarm[] {
      const found: DeviceAlarm[] = []
      for (const [one, blocks] of known) {
        if (sn !== undefined && sn !== one) continue
        const device = directory.deviceBySn(one)
        if (!device) continue
        const first = Math.floor((fromMs - LONGEST_MS) / BLOCK_MS)
        for (let block = first; block * BLOCK_MS <= toMs; block++) {
          for (const alarm of blockOf(device, blocks, block)) {
            if (alarm.startMs <= toMs && alarm.endMs >= fromMs) found.push(alarm)
          }
        }
      }
      return found
    },
    add,
    remove: (sn: string) => known.delete(sn),
    /** Discards what was found from a moment on: of one device, or of all. */
    forget(fromMs: number, sn?: string): void {
      for (const [one, blocks] of known) {
        if (sn !== undefined && sn !== one) continue
        for (const [block, alarms] of blocks) {
          const isOver = (block + 1) * BLOCK_MS <= fromMs && alarms.every(({ endMs }) => endMs < fromMs)
          if (!isOver) blocks.delete(block)
        }
      }
    },
  }
}
