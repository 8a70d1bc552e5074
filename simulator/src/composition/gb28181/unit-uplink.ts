/** The uplink of one that registers: a socket and a device of GB/T 28181 while it is up, nothing while it is not. */
import type { SipFaults } from '../../faults/sip-faults.ts'
import type { GbDevice, GbDeviceStats } from '../../gb28181/device/gb-device.ts'
import type { GbAlarm, GbPorts } from '../../gb28181/device/ports.ts'
import type { RegistrationProblem } from '../../gb28181/device/registration.ts'
import { openGbDevice } from '../../gb28181/open-gb-device.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { SeldomLog } from '../../kernel/seldom-log.ts'
import { hashText, uniform } from '../../world/hash.ts'
import { channelPlaces, createGbPorts, type GbShared, gbChannelOf } from './gb-ports.ts'
import type { GbPlace, GbUnit } from './gb-roster.ts'
import type { GbUplinkOrder } from './uplink-order.ts'

/** One that registers, as the control API shows it. */
export type GbUplinkState = {
  id: string
  name: string
  channels: number
  /** offline: its device is, in the world. */
  state: 'offline' | 'registering' | 'online' | 'waiting'
  /** Why the last try failed, in words. */
  fault: string | undefined
  stats: GbDeviceStats | undefined
}

export type UnitUplink = {
  unit(): GbUnit
  isBegun(): boolean
  /** Registers, and goes on trying. */
  begin(): void
  /** Signs out: the device is offline. */
  pause(): void
  /** Channels have come or gone. */
  become(unit: GbUnit): void
  /** Channels of a device, or one of them, have come online or gone offline. */
  turned(sn: string, chnId: number | undefined): void
  /** Names or places of a device have changed. */
  edited(sn: string): void
  alarm(alarm: GbAlarm): void
  state(): GbUplinkState
  end(): Promise<void>
}

type ChannelListener = Parameters<GbPorts['channels']['onChange']>[0]

/** Stream of the world's hashes for the times of retries. */
const RETRIES = 281_82
const EXPIRES_S = 3600
const KEEPALIVES_MISSED_MOST = 3
/** Without a socket, or a name of the platform, it is tried again. */
const OPEN_AGAIN_MS = 30_000
/** A platform that does not answer does not hold up who leaves. */
const SIGN_OUT_WITHIN_MS = 1000

