/** Effects of commands on a device's connectivity: forced online or offline, restarting, failing, mended. */
import { uniform } from '../world/hash.ts'
import type { DeviceCommand } from './commands.ts'
import { MAINS_BUFFER_MS } from './mains.ts'
import { isSwitchedOff, switchAt, switchCuts } from './timing-switch.ts'
import { upgradeRestartMs } from './upgrade.ts'

const STREAM = { up: 827 }
/** How long after the order a restart begins, and how long it takes. */
export const REBOOT = { afterMs: 1500, forMs: 55_000 }
const RESTART = { afterMs: 500, forMs: 12_000 }
/** A device that is sent to another platform answers here first. */
const LEAVES_AFTER_MS = 1500
/** A round of flapping that nobody gave a length. */
const ROUND_MS = 120_000

export type ForcedState = {
  /** State that commands force; undefined leaves it to the device itself. */
  online: boolean | undefined
  /** The device was mended at this moment: outages that had begun by then are over. Before all time when it was not. */
  outagesMs: number
  /** From here on a device that flaps by itself does not any more; infinity when nobody mended that. */
  flapsMs: number
}

const state: ForcedState = { online: undefined, outagesMs: 0, flapsMs: 0 }

/**
 * Effect of the commands up to a moment. The object is reused by the next call: read it at once. A device is offline
 * before it was added, while it restarts and while it is forced offline. Between being forced online and an ordered
 * outage or flapping, the later order holds; its own timer only turns off devices that are not forced online.
 */
export function forcedStateAt(
  seed: number,
  entity: number,
  atMs: number,
  commands: readonly DeviceCommand[],
): Readonly<ForcedState> {
  let forced: 'online' | 'offline' | 'released' = 'released'
  /** Whether the outage, or the flapping, was ordered after the device was forced online. */
  let outLater = true
  let flapsLater = true
  let outUntilMs = Number.NEGATIVE_INFINITY
  let flapsFromMs = 0
  let flapsUntilMs = Number.NEGATIVE_INFINITY
  let roundMs = ROUND_MS
  let starting = false
  let absent = false
  let hasSwitch = false
  /** Whether it signs in at another platform, by an order after it was forced online. */
  let elsewhere = false
  let elsewhereLater = true
  /** Within a power cut, and its capacitors are empty. */
  let isPowerless = false
  state.outagesMs = Number.NEGATIVE_INFINITY
  state.flapsMs = Number.POSITIVE_INFINITY
  for (const command of commands) {
    if (command.atMs > atMs) break
    switch (command.kind) {
      case 'absence':
        absent = atMs < command.untilMs
        break
      case 'connectivity':
        forced = command.forced
        outLater = flapsLater = elsewhereLater = forced !== 'online'
        if (forced === 'online') isPowerless = false
        break
      case 'powerCut':
        isPowerless ||= atMs >= command.atMs + MAINS_BUFFER_MS && atMs < command.atMs + command.forMs
        break
      case 'reboot':
      case 'restart': {
        const { afterMs, forMs } = downtimeOf(command.kind)
        if (atMs >= command.atMs + afterMs && atMs < command.atMs + afterMs + forMs) starting = true
        break
      }
      case 'upgrade': {
        const restartMs = upgradeRestartMs(seed, entity, command, commands)
        if (restartMs !== undefined && atMs >= restartMs && atMs < restartMs + REBOOT.forMs) starting = true
        break
      }
      case 'configSet':
        hasSwitch ||= command.section === 'timingSwitch'
        if (command.section !== 'platform') break
        if (isElsewhere(command) && atMs < command.atMs + LEAVES_AFTER_MS) break
        elsewhere = isElsewhere(command)
        elsewhereLater = true
        break
      case 'fault': {
        const untilMs = command.on ? endOf(command) : Number.NEGATIVE_INFINITY
        if (command.fault === 'offline') {
          outUntilMs = untilMs
          outLater = true
          if (!command.on) state.outagesMs = command.atMs
        } else if (command.fault === 'flapping') {
          flapsFromMs = command.atMs
          flapsLater = true
          flapsUntilMs = untilMs
          roundMs = roundOf(command.amount)
          if (!command.on) state.flapsMs = command.atMs
        }
        break
      }
      default:
        break
    }
  }
  const isOut = outLater && atMs < outUntilMs
  const isFlapped =
    flapsLater && atMs < flapsUntilMs && !isUpInRound(seed, entity, atMs - flapsFromMs, roundMs)
  const isAway = elsewhere && elsewhereLater
  if (absent || starting || isPowerless || forced === 'offline' || isOut || isFlapped || isAway)
    state.online = false
  else if (forced === 'online') state.online = true
  else if (hasSwitch && isSwitchedOff(switchAt(commands, atMs), atMs)) state.online = false
  else state.online = undefined
  return state
}

