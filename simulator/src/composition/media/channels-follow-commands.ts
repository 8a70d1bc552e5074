import { KINDS } from '../../devices/kinds.ts'
import { concernsChannels, lostChannelsAt } from '../../devices/lost-channels.ts'
import type { CommandLog } from '../../fleet/command-log.ts'
import type { Directory } from '../../fleet/directory.ts'
import { channelsOfCameras } from '../../history/camera-power.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { Disposal } from '../../kernel/disposal.ts'
import type { Publisher } from '../../kernel/publisher.ts'

/** How often it is looked whether commands have come due or ended: of the few devices that have any. */
const LOOK_MS = 1000
/** Stations whose controllers switch by themselves, checked per look: some milliseconds. */
const STATIONS_A_LOOK = 100
/** At a start, when no battery's days are known yet: up to ten milliseconds. Other work comes between the turns. */
const STATIONS_A_TURN = 5

/**
 * Keeps the directory's channels in line with the commands to their devices and their power, and notifies the consoles.
 */
export function channelsFollowCommands(
  deps: {
    directory: Directory
    commands: Pick<CommandLog, 'commandsOf' | 'onCommand' | 'onCut'>
    clock: PlatformClock
    host: HostClock
    /** Whether the cameras of a device are fed now. */
    hasPower(sn: string): boolean
    outbox: Pick<Publisher, 'channelsChanged'>
  },
  disposal: Disposal,
): void {
  const { directory, commands, clock, outbox } = deps
  const concerned = new Set<string>()
  /** Solar stations: their controllers let go of the load, which is their camera, by themselves too. */
  const stations = new Set<string>()
  let waiting: string[] = []
  const settle = (sn: string) => {
    const slot = directory.slotOf(sn)
    if (slot === undefined) return
    const lost = lostChannelsAt(commands.commandsOf(sn), clock.now())
    const dark = deps.hasPower(sn) ? [] : channelsOfCameras(directory.channelsOf(slot))
    directory.setLostChannels(slot, dark.length > 0 ? new Set([...lost, ...dark]) : lost)
  }
  const settleAll = () => {
    for (const sn of concerned) settle(sn)
    for (const sn of stations) settle(sn)
  }
  const look = () => {
    for (const sn of concerned) settle(sn)
    if (isFirstRound) return
    if (waiting.length === 0) waiting = [...stations]
    for (const sn of waiting.splice(0, STATIONS_A_LOOK)) settle(sn)
  }
  /** Notes a device that has to be settled; false: it need not be. */
  const note = (sn: string) => {
    const device = directory.deviceBySn(sn)
    const isStation = device !== undefined && KINDS[device.kind].hasSolarPlant
    const isConcerned = commands.commandsOf(sn).some(concernsChannels)
    if (isStation) stations.add(sn)
    if (isConcerned) concerned.add(sn)
    return isStation || isConcerned
  }
  const enter = (sn: string) => {
    if (note(sn)) settle(sn)
  }
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (device) note(device.sn)
  }
  for (const sn of concerned) settle(sn)
  waiting = [...stations]
  let isFirstRound = true
  const turn = () => {
    for (const sn of waiting.splice(0, STATIONS_A_TURN)) settle(sn)
    isFirstRound = waiting.length > 0
    if (isFirstRound) cancelTurn = deps.host.after(0, turn)
  }
  let cancelTurn = deps.host.after(0, turn)
  const stops = [
    directory.onChange((change) => {
      if (change.kind === 'deviceAdded') enter(change.device.sn)
      else if (change.kind === 'deviceRemoved') stations.delete(change.device.sn)
      else if (change.kind === 'channelStates') {
        const online = directory.isOnline(change.device.slot)
        const list = change.changed.map(({ chnId, lost }) => ({
          chnId,
          onlineStatus: online && !lost ? 1 : 0,
        }))
        outbox.channelsChanged(change.device.sn, list, false)
      } else if (change.kind === 'status' && change.turned === 'online') {
        // A console assumes that all channels of a device that comes back are online unless told otherwise.
        const lost = [...directory.lostChannels(change.slot)]
        const list = lost.map((chnId) => ({ chnId, onlineStatus: 0 }))
        if (list.length > 0) outbox.channelsChanged(change.sn, list, false)
      }
    }),
    commands.onCommand((command) => {
      if (concernsChannels(command) || stations.has(command.sn)) enter(command.sn)
    }),
    commands.onCut(settleAll),
    clock.onChange(settleAll),
    deps.host.every(LOOK_MS, look),
    () => cancelTurn(),
  ]
  for (const stop of stops) disposal.defer(stop)
}
