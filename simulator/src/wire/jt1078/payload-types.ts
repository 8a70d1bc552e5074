/** Payload types (JT/T 1078-2016, table 12), data types and split marks (table 19). */

export const PAYLOAD_TYPES = {
  g711a: 6,
  g711u: 7,
  g726: 8,
  aac: 19,
  adpcm: 26,
  passThrough: 91,
  h264: 98,
  h265: 99,
  avs: 100,
  svac: 101,
} as const

/** 0 I picture, 1 P picture, 2 B picture, 3 sound, 4 transparent data. */
export type DataType = 0 | 1 | 2 | 3 | 4
export const DATA_TYPES = { iPicture: 0, pPicture: 1, bPicture: 2, audio: 3, transparent: 4 } as const

/** 0 a whole frame, 1 its first packet, 2 its last, 3 one between. */
export type SplitMark = 0 | 1 | 2 | 3
export const SPLIT_MARKS = { whole: 0, first: 1, last: 2, middle: 3 } as const

export const isVideo = (type: DataType) => type <= DATA_TYPES.bPicture
/** Transparent data has no time. */
export const hasTime = (type: DataType) => type !== DATA_TYPES.transparent
