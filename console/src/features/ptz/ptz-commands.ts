import {
  CRUISE,
  type Cruise,
  cruiseControl,
  cruiseDelete,
  cruiseList,
  cruiseSet,
  PRESET,
  pointPtz,
  presetControl,
  presetList,
  presetRename,
  ptzControl,
} from '@backlot/contract/ptz/calls'
import { channel } from '../../platform/channel.ts'
import { request, requestReply } from '../../platform/client.ts'
import type { PtzPoint } from './point-box.ts'
import { PtzQueue } from './ptz-queue.ts'

/** The console's one queue of PTZ commands, in order for each channel. */
const queue = new PtzQueue((command, outlivesPage) => request(ptzControl, { body: command, outlivesPage }))
addEventListener('pagehide', () => queue.leave())
addEventListener('pageshow', () => queue.stay())
document.addEventListener('visibilitychange', () => (document.hidden ? queue.leave() : queue.stay()))
channel.onLost((heardAt) => {
  if (heardAt === undefined) queue.sendOwed()
})

export type PtzTarget = { sn: string; chnId: number }

/** The channel alone: a target may carry more (a name). */
const at = ({ sn, chnId }: PtzTarget): PtzTarget => ({ sn, chnId })

/** Sends a command after those before it. Resolves when it was delivered or a newer one took its place. */
export function sendPtz(target: PtzTarget, cmd: number, speed: number): Promise<void> {
  return queue.push({ ...at(target), cmd, speed })
}

/** Sets, deletes or calls a preset. Answers the platform's words, which may be empty. Rejects as `request` does. */
export async function sendPreset(
  target: PtzTarget,
  action: keyof typeof PRESET,
  presetIndex: number,
  name?: string,
): Promise<string> {
  const named = action === 'set' && name ? { name } : {}
  const body = { ...at(target), presetCmd: PRESET[action], presetIndex, ...named }
  return (await requestReply(presetControl, { body })).msg
}

/** Names a preset. Rejects as `request` does. */
export async function renamePreset(target: PtzTarget, presetIndex: number, name: string): Promise<void> {
  await request(presetRename, { body: { ...at(target), presetIndex, name } })
}

/** Turns a camera to a point of its picture. Rejects as `request` does. */
export async function pointCamera(target: PtzTarget, point: PtzPoint): Promise<void> {
  await request(pointPtz, { body: { ...at(target), ...point } })
}

/** Stored tours of a camera, and the number of the running one. Rejects as `request` does. */
export function loadCruises(target: PtzTarget): Promise<{ list: Cruise[]; running: number | null }> {
  return request(cruiseList, { query: at(target) })
}

export async function saveCruise(target: PtzTarget, cruise: Cruise): Promise<void> {
  await request(cruiseSet, { body: { ...at(target), ...cruise } })
}

export async function removeCruise(target: PtzTarget, cruiseIndex: number): Promise<void> {
  await request(cruiseDelete, { body: { ...at(target), cruiseIndex } })
}

/** Starts or stops a tour. Rejects as `request` does. */
export async function sendCruise(
  target: PtzTarget,
  action: keyof typeof CRUISE,
  cruiseIndex: number,
): Promise<void> {
  await request(cruiseControl, { body: { ...at(target), cruiseIndex, cruiseCmd: CRUISE[action] } })
}

export type Preset = { presetIndex: number; name: string }

/** Presets that are set on a camera. */
export async function loadPresets(target: PtzTarget): Promise<Preset[]> {
  return (await request(presetList, { query: at(target) })).list
}
