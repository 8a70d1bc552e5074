/** A packet of HJ 212: the data segment between the length and the check, taken apart. */

/** Revisions by the version bits of Flag; packets without Flag are of the 2005 dialect. */
export type Version = 0 | 1 | 2
export const VERSION_2005 = 0
export const VERSION_2017 = 1
export const VERSION_2025 = 2

/** How a packet differs from the letter of the standard and was understood nevertheless. */
export type Deviation =
  /** The check is in lower case. */
  | 'lowerCaseCheck'
  | 'noQn'
  | 'noFlag'
  | 'noPassword'
  | 'noMn'
  /** QN is among the parameters, as in answers of 2005. */
  | 'qnInParameters'
  /** Fields of the head are in another order (PNO before PNUM, …). */
  | 'fieldOrder'
  /** A field that the standard does not have. */
  | 'unknownField'
  /** Flag announces a split, but there is no PNUM and PNO; or the other way round. */
  | 'splitWithoutNumbers'
  | 'numbersWithoutSplit'
  /** A separator with nothing after it. */
  | 'trailingSeparator'
  /** A time of 17 digits where 14 are due. */
  | 'longTime'
  /** More than 950 bytes of parameters. */
  | 'longParameters'
  /** Password not of 6, MN not of 14 or 24 characters. */
  | 'passwordLength'
  | 'mnLength'
  /** A piece of a split packet that was cut in the middle of an item. */
  | 'cutItem'
  /** The same parameter or the same value of a factor twice: the last one holds. */
  | 'repeated'

/** Values of one factor by suffix: Rtd, Avg, Min, Max, Cou, Flag, … */
export type FactorValues = Readonly<Record<string, string>>

/** Parameters between `CP=&&` and `&&`. */
export type CommandParameters = {
  /** Parameters without a factor: DataTime, RtdInterval, PolId, … */
  params: ReadonlyMap<string, string>
  /** By factor code. */
  factors: ReadonlyMap<string, FactorValues>
}

export type SplitNumbers = {
  /** PNUM: how many packets there are. */
  count: number
  /** PNO: which one this is, from 1. */
  index: number
}

export type Packet = CommandParameters & {
  /** 17 digits; of the head, or of the parameters in the 2005 dialect. */
  qn: string | undefined
  st: string
  cn: string
  password: string | undefined
  mn: string | undefined
  /** As written; undefined when left out. */
  flag: number | undefined
  split: SplitNumbers | undefined
  /** The parameters as written. */
  cp: string
  /** The same as one character a byte; left out where `cp` is that, being ASCII. */
  rawCp?: string
  deviations: readonly Deviation[]
}

/** Version of a packet; versions to come are read as the newest known. */
export function versionOf(flag: number | undefined): Version {
  const version = flag === undefined ? VERSION_2005 : flag >> 2
  return version > VERSION_2025 ? VERSION_2025 : (version as Version)
}

export const wantsAck = (flag: number | undefined): boolean => flag !== undefined && (flag & 1) === 1
export const isSplit = (flag: number | undefined): boolean => flag !== undefined && (flag & 2) === 2

/** Flag = version << 2 | split << 1 | ack wanted. */
export function flagOf(version: Version, { split = false, ack = false } = {}): number {
  return (version << 2) | (split ? 2 : 0) | (ack ? 1 : 0)
}
