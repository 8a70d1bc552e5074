/** Commands of platforms of GB/T 28181 to our own cameras. */
import type { DeviceAction, DeviceCommand } from '../../devices/commands.ts'
import type { CommandLog } from '../../fleet/command-log.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { GbCommand, GbControl } from '../../gb28181/device/ports.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import { ptzMemoryAt } from '../adapters/ptz-memory.ts'
import { dragZoomAction, ptzActionOf, turnAction } from './gb-actions.ts'
import type { GbAlarms } from './gb-alarms.ts'
import type { GbPictures } from './gb-media.ts'
import type { GbPlace, GbUnit } from './gb-roster.ts'

type Home = { enabled: boolean; resetTimeS: number; presetIndex: number }

export type GbControls = Disposable & { of(unit: GbUnit): GbControl }

const HOME_AFTER_S = { least: 1, usual: 30, most: 86_400 }
/** What steers a camera, and so puts off its return to the home position (A.2.3.1.10). */
const STEERS: ReadonlySet<DeviceCommand['kind']> = new Set([
  'ptzMove',
  'ptzStop',
  'ptzTurn',
  'ptzPoint',
  'presetCall',
  'homeCall',
  'cruiseStart',
  'cruiseStop',
  'scanStart',
])

export function createGbControls(deps: {
  directory: Directory
  commands: Pick<CommandLog, 'append' | 'commandsOf' | 'onCommand'>
  alarms: Pick<GbAlarms, 'setGuard' | 'reset'>
  pictures: Pick<GbPictures, 'isRecording'>
  clock: Pick<PlatformClock, 'now'>
  host: Pick<HostClock, 'after'>
  log: { warn(fields: object, message: string): void }
}): GbControls {
  const { directory, commands, alarms, pictures, clock, host, log } = deps
  const homes = new Map<string, Home>()
  const returns = new Map<string, () => void>()
  /** Cameras that return by themselves now. */
  const returning = new Set<string>()

  const isOnline = (sn: string): boolean => {
    const slot = directory.slotOf(sn)
    return slot !== undefined && directory.isOnline(slot)
  }
  const order = (sn: string, action: DeviceAction | undefined): boolean => {
    if (!action || !isOnline(sn)) return false
    void store(sn, action)
    return true
  }
  /** On their way to the store: what follows at once builds on them. */
  const unstored = new Map<string, readonly DeviceCommand[]>()
  const store = async (sn: string, action: DeviceAction): Promise<void> => {
    const command = { ...action, sn, atMs: clock.now(), seq: Number.POSITIVE_INFINITY }
    unstored.set(sn, [...(unstored.get(sn) ?? []), command])
    try {
      await commands.append(sn, command.atMs, action)
    } catch (error) {
      log.warn({ err: error, sn }, 'a command of a GB/T 28181 platform was not stored')
    }
    const left = unstored.get(sn)!.filter((one) => one !== command)
    if (left.length > 0) unstored.set(sn, left)
    else unstored.delete(sn)
  }
  const isSteerable = ({ sn, chnId }: GbPlace): boolean => {
    const slot = directory.slotOf(sn)
    return slot !== undefined && directory.channel(slot, chnId)?.isPtz === true
  }
  const memoryOf = (sn: string) =>
    ptzMemoryAt(directory, [...commands.commandsOf(sn), ...(unstored.get(sn) ?? [])], sn, clock.now())

  const putOff = (sn: string): void => {
    returns.get(sn)?.()
    returns.delete(sn)
    const home = homes.get(sn)
    if (!home?.enabled) return
    const goHome = () => {
      returns.delete(sn)
      const isThere = memoryOf(sn).presets.some(({ presetIndex }) => presetIndex === home.presetIndex)
      if (!isOnline(sn) || !isThere) return
      returning.add(sn)
      void store(sn, { kind: 'presetCall', preset: home.presetIndex }).finally(() => returning.delete(sn))
    }
    returns.set(sn, host.after(home.resetTimeS * 1000, goHome))
  }
  const setHome = (sn: string, wish: Extract<GbCommand, { kind: 'home' }>): boolean => {
    const before = homes.get(sn) ?? { resetTimeS: HOME_AFTER_S.usual, presetIndex: 1 }
    const { enabled, resetTimeS = before.resetTimeS, presetIndex = before.presetIndex } = wish
    const isThere = memoryOf(sn).presets.some((preset) => preset.presetIndex === presetIndex)
    if (enabled && !isThere) return false
    const bounded = Math.min(HOME_AFTER_S.most, Math.max(HOME_AFTER_S.least, resetTimeS))
    homes.set(sn, { enabled, resetTimeS: bounded, presetIndex })
    putOff(sn)
    return true
  }
  const stop = commands.onCommand(({ sn, kind }) => {
    if (homes.has(sn) && STEERS.has(kind) && !returning.has(sn)) putOff(sn)
  })

  const steer = (sn: string, chosen: GbCommand): boolean => {
    switch (chosen.kind) {
      case 'ptz':
        return order(sn, ptzActionOf(chosen.action, chosen.presetName, memoryOf(sn)))
      case 'dragZoom':
        return order(sn, dragZoomAction(chosen))
      case 'turnTo':
        return order(sn, turnAction(chosen, directory.deviceBySn(sn)?.headingDeg ?? 0))
      case 'home':
        return setHome(sn, chosen)
      default:
        return false
    }
  }

  return {
    of(unit) {
      /** A channel, or all of them for the id of the device. */
      const placesOf = (id: string) => {
        const place = unit.places.find((one) => one.id === id)
        return place ? [place] : unit.places
      }
      const steered = (id: string) => placesOf(id).find(isSteerable)
      return {
        run(id, command) {
          const places = placesOf(id)
          switch (command.kind) {
            case 'guard':
              alarms.setGuard(places, command.on)
              return true
            case 'resetAlarm':
              alarms.reset(places)
              return true
            // They record by their plans alone: only what is so already can be ordered.
            case 'record':
              return places.every((one) => isOnline(one.sn) && pictures.isRecording(one) === command.on)
            case 'reboot':
              if (id === unit.id && unit.sn === undefined) return true
              return order(places[0]?.sn ?? '', { kind: 'reboot' })
            default: {
              const place = steered(id)
              return place !== undefined && steer(place.sn, command)
            }
          }
        },
        presetsOf(id) {
          const place = steered(id)
          return (place ? memoryOf(place.sn).presets : []).map(({ presetIndex, name }) => ({
            index: presetIndex,
            name: name ?? `预置位 ${presetIndex}`,
          }))
        },
        homeOf(id) {
          const place = steered(id)
          return place && (homes.get(place.sn) ?? { enabled: false, resetTimeS: 0, presetIndex: 0 })
        },
        toursOf(id) {
          const place = steered(id)
          return (place ? memoryOf(place.sn).cruises : []).map(({ cruiseIndex, name, steps }) => ({
            number: cruiseIndex,
            name,
            points: steps.map(({ preset, dwellMs, speed }) => ({ preset, stayS: dwellMs / 1000, speed })),
          }))
        },
      }
    },
    [Symbol.dispose]() {
      stop()
      for (const cancel of returns.values()) cancel()
    },
  }
}