/** Moments in (fromMs, toMs) at which commands may change the state, in no order. */
export function* stateCuts(
  seed: number,
  entity: number,
  fromMs: number,
  toMs: number,
  commands: readonly DeviceCommand[],
): Generator<number> {
  for (const command of commands) {
    if (command.atMs >= toMs) break
    switch (command.kind) {
      case 'absence':
        yield command.untilMs
        break
      case 'connectivity':
        yield command.atMs
        break
      case 'powerCut':
        yield command.atMs + MAINS_BUFFER_MS
        yield command.atMs + command.forMs
        break
      case 'reboot':
      case 'restart': {
        const { afterMs, forMs } = downtimeOf(command.kind)
        yield command.atMs + afterMs
        yield command.atMs + afterMs + forMs
        break
      }
      case 'upgrade': {
        const restartMs = upgradeRestartMs(seed, entity, command, commands)
        if (restartMs === undefined) break
        yield restartMs
        yield restartMs + REBOOT.forMs
        break
      }
      case 'configSet':
        if (command.section === 'platform') yield command.atMs + (isElsewhere(command) ? LEAVES_AFTER_MS : 0)
        if (command.section !== 'timingSwitch') break
        yield command.atMs
        yield* switchCuts(switchAt(commands, command.atMs), Math.max(fromMs, command.atMs), toMs)
        break
      case 'fault':
        if (command.fault !== 'offline' && command.fault !== 'flapping') break
        yield command.atMs
        if (!command.on) break
        yield endOf(command)
        if (command.fault === 'flapping') yield* flapCuts(seed, entity, fromMs, toMs, command)
        break
      default:
        break
    }
  }
}

function* flapCuts(
  seed: number,
  entity: number,
  fromMs: number,
  toMs: number,
  command: DeviceCommand & { kind: 'fault' },
): Generator<number> {
  const roundMs = roundOf(command.amount)
  const lastMs = Math.min(toMs, endOf(command))
  for (let round = Math.max(0, Math.floor((fromMs - command.atMs) / roundMs)); ; round++) {
    const startMs = command.atMs + round * roundMs
    if (startMs >= lastMs) return
    yield startMs
    yield startMs + upMs(seed, entity, round, roundMs)
  }
}

/** True when the platform stores an address that is not its own. */
function isElsewhere({ config }: { config: Readonly<Record<string, unknown>> }): boolean {
  return config['elsewhere'] === true
}

function endOf(command: { atMs: number; forMs?: number }): number {
  return command.forMs === undefined ? Number.POSITIVE_INFINITY : command.atMs + command.forMs
}

function downtimeOf(kind: 'reboot' | 'restart'): { afterMs: number; forMs: number } {
  return kind === 'reboot' ? REBOOT : RESTART
}

function roundOf(amountS: number | undefined): number {
  return amountS === undefined ? ROUND_MS : Math.max(2000, Math.round(amountS * 1000))
}

/** A round begins online and drops after a share of it that differs from round to round. */
function isUpInRound(seed: number, entity: number, sinceMs: number, roundMs: number): boolean {
  const round = Math.floor(sinceMs / roundMs)
  return sinceMs - round * roundMs < upMs(seed, entity, round, roundMs)
}

function upMs(seed: number, entity: number, round: number, roundMs: number): number {
  return Math.floor(roundMs * (0.3 + 0.4 * uniform(seed, entity, STREAM.up, round)))
}
