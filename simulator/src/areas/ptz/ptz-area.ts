import { LIMITS } from '@backlot/contract/limits'
import {
  CRUISE,
  cruiseControl,
  cruiseDelete,
  cruiseList,
  cruiseSet,
  PRESET,
  PTZ,
  pointPtz,
  presetControl,
  presetList,
  presetRename,
  ptzControl,
} from '@backlot/contract/ptz/calls'
import { messageReply } from '../../calls/reply.ts'
import type { HandlerContext, Route } from '../../calls/route.ts'
import { route } from '../../calls/route.ts'
import type { ScopeIntervals } from '../../calls/scope.ts'
import { actionOfPtzCommand } from '../../devices/command-of-entry.ts'
import type { CruiseStep, DeviceAction } from '../../devices/commands.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { languageOf, type Named } from '../../kernel/language.ts'
import { message } from '../../kernel/messages.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { OfflineReason } from '../shared/offline-reason.ts'
import { createCameraMovers } from './camera-movers.ts'

/** Texts for setting, deleting and calling a preset. */
const PRESET_MESSAGES = {
  [PRESET.set]: 'presetStored',
  [PRESET.delete]: 'presetDeleted',
  [PRESET.call]: 'presetCalled',
} as const

/** Actions that end every move before them. */
const STEERING: ReadonlySet<DeviceAction['kind']> = new Set([
  'ptzStop',
  'presetCall',
  'ptzPoint',
  'cruiseStart',
])

export type PtzPort = {
  /** A device in a scope. */
  find(
    sn: string,
    scope: ScopeIntervals,
  ):
    | {
        /** Why a channel is offline; undefined while it is online. */
        whyOffline(chnId: number): OfflineReason | undefined
        isPtz(chnId: number): boolean | undefined
        /** It has several channels that can be steered: orders name theirs. */
        namesChannels?: boolean
        /** It is a real one, which knows no tours, points and names of ours. */
        isReal?: boolean
        /** It keeps no presets. */
        hasNoPresets?: boolean
      }
    | undefined
  /** Memory of a camera at a moment of platform time. */
  memoryAt(sn: string, atMs: number): PtzMemory
}

export type PtzMemory = {
  /** Presets that are set. `name`: given by an operator; `factory`: unchanged since the camera was mounted. */
  presets: readonly { presetIndex: number; name: string | undefined; factory: boolean }[]
  cruises: readonly { cruiseIndex: number; name: string; steps: readonly CruiseStep[] }[]
  /** The running tour. */
  running: number | undefined
}

/** Sends a command to a device: it is stored, and in effect when the promise resolves. */
export type CommandLogPort = { append(sn: string, atMs: number, action: DeviceAction): Promise<void> }

/** Names of a camera's factory presets until an operator renames them. */
const FACTORY_NAMES: Readonly<Record<number, Named>> = {
  1: { zh: '正面', en: 'Ahead' },
  2: { zh: '右侧', en: 'Right' },
  3: { zh: '后方', en: 'Behind' },
  4: { zh: '左侧', en: 'Left' },
}

