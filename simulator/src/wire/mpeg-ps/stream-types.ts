/** Stream ids (ISO/IEC 13818-1, table 2-22) and stream types (table 2-34; GB/T 28181, annex C). */

/** The byte behind 00 00 01. */
export const START_CODES = {
  programEnd: 0xb9,
  pack: 0xba,
  systemHeader: 0xbb,
  programStreamMap: 0xbc,
  private1: 0xbd,
  padding: 0xbe,
  private2: 0xbf,
  audio: 0xc0,
  video: 0xe0,
} as const

export const isAudioId = (id: number) => id >= 0xc0 && id <= 0xdf
export const isVideoId = (id: number) => id >= 0xe0 && id <= 0xef

export type VideoCodec = 'h264' | 'h265' | 'mpeg2' | 'mpeg4' | 'svac'
export type AudioCodec = 'pcma' | 'pcmu' | 'aac' | 'mp2' | 'g7221' | 'g7231' | 'g729' | 'svacAudio'

/** The G.711 of the standard is A-law; cameras that send µ-law use 0x91. */
const VIDEO_TYPES: Readonly<Record<number, VideoCodec>> = {
  2: 'mpeg2',
  16: 'mpeg4',
  27: 'h264',
  36: 'h265',
  128: 'svac',
}
const AUDIO_TYPES: Readonly<Record<number, AudioCodec>> = {
  3: 'mp2',
  4: 'mp2',
  15: 'aac',
  144: 'pcma',
  145: 'pcmu',
  146: 'g7221',
  147: 'g7231',
  153: 'g729',
  155: 'svacAudio',
}

export const STREAM_TYPES = { h264: 0x1b, h265: 0x24, pcma: 0x90, aac: 0x0f } as const

/** The codec of a stream type, or undefined where it has no name here. */
export const videoCodecOf = (streamType: number): VideoCodec | undefined => VIDEO_TYPES[streamType]
export const audioCodecOf = (streamType: number): AudioCodec | undefined => AUDIO_TYPES[streamType]
