/** Our own cameras at another platform of GB/T 28181: each registers while it is online, and says when it is not. */
import type { Alarm } from '@backlot/contract/alarms/entities'
import type { Logger } from 'pino'
import { alarmsInProgress } from '../../areas/alarms/alarms-in-progress.ts'
import type { SipFaults } from '../../faults/sip-faults.ts'
import type { CommandLog } from '../../fleet/command-log.ts'
import type { Device } from '../../fleet/device.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { History } from '../../history/history.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { Disposal } from '../../kernel/disposal.ts'
import { seldomLog } from '../../kernel/seldom-log.ts'
import { StartError } from '../../kernel/start-error.ts'
import type { Media } from '../../media/create-media.ts'
import type { SocketTap } from '../../sockets/socket-tap.ts'
import type { Store } from '../../store/store.ts'
import type { TalkDevices } from '../../talk/talk-devices.ts'
import type { World } from '../../world/types.ts'
import type { Config } from '../config.ts'
import { deviceSpeakers } from '../media/device-speakers.ts'
import { createGbAlarms } from './gb-alarms.ts'
import { createGbControls } from './gb-control.ts'
import { createGbPictures } from './gb-media.ts'
import type { GbShared } from './gb-ports.ts'
import { createGbRoster } from './gb-roster.ts'
import { createGbSnapshots } from './gb-snapshots.ts'
import { createUnitUplink, type GbUplinkState, type UnitUplink } from './unit-uplink.ts'

export type GbUplinks = {
  /** host:port of the platform. */
  address: string
  states(): GbUplinkState[]
  /** Id of a device over there, or of its first channel in a recorder. */
  idOf(sn: string): string | undefined
}

/** Registrations that begin in a second. */
const STARTS_PER_SECOND = 50
const START_EVERY_MS = 1000 / STARTS_PER_SECOND
/** Changes of a fleet come in crowds. */
const SETTLE_MS = 250

/** Undefined without an order. Throws a StartError when it names a group that is not there. */
export function openGbUplinks(
  deps: {
    config: Pick<Config, 'gb28181To'>
    world: World
    directory: Directory
    commands: CommandLog
    history: Pick<History, 'recordingsOf'>
    points: { sip: SipFaults }
    media: Pick<Media, 'openLive' | 'replays' | 'renderPicture'>
    talkDevices: TalkDevices
    /** Where pictures may be uploaded. */
    targetOf(hostName: string, port: number): Promise<{ address: string; port: number } | undefined>
    clock: PlatformClock
    host: HostClock
    log: Logger
    outbox: { onAlarms(listener: (list: readonly Alarm[], updateOnly: boolean) => void): () => void }
    store: Pick<Store, 'read'>
    tap: SocketTap
  },
  disposal: Disposal,
): GbUplinks | undefined {
  const { world, directory, host } = deps
  const order = deps.config.gb28181To
  if (!order) return undefined
  const log = seldomLog(deps.log.child({ uplink: 'gb28181' }), () => host.now())
  let roster: ReturnType<typeof createGbRoster>
  try {
    roster = createGbRoster(directory, order)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new StartError(`Option --gb28181-to: ${error.message}.`, { cause: error })
  }
  const uplinks = new Map<string, UnitUplink>()
  const bySn = new Map<string, Set<UnitUplink>>()
  const alarms = disposal.use(
    createGbAlarms({
      directory,
      tellersOf: (sn) => bySn.get(sn) ?? [],
      onAlarms: (listener) => deps.outbox.onAlarms(listener),
      inProgress: (sn) => alarmsInProgress(deps.store.read, sn, deps.clock.now()),
    }),
  )
  const pictures = createGbPictures(deps)
  const shared: GbShared = {
    ...deps,
    alarms,
    controls: disposal.use(createGbControls({ ...deps, alarms, pictures, log })),
    pictures,
    snapshots: disposal.use(createGbSnapshots(deps)),
    speakers: deviceSpeakers(directory, deps.talkDevices, host),
  }

  const ending = new Set<Promise<void>>()
  const end = (uplink: UnitUplink): void => {
    const done = uplink.end().finally(() => ending.delete(done))
    ending.add(done)
  }
  /** Those that may begin, the first first. */
  const queue = new Set<UnitUplink>()
  let cancelNext: (() => void) | undefined
  const beginNext = (): void => {
    cancelNext = undefined
    const [next] = queue
    if (!next) return
    queue.delete(next)
    next.begin()
    cancelNext = host.after(START_EVERY_MS, beginNext)
  }
  const isUp = (sn: string | undefined): boolean => {
    const slot = sn === undefined ? undefined : directory.slotOf(sn)
    return sn === undefined || (slot !== undefined && directory.isOnline(slot))
  }
  const follow = (uplink: UnitUplink): void => {
    if (isUp(uplink.unit().sn)) {
      if (uplink.isBegun()) return
      queue.add(uplink)
      cancelNext ??= host.after(START_EVERY_MS, beginNext)
    } else {
      queue.delete(uplink)
      uplink.pause()
    }
  }
  const reconcile = (): void => {
    const units = roster.units()
    const there = new Set(units.map(({ id }) => id))
    for (const [id, uplink] of uplinks) {
      if (there.has(id)) continue
      uplinks.delete(id)
      queue.delete(uplink)
      end(uplink)
    }
    bySn.clear()
    for (const unit of units) {
      const known = uplinks.get(unit.id)
      const uplink =
        known ??
        createUnitUplink(unit, {
          order,
          shared,
          faults: deps.points.sip,
          hostClock: host,
          seed: world.seed,
          clock: deps.clock,
          log,
        })
      if (known) known.become(unit)
      uplinks.set(unit.id, uplink)
      for (const { sn } of unit.places) bySn.set(sn, (bySn.get(sn) ?? new Set()).add(uplink))
      follow(uplink)
    }
  }
  let settling: (() => void) | undefined
  const settle = (): void => {
    settling ??= host.after(SETTLE_MS, () => {
      settling = undefined
      reconcile()
    })
  }
  const changed = (sn: string, tell: (uplink: UnitUplink) => void): void => {
    for (const uplink of bySn.get(sn) ?? []) tell(uplink)
  }
  const edited = ({ sn }: Device): void => changed(sn, (uplink) => uplink.edited(sn))
  disposal.defer(
    directory.onChange((change) => {
      switch (change.kind) {
        case 'status':
          if (!change.turned) return
          return changed(change.sn, (uplink) => {
            follow(uplink)
            uplink.turned(change.sn, undefined)
          })
        case 'channelStates': {
          const { sn } = change.device
          for (const { chnId } of change.changed) changed(sn, (uplink) => uplink.turned(sn, chnId))
          return
        }
        case 'deviceEdited':
          edited(change.device)
          return settle()
        case 'groupAdded':
        case 'groupEdited':
          return
        default:
          settle()
      }
    }),
  )
  disposal.defer(async () => {
    settling?.()
    cancelNext?.()
    for (const uplink of uplinks.values()) end(uplink)
    await Promise.all(ending)
  })
  reconcile()
  return {
    address: `${order.host.includes(':') ? `[${order.host}]` : order.host}:${order.port}`,
    states: () => [...uplinks.values()].map((uplink) => uplink.state()),
    idOf(sn) {
      const [uplink] = bySn.get(sn) ?? []
      const unit = uplink?.unit()
      return unit?.sn === sn ? unit.id : unit?.places.find((place) => place.sn === sn)?.id
    },
  }
}
