/** Seeded damage to streams of frames, for tests and fuzzing of the reader. */
import { hash32 } from '../../world/hash.ts'
import { createFrameReader } from './frame-reader.ts'
import { readValues } from './read-values.ts'
import { createAssembler } from './split-packets.ts'
import { FIELD_UNITS } from './units.ts'
import { writeFrame } from './write-packet.ts'

const SEGMENTS = [
  'QN=20160801085857223;ST=32;CN=1062;PW=100000;MN=010000A8900016F000169DC0;Flag=5;CP=&&RtdInterval=30&&',
  'QN=20180427125809000;ST=22;CN=2011;PW=123456;MN=LXHB0CS0306310;Flag=5;CP=&&DataTime=20180427125809;a34004-Rtd=75600.000,a34004-Flag=N;LA-Rtd=57.9,LA-Flag=N&&',
  'ST=32;CN=2011;PW=123456;MN=NJGDKYYC202101q0001w0001;CP=&&DataTime=20210305003817000;ele01-Rtd=1;ele02-Rtd=0&&',
  'QN=20191112091100598;ST=31;CN=2051;PW=123456;MN=14513567846884;Flag=7;PNUM=2;PNO=1;CP=&&DataTime=20191112090000;a01006-Avg=101.85,a01006-Min=101.84&&',
  'QN=20160801085857223;ST=32;CN=3020;PW=100000;MN=010000A8900016F000169DC0;Flag=5;CP=&&PolId=w01018;i11001-Info=//清零;校准//&&',
]
const INTERESTING = [0, 10, 13, 35, 38, 44, 45, 47, 48, 57, 59, 61, 127, 128, 255]

export type Tally = { packets: number; problems: number; longestKept: number }

/**
 * Sends `count` damaged pieces of stream, cut at random, through readers, values and assemblers. Whatever throws is a
 * fault; the error names the seed and number of the piece.
 */
export function mutateStream(seed: number, count: number): Tally {
  const tally: Tally = { packets: 0, problems: 0, longestKept: 0 }
  const assembler = createAssembler()
  let nowMs = 0
  const reader = createFrameReader({
    packet(packet) {
      tally.packets++
      readValues(packet, FIELD_UNITS)
      assembler.add(packet, nowMs)
    },
    problem() {
      tally.problems++
    },
  })
  for (let piece = 0; piece < count; piece++) {
    try {
      const bytes = damaged(seed, piece)
      nowMs += 100
      const cut = hash32(seed, piece, 9, 0) % (bytes.length + 1)
      reader.push(bytes.subarray(0, cut))
      reader.push(bytes.subarray(cut))
      if (piece % 16 === 0) reader.abandon()
      assembler.expire(nowMs)
      tally.longestKept = Math.max(tally.longestKept, reader.pending())
    } catch (error) {
      throw new Error(`Seed ${seed}, piece ${piece}: ${error}`, { cause: error })
    }
  }
  reader.end()
  return tally
}

function damaged(seed: number, piece: number): Buffer {
  let drawn = 0
  const dice = (sides: number) => hash32(seed, piece, 1, drawn++) % sides
  const segment = SEGMENTS[dice(SEGMENTS.length)] ?? ''
  // Half of the damage is done before the check is made, so that it gets past it.
  const inside = dice(2) === 0
  let bytes = inside ? Buffer.from(segment) : writeFrame(segment)
  for (let i = dice(4); i >= 0; i--) bytes = mutate(bytes, dice)
  return inside && bytes.length <= 1024
    ? writeFrame(bytes.toString('latin1').replace(/[^\x20-\x7e]/g, '?'))
    : bytes
}

function mutate(bytes: Buffer, dice: (sides: number) => number): Buffer {
  if (bytes.length === 0) return Buffer.from('##')
  const at = dice(bytes.length)
  switch (dice(6)) {
    case 0: {
      const copy = Buffer.from(bytes)
      copy[at] = INTERESTING[dice(INTERESTING.length)] ?? 0
      return copy
    }
    case 1: {
      const copy = Buffer.from(bytes)
      copy[at] = (copy[at] ?? 0) ^ (1 << dice(8))
      return copy
    }
    case 2:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + 1 + dice(20)))])
    case 3: {
      const from = dice(bytes.length)
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(from, from + dice(60)), bytes.subarray(at)])
    }
    case 4:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from([INTERESTING[dice(INTERESTING.length)] ?? 0]),
        bytes.subarray(at),
      ])
    default:
      return bytes.subarray(0, at)
  }
}
