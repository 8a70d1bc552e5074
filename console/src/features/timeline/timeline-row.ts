import type { Alarm } from '@backlot/contract/alarms/entities'
import { EXECUTION_STATUS, FILE_TYPES, type RecordFile } from '@backlot/contract/recordings/entities'
import type { AlarmTypes } from '../alarms/alarm-types.ts'
import { channelNow } from '../channel-list/use-channel.ts'
import type { TimelineFile, TimelineRow } from './timeline-draw.ts'

/** Most alarms of a device that are drawn. */
export const ALARMS_MAX = 500

const KINDS: Readonly<Record<number, TimelineFile['kind']>> = {
  [FILE_TYPES.video]: 'device',
  [FILE_TYPES.pushVideo]: 'alarm',
  [FILE_TYPES.mediaRecord]: 'plan',
}

/**
 * The row of a channel: its files, and the alarms of its device that are its own or those of no other camera. A file that
 * is still being recorded reaches to `growsToMs`.
 */
export function timelineRow(
  { sn, chnId }: { sn: string; chnId: number },
  files: readonly RecordFile[],
  alarms: readonly Pick<Alarm, 'id' | 'sn' | 'chnId' | 'type' | 'subType' | 'startTime'>[],
  types: Pick<AlarmTypes, 'levelOf' | 'nameOf'>,
  growsToMs = 0,
): TimelineRow {
  return {
    key: `${sn}/${chnId}`,
    channel: { sn, chnId },
    name: channelNow({ sn, chnId })?.title ?? sn,
    files: files.map(({ startTime, endTime, executionStatus, fileType }) => ({
      fromMs: startTime * 1000,
      toMs:
        executionStatus === EXECUTION_STATUS.executing ? Math.max(endTime * 1000, growsToMs) : endTime * 1000,
      kind: KINDS[fileType] ?? 'plan',
    })),
    alarms: alarms
      .filter((alarm) => alarm.chnId === chnId || !isVideoChannel(alarm))
      .map(({ id, type, subType, startTime }) => ({
        id,
        atMs: startTime * 1000,
        level: types.levelOf(type, subType),
        name: types.nameOf(type, subType),
      })),
  }
}

/** Whether a channel has a picture of its own: alarms of others are shown with every camera of the device. */
function isVideoChannel({ sn, chnId }: { sn: string; chnId: number }): boolean {
  return channelNow({ sn, chnId }) !== undefined
}
