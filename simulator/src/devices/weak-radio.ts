/** Effects of a weak signal on reports: the weaker it is, the more of them are lost or delayed. */
import { uniform } from '../world/hash.ts'
import type { DeviceCommand } from './commands.ts'
import { faultAt } from './fault-state.ts'
import { rssiAt } from './radio-signal.ts'

const STREAM = { fate: 2131, wait: 2132 }
/** From here on down reports suffer: one more in a hundred for each 0.4 dB, up to two thirds at the receiver's limit. */
const SUFFERS_BELOW_DBM = -86
const DB_OF_ALL = 40
/** Share of those that suffer which never arrive; the others are sent again until they do. */
const LOST_SHARE = 0.4
const WAIT_MS = { least: 20_000, most: 120_000 }

/**
 * Delay of a moment's report by a weak signal: 0 usually, infinity when it is lost. The reports of one second share
 * their fate.
 */
export function radioDelayMs(
  seed: number,
  entity: number,
  atMs: number,
  commands: readonly DeviceCommand[],
): number {
  if (!faultAt(seed, entity, 'weakSignal', atMs, commands)) return 0
  const second = Math.floor(atMs / 1000)
  const suffering = (SUFFERS_BELOW_DBM - rssiAt(seed, entity, second * 1000, commands)) / DB_OF_ALL
  const fate = uniform(seed, entity, STREAM.fate, second)
  if (fate >= suffering) return 0
  if (fate < suffering * LOST_SHARE) return Number.POSITIVE_INFINITY
  const draw = uniform(seed, entity, STREAM.wait, second)
  return Math.round(WAIT_MS.least + (WAIT_MS.most - WAIT_MS.least) * draw * draw)
}

/** The last moment by `atMs` whose report went through at once: some minutes are looked back at most. */
export function lastPromptMs(
  seed: number,
  entity: number,
  atMs: number,
  commands: readonly DeviceCommand[],
): number {
  if (radioDelayMs(seed, entity, atMs, commands) === 0) return atMs
  const second = Math.floor(atMs / 1000)
  for (let back = 1; back <= LOOK_BACK_S; back++) {
    const momentMs = (second - back) * 1000
    if (radioDelayMs(seed, entity, momentMs, commands) === 0) return momentMs
  }
  return (second - LOOK_BACK_S) * 1000
}

const LOOK_BACK_S = 300
