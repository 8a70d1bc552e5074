import { enclose } from '@backlot/simulator/wire/jt808/escape'
import { checksumOf } from '@backlot/simulator/wire/jt808/frame'
import { mutateStream } from '@backlot/simulator/wire/jt808/mutate-stream'
import type { FuzzedWire } from './fuzzed-wire.ts'

const SAMPLES = [
  '0200000260112233445500000000000010000000200ba7f0e07e4f11c0028003c00001807151010100104000000640202003',
  '0100002d000123456789000a002800323132333400736d616c6c6368693132330000000000000000004348493132330001d4c141313233343500',
  '000200000001234567890001',
  '0704005311223344556622b80002000026000000010000000200ba7f0e07e4f11c0028003c0000180715101010010400000064020200370026000000020000000100cb735507e6a32300290036007818071510103001040000006002020042d4',
  '0102000501234567890400026675 7a7a21',
]
/** A position with an alarm bit, as a terminal of 2013 sends it. */
const POSITION =
  '7e020000260112233445500000000000010000000200ba7f0e07e4f11c0028003c000018071510101001040000006402020037ab7e'

export const FUZZED_JT808: FuzzedWire = {
  readDamaged(pieces, seed) {
    const { frames, messages, problems, longestPending } = mutateStream(seed, pieces)
    return `${pieces} damaged pieces, seed ${seed}: ${frames} frames, ${messages} messages, ${problems} problems, at most ${longestPending} bytes kept`
  },
  samples: () =>
    SAMPLES.map((hex) => {
      const bytes = Buffer.from(hex.replace(/\s/g, ''), 'hex')
      return Buffer.from(enclose(Uint8Array.of(...bytes, checksumOf(bytes))))
    }),
  flood: { packet: () => Buffer.from(POSITION, 'hex'), times: 600, noiseMark: 0x7e },
}
