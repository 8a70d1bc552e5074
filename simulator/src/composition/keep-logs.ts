import type { LogsArea } from '../areas/logs/logs-area.ts'
import type { Directory } from '../fleet/directory.ts'
import type { Disposal } from '../kernel/disposal.ts'
import type { TroubleListener } from '../kernel/log.ts'

/** Troubles of the program's log on their way to the system log; those from before it is there are held. */
export function createTroubleLine(): { hear: TroubleListener; to(listener: TroubleListener): void } {
  const early: Parameters<TroubleListener>[] = []
  let listener: TroubleListener = (...trouble) => void (early.length < EARLY_MAX && early.push(trouble))
  return {
    hear: (level, text) => listener(level, text),
    to(next) {
      listener = next
      for (const trouble of early.splice(0)) next(...trouble)
    },
  }
}
const EARLY_MAX = 100
const TEXT_MAX = 300

/** The system log's starts, stops and troubles, and the device log as the directory changes. */
export function keepLogs(
  deps: {
    logs: LogsArea
    directory: Directory
    trouble: ReturnType<typeof createTroubleLine>
    version: string
    seed: number
  },
  disposal: Disposal,
): void {
  const { logs, directory, trouble, version, seed } = deps
  logs.system('start', 'platform', { detail: { version, seed } })
  trouble.to((level, text) =>
    logs.system('problem', 'platform', {
      level: level === 'error' ? 2 : 1,
      detail: { text: text.slice(0, TEXT_MAX) },
    }),
  )
  disposal.defer(() => {
    trouble.to(() => {})
    logs.system('stop', 'platform', {})
  })
  disposal.defer(
    directory.onChange((change) => {
      switch (change.kind) {
        case 'status': {
          const device = directory.device(change.slot)
          if (!device || !change.turned) return
          logs.device(change.turned, device, { level: change.turned === 'online' ? 0 : 1 })
          return
        }
        case 'deviceAdded':
          return logs.device('added', change.device)
        case 'deviceRemoved':
          return logs.device('removed', change.device, { detail: { called: change.device.name } })
        case 'deviceEdited':
          return logs.device('edited', change.device)
        case 'deviceMoved':
          return logs.device('moved', change.device, { detail: { fromGroupId: change.fromGroupId } })
      }
    }),
  )
}
