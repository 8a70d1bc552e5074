import { NODE_TYPES } from '@backlot/contract/devices/constants'
import { useMemo } from 'react'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { useTreeIndex } from '../../features/device-tree/device-store.ts'
import { useText } from '../../language/language.ts'
import type { LogWords } from './log-words.ts'

/** The words for details of entries, in the operator's language. */
export function useLogWords(): LogWords {
  const words = {
    t: useText('logFacts'),
    logs: useText('logs'),
    story: useText('logStory'),
    alarms: useText('alarms'),
    alarmPush: useText('alarmPush'),
    deviceAdmin: useText('deviceAdmin'),
    deviceConfig: useText('deviceConfig'),
    orders: useText('workOrders'),
    templates: useText('templates'),
    media: useText('mediaConfig'),
    shell: useText('shell'),
  }
  const types = useAlarmTypes()
  const { entry } = useTreeIndex()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words by each of its translators
  return useMemo(() => {
    const groups = new Map<number, string>()
    for (const { id, nodeType, name } of entry) if (nodeType === NODE_TYPES.group) groups.set(id, name)
    return { ...words, types, groupName: (id: number) => groups.get(id) }
  }, [...Object.values(words), types, entry])
}
