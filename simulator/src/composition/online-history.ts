import type { OnlineHistoryPort } from '../areas/statistics/ports.ts'
import type { CommandLog } from '../fleet/command-log.ts'
import type { Directory } from '../fleet/directory.ts'
import type { History } from '../history/history.ts'
import { onlineDays } from '../history/online-days.ts'

/**
 * The past of devices' connectivity for statistics. A device of our own has the same past while it is the same device
 * and gets no commands; reports of a foreign device may come late, so its past is never cached.
 */
export function createOnlineHistory(
  history: Pick<History, 'onlineSpansOf'>,
  directory: Directory,
  commands: Pick<CommandLog, 'commandsOf'>,
): OnlineHistoryPort {
  return {
    onlineSpansOf: history.onlineSpansOf,
    onlineDays,
    pastVersionOf(sn) {
      const device = directory.deviceBySn(sn)
      if (!device || device.foreign) return undefined
      const own = commands.commandsOf(sn)
      return `${device.entity} ${own.length} ${own[own.length - 1]?.seq ?? 0}`
    },
  }
}
