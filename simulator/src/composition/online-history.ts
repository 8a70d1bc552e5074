import type { OnlineHistoryPort } from '../areas/statistics/ports.ts'
import type { CommandLog } from '../fleet/command-log.ts'
import type { Directory } from '../fleet/directory.ts'
import type { History } from '../history/history.ts'
import { onlineDays } from '../history/online-days.ts'

/**
 * The past of devices' connectivity as statistics read it. A device of our own has the same past as long as it is the
 * same device and nobody commands it; reports of a foreign device may come late, so its past is never kept.
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
