import type { RecordFile } from '@backlot/contract/recordings/entities'

/** A channel that is replayed. */
export type ReplayChannel = { sn: string; chnId: number }

/** Channels in step (stated by the plan of the screen). */
export const REPLAY_CHANNELS_MAX = 4

export const channelKey = ({ sn, chnId }: ReplayChannel): string => `${sn}/${chnId}`

/** Adds a channel; when all windows are taken it takes the place of the one at `at`. */
export function withChannel(
  list: readonly ReplayChannel[],
  channel: ReplayChannel,
  at: number,
): { channels: ReplayChannel[]; selected: number } {
  const there = list.findIndex((one) => channelKey(one) === channelKey(channel))
  if (there >= 0) return { channels: [...list], selected: there }
  if (list.length < REPLAY_CHANNELS_MAX) return { channels: [...list, channel], selected: list.length }
  return { channels: list.map((one, i) => (i === at ? channel : one)), selected: at }
}

/** The file that holds a moment, else the next one after it. Files by start, in seconds. */
export function fileAt(files: readonly RecordFile[], atMs: number): RecordFile | undefined {
  return files.find(({ endTime }) => endTime * 1000 > atMs)
}