/** Steering cameras: moves, stops, presets and tours, as commands in the overlay log. */
export function createPtzArea(deps: { clock: PlatformClock; cameras: PtzPort; commandLog: CommandLogPort }): {
  routes: Route[]
  /** A console of a session is gone, and nobody holds its buttons any more: cameras that it moves stop. */
  stopCamerasOf(sessionId: string): void
} {
  const { clock, cameras } = deps
  const movers = createCameraMovers()
  const commandLog: CommandLogPort = {
    append(sn, atMs, action) {
      if (STEERING.has(action.kind)) movers.clear(sn)
      return deps.commandLog.append(sn, atMs, action)
    },
  }

  const checkCamera = (context: HandlerContext, sn: string, chnId: number, mustBeOnline: boolean) => {
    const camera = cameras.find(sn, context.caller.scope)
    if (!camera) throw refusal('notFound', 'deviceNotFound', {}, 'sn')
    const isPtz = camera.isPtz(chnId)
    if (isPtz === undefined) throw refusal('notFound', 'channelNotFound', {}, 'chnId')
    if (!isPtz) throw refusal('conflict', 'notPtz', {}, 'chnId')
    const offline = mustBeOnline ? camera.whyOffline(chnId) : undefined
    if (offline) throw refusal('deviceOffline', offline)
    return camera
  }
  /** For what cameras of others cannot be told. */
  const checkOwn = (context: HandlerContext, sn: string, chnId: number) => {
    if (checkCamera(context, sn, chnId, true).isReal) throw refusal('conflict', 'cameraCannot')
  }

  const control = route(ptzControl, async ({ body: { sn, chnId, cmd, speed } }, context) => {
    const { namesChannels } = checkCamera(context, sn, chnId, true)
    const named = namesChannels ? { chnId } : {}
    const slowest = cmd === PTZ.stop ? 0 : LIMITS.ptzSpeedMin
    const action = actionOfPtzCommand(cmd, speed)
    if (!action || speed < slowest) throw refusal('invalid', 'ptzSpeed', {}, 'speed')
    const stored = commandLog.append(sn, clock.now(), { ...action, ...named })
    if (action.kind === 'ptzMove') movers.moved(sn, context.caller.sessionId, action.motion, named)
    await stored
    return {}
  })

  const checkPreset = (sn: string, presetIndex: number) => {
    if (cameras.memoryAt(sn, clock.now()).presets.some((one) => one.presetIndex === presetIndex)) return
    throw refusal('notFound', 'presetNotSet', { index: presetIndex }, 'presetIndex')
  }
  const checkCruise = (sn: string, cruiseIndex: number) => {
    const cruise = cameras.memoryAt(sn, clock.now()).cruises.find((one) => one.cruiseIndex === cruiseIndex)
    if (cruise) return cruise
    throw refusal('notFound', 'cruiseNotSet', { index: cruiseIndex }, 'cruiseIndex')
  }

  const preset = route(presetControl, async ({ body }, context) => {
    const { sn, chnId, presetCmd, presetIndex, name } = body
    if (checkCamera(context, sn, chnId, true).hasNoPresets) throw refusal('conflict', 'cameraCannot')
    if (presetCmd !== PRESET.set) checkPreset(sn, presetIndex)
    const action: DeviceAction =
      presetCmd === PRESET.set
        ? { kind: 'presetSet', preset: presetIndex, ...(name === undefined ? {} : { name }) }
        : { kind: presetCmd === PRESET.call ? 'presetCall' : 'presetDelete', preset: presetIndex }
    await commandLog.append(sn, clock.now(), action)
    const language = languageOf(context.request.headers)
    return messageReply(message(PRESET_MESSAGES[presetCmd], language, { index: presetIndex }), {})
  })

  const presets = route(presetList, ({ query: { sn, chnId } }, context) => {
    checkCamera(context, sn, chnId, false)
    const language = languageOf(context.request.headers)
    const word = language === 'zh' ? '预置位' : 'Preset'
    return {
      list: cameras.memoryAt(sn, clock.now()).presets.map(({ presetIndex, name, factory }) => ({
        presetIndex,
        name:
          name ?? (factory ? FACTORY_NAMES[presetIndex]?.[language] : undefined) ?? `${word} ${presetIndex}`,
      })),
    }
  })

  const rename = route(presetRename, async ({ body: { sn, chnId, presetIndex, name } }, context) => {
    checkOwn(context, sn, chnId)
    checkPreset(sn, presetIndex)
    await commandLog.append(sn, clock.now(), { kind: 'presetName', preset: presetIndex, name })
    return {}
  })

  const point = route(pointPtz, async ({ body: { sn, chnId, x, y, zoomFactor } }, context) => {
    checkOwn(context, sn, chnId)
    await commandLog.append(sn, clock.now(), { kind: 'ptzPoint', x, y, zoomFactor })
    return {}
  })

  const cruises = route(cruiseList, ({ query: { sn, chnId } }, context) => {
    checkCamera(context, sn, chnId, false)
    const memory = cameras.memoryAt(sn, clock.now())
    const list = memory.cruises.map(({ cruiseIndex, name, steps }) => ({
      cruiseIndex,
      name,
      steps: steps.map((step) => ({
        presetIndex: step.preset,
        dwellSeconds: step.dwellMs / 1000,
        speed: step.speed,
      })),
    }))
    return { list, running: memory.running ?? null }
  })

  const setCruise = route(cruiseSet, async ({ body }, context) => {
    const { sn, chnId, cruiseIndex, name } = body
    checkOwn(context, sn, chnId)
    for (const { presetIndex } of body.steps) checkPreset(sn, presetIndex)
    const steps = body.steps.map((step) => ({
      preset: step.presetIndex,
      dwellMs: step.dwellSeconds * 1000,
      speed: step.speed,
    }))
    await commandLog.append(sn, clock.now(), { kind: 'cruiseSet', cruise: cruiseIndex, name, steps })
    return {}
  })

  const deleteCruise = route(cruiseDelete, async ({ body: { sn, chnId, cruiseIndex } }, context) => {
    checkCamera(context, sn, chnId, true)
    checkCruise(sn, cruiseIndex)
    await commandLog.append(sn, clock.now(), { kind: 'cruiseDelete', cruise: cruiseIndex })
    return {}
  })

  const goRound = route(cruiseControl, async ({ body: { sn, chnId, cruiseIndex, cruiseCmd } }, context) => {
    checkCamera(context, sn, chnId, true)
    const { steps } = checkCruise(sn, cruiseIndex)
    if (cruiseCmd === CRUISE.stop) {
      await commandLog.append(sn, clock.now(), { kind: 'cruiseStop' })
      return {}
    }
    const { presets: set } = cameras.memoryAt(sn, clock.now())
    if (!steps.some((step) => set.some(({ presetIndex }) => presetIndex === step.preset))) {
      throw refusal('conflict', 'cruiseEmpty', { index: cruiseIndex }, 'cruiseIndex')
    }
    await commandLog.append(sn, clock.now(), { kind: 'cruiseStart', cruise: cruiseIndex })
    return {}
  })

  return {
    routes: [control, preset, presets, rename, point, cruises, setCruise, deleteCruise, goRound],
    stopCamerasOf(sessionId) {
      for (const { sn, axes, named } of movers.leave(sessionId)) {
        // A store that cannot write is reported as a problem of the platform.
        deps.commandLog
          .append(sn, clock.now(), { kind: 'ptzStop', ...(axes && { axes }), ...named })
          .catch(() => undefined)
      }
    },
  }
}
