import type { OnlineField } from '../devices/device-kind.ts'
import type { Device, DeviceState } from './device.ts'
import type { DirectoryChange } from './directory-change.ts'
import type { EngineReport } from './engine-report.ts'
import { onlineFieldsOf } from './online-fields.ts'
import { createPositionGrid } from './position-grid.ts'
import {
  clearRow,
  createStatusColumns,
  grownColumns,
  ONLINE_FIELDS,
  type StatusColumns,
  stateOfRow,
} from './status-columns.ts'

type ApplyOptions = { quiet?: boolean; isGone?: (slot: number) => boolean }

const VIDEO_BIT = 1 << ONLINE_FIELDS.indexOf('videoOnlineStatus')

/** Devices of one step: about half a millisecond when all of them changed. */
const STEP_DEVICES = 250

/** How the directory's devices are right now: states and positions in columns. */
export function createDeviceStatus(deps: {
  /** The device in a slot; throws when there is none. */
  device(slot: number): Device
  /** Raises the directory's version and answers it. */
  bump(): number
  tell(change: DirectoryChange): void
  countOnline(groupId: number, by: number): void
}) {
  const grid = createPositionGrid()
  let columns: StatusColumns = createStatusColumns(1024)
  /** Devices without any online video channel. */
  const blind = new Set<number>()

  /** Bits without video where the device is blind. One that is reached by nothing but its video keeps that bit. */
  const seen = (slot: number, bits: number): number => (blind.has(slot) ? bits & ~VIDEO_BIT || bits : bits)
  const onlineBits = (slot: number): number => seen(slot, columns.onlineMask[slot]!)

  function setBits(slot: number, after: number): void {
    const before = columns.onlineBits[slot]!
    if (after === before) return
    columns.onlineBits[slot] = after
    if ((before !== 0) !== (after !== 0)) deps.countOnline(deps.device(slot).groupId, after !== 0 ? 1 : -1)
  }

  /** Sets bits and announces the changed ones. */
  function changeBits(slot: number, after: number): void {
    const before = columns.onlineBits[slot]!
    const flipped = before ^ after
    if (flipped === 0) return
    setBits(slot, after)
    const changed: Partial<Record<OnlineField, number>> = {}
    ONLINE_FIELDS.forEach((field, bit) => {
      if ((flipped >> bit) & 1) changed[field] = (after >> bit) & 1
    })
    const turned = (before !== 0) === (after !== 0) ? undefined : after !== 0 ? 'online' : 'offline'
    const { sn } = deps.device(slot)
    deps.tell({ kind: 'status', version: deps.bump(), slot, sn, changed, ...(turned ? { turned } : {}) })
  }

  function locate(
    slot: number,
    longitude: number,
    latitude: number,
    locationTimeMs: number,
    speedKmh: number,
    directionDeg: number,
  ): void {
    columns.longitude[slot] = longitude
    columns.latitude[slot] = latitude
    columns.locationTimeMs[slot] = locationTimeMs
    columns.speedKmh[slot] = speedKmh
    columns.directionDeg[slot] = directionDeg
    if (longitude === 0 && latitude === 0) grid.delete(slot)
    else grid.set(slot, longitude, latitude)
  }

  function* reportSteps(
    { online, fixes }: EngineReport,
    { quiet = false, isGone }: ApplyOptions = {},
  ): Generator<void, void> {
    for (let i = 0; i < online.slots.length; i++) {
      if (i % STEP_DEVICES === STEP_DEVICES - 1) yield
      const slot = online.slots[i]!
      if (isGone?.(slot)) continue
      const bits = online.online[i] === 1 ? onlineBits(slot) : 0
      if (quiet) setBits(slot, bits)
      else changeBits(slot, bits)
    }
    for (let i = 0; i < fixes.slots.length; i++) {
      if (i % STEP_DEVICES === STEP_DEVICES - 1) yield
      const slot = fixes.slots[i]!
      if (isGone?.(slot)) continue
      locate(
        slot,
        fixes.longitude[i]!,
        fixes.latitude[i]!,
        fixes.timeMs[i]!,
        fixes.speedKmh[i]!,
        fixes.directionDeg[i]!,
      )
    }
    if (online.slots.length > 0 || fixes.slots.length > 0) deps.bump()
  }

  return {
    /** Makes room for a device; a fixed one is where it was installed. */
    admit(device: Device): void {
      const { slot, longitude, latitude } = device
      columns = grownColumns(columns, slot + 1)
      for (const field of onlineFieldsOf(device)) {
        columns.onlineMask[slot]! |= 1 << ONLINE_FIELDS.indexOf(field)
      }
      if (device.trafficIndex === undefined && (longitude !== 0 || latitude !== 0)) {
        locate(slot, longitude, latitude, device.installedAtMs, 0, 0)
      }
    },
    /** Sets whether none of a device's video channels is online: then its video is not, though the device may be. */
    setBlind(slot: number, isBlind: boolean): void {
      if (isBlind === blind.has(slot)) return
      if (isBlind) blind.add(slot)
      else blind.delete(slot)
      const bits = columns.onlineBits[slot]!
      if (bits !== 0) changeBits(slot, seen(slot, bits | (columns.onlineMask[slot]! & VIDEO_BIT)))
    },
    clear(slot: number): void {
      clearRow(columns, slot)
      blind.delete(slot)
      grid.delete(slot)
    },
    /** Methods that the directory publishes. */
    api: {
      state: (slot: number): DeviceState => stateOfRow(columns, slot),
      /** The live columns; read only, and fetched again after devices were added. */
      columns: (): Readonly<StatusColumns> => columns,
      isOnline: (slot: number): boolean => columns.onlineBits[slot] !== 0,
      /** Sets the given online fields; announces changes. */
      setOnline(slot: number, fields: Partial<Record<OnlineField, number>>): void {
        let after = columns.onlineBits[slot]!
        ONLINE_FIELDS.forEach((field, bit) => {
          const value = fields[field]
          if (value !== undefined) after = value === 0 ? after & ~(1 << bit) : after | (1 << bit)
        })
        changeBits(slot, seen(slot, after))
      },
      /** The first state of a device that nobody knows yet: not announced. */
      beginOnline(slot: number, online: boolean): void {
        setBits(slot, online ? onlineBits(slot) : 0)
      },
      setAlarmFlag(slot: number, alarmFlg: 0 | 1 | 2): void {
        if (columns.alarmFlg[slot] === alarmFlg) return
        columns.alarmFlg[slot] = alarmFlg
        deps.tell({
          kind: 'status',
          version: deps.bump(),
          slot,
          sn: deps.device(slot).sn,
          changed: { alarmFlg },
        })
      },
      /** Last known position. Not announced: positions reach the channel by the fleet. */
      setPosition(...position: Parameters<typeof locate>): void {
        locate(...position)
        deps.bump()
      },
      /**
       * Applies an engine's report. `quiet` publishes no states: those of devices that nobody knows yet. Slots for
       * which `isGone` answers true are skipped.
       */
      applyReport(report: EngineReport, options: ApplyOptions = {}): void {
        for (const _ of reportSteps(report, options));
      },
      /** The same, some hundred devices at each step. */
      reportSteps,
      /** Slots inside a map window (degrees). */
      within: (west: number, south: number, east: number, north: number): number[] =>
        grid.within(west, south, east, north),
    },
  }
}
