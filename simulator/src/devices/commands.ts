/**
 * Commands of people and scenarios to devices: entries of the overlay log. Device state is a fold over them, in the
 * order of (atMs, seq).
 */
import type { ConfigSection } from '@backlot/contract/device-config/entities'
import type { DeviceFault } from './faults.ts'
import type { ImageSettings } from './image-settings.ts'
import type { PtzPose } from './ptz-pose.ts'

/**
 * Motion of every axis from -1 to 1, as a share of the speed. Positive is right, up, in (zoom), far (focus) and open
 * (iris).
 */
export type PtzMotion = { pan: number; tilt: number; zoom: number; focus: number; iris: number }

/** One stop of a tour: speed on the way (1 to 100) and dwell time. */
export type CruiseStep = { preset: number; dwellMs: number; speed: number }

export type DeviceAction =
  /**
   * Moves on every axis named until the next command that names it; 0 ends its movement, and `forMs` all of these
   * (momentary mode). Axes left out go on as they were; a tour ends.
   */
  | { kind: 'ptzMove'; motion: Partial<PtzMotion>; speed: number; forMs?: number; chnId?: number }
  /** Stops every axis, or those named. `chnId`, here and above: of a device with several cameras that can be steered. */
  | { kind: 'ptzStop'; axes?: readonly (keyof PtzMotion)[]; chnId?: number }
  /** Turns to a pose; axes left out go on as they were. `speed`: 1 to 100 of the fastest, which is the default. */
  | { kind: 'ptzTurn'; pose: Partial<PtzPose>; speed?: number }
  /** The pose that it has now becomes the one it returns to. */
  | { kind: 'homeSet' }
  | { kind: 'homeCall'; speed?: number }
  /** How a channel's picture looks; what is left out stays. */
  | { kind: 'imageSet'; chnId: number; image: Partial<ImageSettings> }
  /** A preset set again without a name keeps the one it has. */
  | { kind: 'presetSet'; preset: number; name?: string }
  | { kind: 'presetCall' | 'presetDelete'; preset: number }
  | { kind: 'presetName'; preset: number; name: string }
  /** A round between presets, kept by the camera. */
  | { kind: 'cruiseSet'; cruise: number; name: string; steps: readonly CruiseStep[] }
  | { kind: 'cruiseDelete'; cruise: number }
  /** Continues until the camera is steered in any other way, or stopped. */
  | { kind: 'cruiseStart'; cruise: number }
  /** Ends a tour or a scan. */
  | { kind: 'cruiseStop' }
  /** A limit of a scan, a sweep between two pans that the camera keeps: where it looks at this moment. */
  | { kind: 'scanLimit'; scan: number; side: 'left' | 'right' }
  /** 1 to 100 of the fastest by hand; 50 until it is set. */
  | { kind: 'scanSpeed'; scan: number; speed: number }
  /** As `cruiseStart`; nothing begins without two different limits. */
  | { kind: 'scanStart'; scan: number }
  /**
   * Turns so that a point of the picture comes to its middle: x and y from -1 (left, bottom) to 1 (right, top).
   * `zoomFactor` above 1 zooms in (a box drawn over the picture).
   */
  | { kind: 'ptzPoint'; x: number; y: number; zoomFactor: number }
  /** Forces the device online or offline until released. */
  | { kind: 'connectivity'; forced: 'online' | 'offline' | 'released' }
  /** Takes a channel offline while its device stays, until it is released. */
  | { kind: 'channelConnectivity'; chnId: number; forced: 'offline' | 'released' }
  /** Restarts the whole device; it is offline meanwhile. */
  | { kind: 'reboot' }
  /** Restarts the video service: offline for less time. */
  | { kind: 'restart' }
  /** The emergency button: the device raises an alarm for `forMs` (default two minutes). */
  | { kind: 'sosPressed'; chnId?: number; forMs?: number }
  /** The mains of the device fail for `forMs`; the alarm that reports it ends with it. */
  | { kind: 'powerCut'; forMs: number; alarmSeq: string; chnId: number }
  /**
   * A fault begins (`on`), ending by itself after `forMs`, or ends; an end also ends spontaneous ones. `DEVICE_FAULTS`
   * defines `amount` for each.
   */
  | { kind: 'fault'; fault: DeviceFault; on: boolean; forMs?: number; amount?: number }
  /** A section of the device's configuration, of one channel where each has its own; `config` as the contract has it. */
  | { kind: 'configSet'; section: ConfigSection; chnId?: number; config: Readonly<Record<string, unknown>> }
  /** A disk is emptied. */
  | { kind: 'diskFormat'; diskId: number }
  /** Downloads and installs new software; the device restarts with it. */
  | { kind: 'upgrade'; version: string }
  /** Gives a download up, or forgets an upgrade that has ended. */
  | { kind: 'upgradeDelete' }
  /** Somebody set a value on the device, a DeviceSetting or one of its kind's own; it holds until it is set again. */
  | { kind: 'setting'; setting: string; value: number }

/**
 * The device is not there before `untilMs`: it was added then. First in the log of a device that an administrator
 * added, whatever the clock shows; nobody orders it, and it is not stored.
 */
export type Absence = { kind: 'absence'; untilMs: number }

export type DeviceCommand = (DeviceAction | Absence) & {
  /** Platform time, epoch milliseconds. */
  atMs: number
  /** Order among commands of one moment; unique in the log. */
  seq: number
  sn: string
}

/** Order of the overlay log. */
export function compareCommands(a: { atMs: number; seq: number }, b: { atMs: number; seq: number }): number {
  return a.atMs - b.atMs || a.seq - b.seq
}

/** Position at which a command belongs in a list in log order. */
export function commandPosition(
  commands: readonly { atMs: number; seq: number }[],
  command: { atMs: number; seq: number },
): number {
  let low = 0
  let high = commands.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareCommands(commands[middle]!, command) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
