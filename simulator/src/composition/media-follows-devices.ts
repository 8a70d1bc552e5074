import type { Disposal } from '../disposal.ts'
import type { Directory } from '../fleet/directory.ts'
import type { Media } from '../media/create-media.ts'
import type { CommandLog } from '../timeline/command-log.ts'

/** Streams end with their device's connection or power, and begin anew when its encoder is told something else. */
export function mediaFollowsDevices(
  deps: {
    media: Pick<Media, 'deviceOffline' | 'encodeAnew' | 'hasPower'>
    directory: Pick<Directory, 'onChange' | 'isOnline'>
    commands: Pick<CommandLog, 'onCommand'>
  },
  disposal: Disposal,
): void {
  const { media, directory, commands } = deps
  disposal.defer(
    directory.onChange((change) => {
      if (change.kind === 'status' && !directory.isOnline(change.slot)) void media.deviceOffline(change.sn)
      if (change.kind === 'deviceRemoved') void media.deviceOffline(change.device.sn)
    }),
  )
  disposal.defer(
    commands.onCommand((command) => {
      if (command.kind !== 'configSet') return
      if (command.section === 'videoEncodeParam') void media.encodeAnew(command.sn, command.chnId ?? 0)
      if (command.section === 'solarParam' && !media.hasPower(command.sn))
        void media.deviceOffline(command.sn)
    }),
  )
}
