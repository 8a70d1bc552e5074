import { LIMITS } from '@backlot/contract/limits'
import { PRESET, PTZ, presetControl, presetList, ptzControl } from '@backlot/contract/ptz/calls'
import { actionOfPtzCommand } from '../../devices/command-of-entry.ts'
import type { DeviceAction } from '../../devices/commands.ts'
import type { ScopeIntervals } from '../../fleet/scope.ts'
import type { HandlerContext, Route } from '../../http/route.ts'
import { route } from '../../http/route.ts'
import type { PlatformClock } from '../../timeline/clock.ts'
import { languageOf } from '../language.ts'
import { refusal } from '../refusal.ts'

export type PtzPort = {
  /** A device in a scope. */
  find(
    sn: string,
    scope: ScopeIntervals,
  ): { online: boolean; isPtz(chnId: number): boolean | undefined } | undefined
  /** Numbers of the presets that are set on a camera at a platform moment. */
  presetsAt(sn: string, atMs: number): Iterable<number>
}

/** Sends a command to a device: it is stored, and in effect when the promise resolves. */
export type CommandLogPort = { append(sn: string, atMs: number, action: DeviceAction): Promise<void> }

/** Steering cameras: moves, stops and presets, as commands in the overlay log. */
export function createPtzArea(deps: { clock: PlatformClock; cameras: PtzPort; commandLog: CommandLogPort }): {
  routes: Route[]
} {
  const { clock, cameras, commandLog } = deps

  const checkCamera = (context: HandlerContext, sn: string, chnId: number, mustBeOnline: boolean) => {
    const language = languageOf(context.request.headers)
    const camera = cameras.find(sn, context.caller.scope)
    if (!camera) throw refusal('notFound', 'deviceNotFound', language, {}, 'sn')
    const isPtz = camera.isPtz(chnId)
    if (isPtz === undefined) throw refusal('notFound', 'channelNotFound', language, {}, 'chnId')
    if (!isPtz) throw refusal('conflict', 'notPtz', language, {}, 'chnId')
    if (mustBeOnline && !camera.online) throw refusal('deviceOffline', 'deviceOffline', language)
  }

  const control = route(ptzControl, async ({ body: { sn, chnId, cmd, speed } }, context) => {
    checkCamera(context, sn, chnId, true)
    const language = languageOf(context.request.headers)
    const slowest = cmd === PTZ.stop ? 0 : LIMITS.ptzSpeedMin
    const action = actionOfPtzCommand(cmd, speed)
    if (!action || speed < slowest) throw refusal('invalid', 'ptzSpeed', language, {}, 'speed')
    await commandLog.append(sn, clock.now(), action)
    return {}
  })

  const preset = route(presetControl, async ({ body: { sn, chnId, presetCmd, presetIndex } }, context) => {
    checkCamera(context, sn, chnId, true)
    const isSet = [...cameras.presetsAt(sn, clock.now())].includes(presetIndex)
    if (presetCmd !== PRESET.set && !isSet) {
      const language = languageOf(context.request.headers)
      throw refusal('notFound', 'presetNotSet', language, { index: presetIndex }, 'presetIndex')
    }
    const kind = (
      { [PRESET.set]: 'presetSet', [PRESET.delete]: 'presetDelete', [PRESET.call]: 'presetCall' } as const
    )[presetCmd]
    await commandLog.append(sn, clock.now(), { kind, preset: presetIndex })
    return {}
  })

  const presets = route(presetList, ({ query: { sn, chnId } }, context) => {
    checkCamera(context, sn, chnId, false)
    const word = languageOf(context.request.headers) === 'zh' ? '预置位' : 'Preset'
    const numbers = [...cameras.presetsAt(sn, clock.now())].sort((a, b) => a - b)
    return { list: numbers.map((presetIndex) => ({ presetIndex, name: `${word} ${presetIndex}` })) }
  })

  return { routes: [control, preset, presets] }
}
