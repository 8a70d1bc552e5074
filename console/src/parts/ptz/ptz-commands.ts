import { PRESET, presetControl, presetList, ptzControl } from '@backlot/contract/ptz/calls'
import { request } from '../../platform/client.ts'
import { PtzQueue } from './ptz-queue.ts'

/** The console's one queue of PTZ commands, in order for each channel. */
const queue = new PtzQueue((command) => request(ptzControl, { body: command }))

export type PtzTarget = { sn: string; chnId: number }

/** Sends a command after those before it. Resolves when it was delivered or a newer one took its place. */
export function sendPtz(target: PtzTarget, cmd: number, speed: number): Promise<void> {
  return queue.push({ ...target, cmd, speed })
}

/** Sets, deletes or calls a preset. Rejects as `request` does. */
export async function sendPreset(
  target: PtzTarget,
  action: keyof typeof PRESET,
  presetIndex: number,
): Promise<void> {
  await request(presetControl, { body: { ...target, presetCmd: PRESET[action], presetIndex } })
}

export type Preset = { presetIndex: number; name: string }

/** Presets that are set on a camera. */
export async function loadPresets(target: PtzTarget): Promise<Preset[]> {
  return (await request(presetList, { query: target })).list
}
