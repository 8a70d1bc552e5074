import type { Publisher } from '../channel/publisher.ts'
import { concernsChannels, lostChannelsAt } from '../devices/lost-channels.ts'
import type { Disposal } from '../disposal.ts'
import type { Directory } from '../fleet/directory.ts'
import type { HostClock, PlatformClock } from '../timeline/clock.ts'
import type { CommandLog } from '../timeline/command-log.ts'

/** How often it is looked whether commands have come due or ended: of the few devices that have any. */
const LOOK_MS = 1000

/** Keeps the directory's channels as the commands to their devices say, and tells the consoles. */
export function channelsFollowCommands(
  deps: {
    directory: Directory
    commands: Pick<CommandLog, 'commandsOf' | 'onCommand' | 'onCut'>
    clock: PlatformClock
    host: HostClock
    outbox: Pick<Publisher, 'channelsChanged'>
  },
  disposal: Disposal,
): void {
  const { directory, commands, clock, outbox } = deps
  const concerned = new Set<string>()
  const settle = (sn: string) => {
    const slot = directory.slotOf(sn)
    if (slot !== undefined)
      directory.setLostChannels(slot, lostChannelsAt(commands.commandsOf(sn), clock.now()))
  }
  const settleAll = () => {
    for (const sn of concerned) settle(sn)
  }
  const enter = (sn: string) => {
    if (!commands.commandsOf(sn).some(concernsChannels)) return
    concerned.add(sn)
    settle(sn)
  }
  for (let slot = 0; slot < directory.slotLimit(); slot++) {
    const device = directory.device(slot)
    if (device) enter(device.sn)
  }
  const stops = [
    directory.onChange((change) => {
      if (change.kind === 'deviceAdded') enter(change.device.sn)
      else if (change.kind === 'channelStates') {
        const online = directory.isOnline(change.device.slot)
        const list = change.changed.map(({ chnId, lost }) => ({
          chnId,
          onlineStatus: online && !lost ? 1 : 0,
        }))
        outbox.channelsChanged(change.device.sn, list, false)
      } else if (change.kind === 'status' && directory.isOnline(change.slot)) {
        // A console takes all channels of a device that comes back for online unless it is told otherwise.
        const lost = [...directory.lostChannels(change.slot)]
        const list = lost.map((chnId) => ({ chnId, onlineStatus: 0 }))
        if (list.length > 0) outbox.channelsChanged(change.sn, list, false)
      }
    }),
    commands.onCommand((command) => {
      if (concernsChannels(command)) enter(command.sn)
    }),
    commands.onCut(settleAll),
    clock.onChange(settleAll),
    deps.host.every(LOOK_MS, settleAll),
  ]
  for (const stop of stops) disposal.defer(stop)
}
