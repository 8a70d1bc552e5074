import { CHANNEL_TYPES, PROTOCOL_TYPES } from '../devices/constants.ts'

type TalkChannel = { chnId: number; type: number; lineId: number }

/** Why a device cannot be talked to, by its record (stated). */
type NoTalk = 'notSupported' | 'noChannel' | 'noVideoChannel' | 'noAudioChannel'

/**
 * The channels that a talk with a device goes over: a video channel (type 0) and an audio channel (type 4) on the same
 * line; and the protocol type must not be 0 (stated). `chnId` names the video or the audio channel that is meant;
 * without it the first line that has both is taken.
 */
export function talkTargetOf(
  device: { protocolType?: number | undefined; channels: readonly TalkChannel[] },
  chnId?: number,
): { videoChnId: number; audioChnId: number } | NoTalk {
  const { channels } = device
  if (device.protocolType === PROTOCOL_TYPES.v1) return 'notSupported'
  if (channels.length === 0) return 'noChannel'
  const meant = chnId === undefined ? undefined : channels.find((channel) => channel.chnId === chnId)
  if (chnId !== undefined && !meant) return 'noChannel'
  const ofLine = (type: number) =>
    channels.filter((channel) => channel.type === type && (!meant || channel.lineId === meant.lineId))
  const videos = ofLine(CHANNEL_TYPES.video)
  const audios = ofLine(CHANNEL_TYPES.audio)
  if (videos.length === 0) return 'noVideoChannel'
  for (const video of videos) {
    const audio = audios.find(({ lineId }) => lineId === video.lineId)
    if (audio) return { videoChnId: video.chnId, audioChnId: audio.chnId }
  }
  return 'noAudioChannel'
}

/** A V3 device is called in both directions at once (stated). */
export function isDuplex(protocolType: number | undefined): boolean {
  return protocolType === PROTOCOL_TYPES.v3
}