export function createUnitUplink(
  first: GbUnit,
  deps: {
    order: GbUplinkOrder
    shared: GbShared
    faults: Pick<SipFaults, 'copiesOf'>
    seed: number
    clock: Pick<PlatformClock, 'now'>
    hostClock: HostClock
    log: SeldomLog
  },
): UnitUplink {
  const { order, shared, faults, seed, hostClock, log } = deps
  const { target } = order
  const listeners = new Set<ChannelListener>()
  const alarmListeners = new Set<(alarm: GbAlarm) => void>()
  const entity = hashText(first.id)
  let unit = first
  let draws = 0
  /** Grows with every beginning and every pause: what was opened for an earlier one is closed. */
  let round = 0
  let isBegun = false
  let device: GbDevice | undefined
  let openFault: string | undefined
  let cancelAgain = () => {}
  let closing: Promise<void> = Promise.resolve()

  const open = async (own: number): Promise<void> => {
    // The device before it signs out first: both have the same id.
    await closing
    if (own !== round) return
    const made = await openGbDevice(
      {
        id: unit.id,
        edition: order.edition,
        password: target.password,
        voice: target.voice,
        server: {
          id: target.server,
          domain: target.domain,
          host: order.host,
          port: order.port,
          transport: target.transport,
        },
        expiresS: EXPIRES_S,
        keepaliveS: order.keepaliveS,
        keepalivesMissedMost: KEEPALIVES_MISSED_MOST,
      },
      {
        ports: createGbPorts(() => unit, shared, {
          onChange: (listener) => heldIn(listeners, listener),
          onAlarm: (listener) => heldIn(alarmListeners, listener),
        }),
        hostClock,
        tap: shared.tap,
        // A recorder of several devices has the network of the first.
        copiesOf: (isSent) => faults.copiesOf(unit.sn ?? unit.places[0]?.sn ?? '', isSent),
        random: () => uniform(seed, entity, RETRIES, draws++),
        // As its pictures and recordings have it.
        ownTime: () => deps.clock.now(),
        log,
      },
    )
    if (own !== round) return made[Symbol.asyncDispose]()
    openFault = undefined
    device = made
    made.start()
  }
  const tryToOpen = (own: number): void => {
    open(own).catch((error: unknown) => {
      if (own !== round) return
      const isNew = openFault === undefined
      openFault = error instanceof Error ? error.message : String(error)
      if (isNew) log.warn({ err: error, id: unit.id }, 'a GB/T 28181 device could not be started')
      cancelAgain = hostClock.after(OPEN_AGAIN_MS, () => tryToOpen(own))
    })
  }
  const close = async (open: GbDevice): Promise<void> => {
    await Promise.race([
      open.stop(),
      new Promise<void>((resolve) => hostClock.after(SIGN_OUT_WITHIN_MS, resolve)),
    ])
    await open[Symbol.asyncDispose]()
  }
  const pause = (): void => {
    round++
    isBegun = false
    cancelAgain()
    openFault = undefined
    if (!device) return
    const left = device
    device = undefined
    closing = close(left)
  }
  const tell = (event: Parameters<ChannelListener>[0], places: readonly GbPlace[]): void => {
    for (const place of places) {
      const channel = gbChannelOf(place, shared)
      if (channel) for (const listener of listeners) listener(event, channel)
    }
  }

  return {
    unit: () => unit,
    isBegun: () => isBegun,
    begin() {
      if (isBegun) return
      isBegun = true
      tryToOpen(++round)
    },
    pause,
    become(next) {
      const [old, now] = [channelPlaces(unit), channelPlaces(next)]
      const before = new Set(old.map(({ id }) => id))
      const after = new Set(now.map(({ id }) => id))
      const gone = old.filter(({ id }) => !after.has(id))
      unit = next
      tell(
        'ADD',
        now.filter(({ id }) => !before.has(id)),
      )
      for (const { id } of gone)
        for (const listener of listeners)
          listener('DEL', { kind: 'loudspeaker', id, name: '', isOnline: false })
    },
    turned(sn, chnId) {
      const places = channelPlaces(unit).filter(
        (place) => place.sn === sn && (chnId ?? place.chnId) === place.chnId,
      )
      for (const place of places) tell(gbChannelOf(place, shared)?.isOnline ? 'ON' : 'OFF', [place])
    },
    alarm(alarm) {
      for (const listener of alarmListeners) listener(alarm)
    },
    edited: (sn) =>
      tell(
        'UPDATE',
        channelPlaces(unit).filter((place) => place.sn === sn),
      ),
    state() {
      const stats = device?.stats()
      return {
        id: unit.id,
        name: unit.name,
        channels: unit.places.length,
        state: stateOf(isBegun, stats),
        fault: openFault ?? (stats?.problem && faultOf(stats.problem)),
        stats,
      }
    },
    async end() {
      pause()
      await closing
    },
  }
}

function heldIn<T>(all: Set<T>, one: T): () => void {
  all.add(one)
  return () => all.delete(one)
}

function stateOf(isBegun: boolean, stats: GbDeviceStats | undefined): GbUplinkState['state'] {
  if (!stats) return isBegun ? 'registering' : 'offline'
  return stats.state === 'stopped' ? 'offline' : stats.state
}

function faultOf(problem: RegistrationProblem): string {
  if (problem.kind === 'noAnswer') return 'the platform does not answer'
  if (problem.kind === 'wrongPassword') return `the platform refuses the password (${problem.status})`
  return `the platform refuses the registration (${problem.status})`
}
