import { NODE_TYPES } from '@backlot/contract/devices/constants'
import { useMemo } from 'react'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { useTreeIndex } from '../../features/device-tree/device-store.ts'
import { useText } from '../../language/language.ts'
import type { LogWords } from './log-words.ts'

/** The words for details of entries, in the operator's language. */
export function useLogWords(): LogWords {
  const t = useText('logFacts')
  const logs = useText('logs')
  const story = useText('logStory')
  const alarms = useText('alarms')
  const alarmPush = useText('alarmPush')
  const deviceAdmin = useText('deviceAdmin')
  const deviceConfig = useText('deviceConfig')
  const orders = useText('workOrders')
  const templates = useText('templates')
  const media = useText('mediaConfig')
  const shell = useText('shell')
  const types = useAlarmTypes()
  const { entry } = useTreeIndex()
  return useMemo(() => {
    const groups = new Map<number, string>()
    for (const { id, nodeType, name } of entry) if (nodeType === NODE_TYPES.group) groups.set(id, name)
    const groupName = (id: number) => groups.get(id)
    return {
      t,
      logs,
      story,
      alarms,
      alarmPush,
      deviceAdmin,
      deviceConfig,
      orders,
      templates,
      media,
      shell,
      types,
      groupName,
    }
  }, [
    t,
    logs,
    story,
    alarms,
    alarmPush,
    deviceAdmin,
    deviceConfig,
    orders,
    templates,
    media,
    shell,
    types,
    entry,
  ])
}
