import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { CommandLog } from '../../fleet/command-log.ts'
import type { Directory } from '../../fleet/directory.ts'
import type { Disposal } from '../../kernel/disposal.ts'
import type { Media } from '../../media/create-media.ts'

/** Streams end with their device's connection and their channel, and restart when its encoder is reconfigured. */
export function mediaFollowsDevices(
  deps: {
    media: Pick<Media, 'deviceOffline' | 'encodeAnew'>
    directory: Pick<Directory, 'onChange' | 'isOnline' | 'slotOf' | 'channelsOf'>
    commands: Pick<CommandLog, 'onCommand'>
  },
  disposal: Disposal,
): void {
  const { media, directory, commands } = deps
  disposal.defer(
    directory.onChange((change) => {
      if (change.kind === 'status' && !directory.isOnline(change.slot)) void media.deviceOffline(change.sn)
      if (change.kind === 'channelStates') {
        for (const { chnId, lost } of change.changed) if (lost) void media.encodeAnew(change.device.sn, chnId)
      }
      if (change.kind === 'deviceRemoved') void media.deviceOffline(change.device.sn)
    }),
  )
  disposal.defer(
    commands.onCommand((command) => {
      if (command.kind !== 'configSet') return
      if (command.section === 'videoEncodeParam') void media.encodeAnew(command.sn, command.chnId ?? 0)
      if (command.section !== 'common') return
      // The work mode is one of them: low power has fewer pictures.
      const slot = directory.slotOf(command.sn)
      for (const { type, chnId } of slot === undefined ? [] : directory.channelsOf(slot))
        if (type === CHANNEL_TYPES.video) void media.encodeAnew(command.sn, chnId)
    }),
  )
}
