// A million damaged pieces of stream through the HJ 212 reader: nothing but packets and problems may come out.
import { mutateStream } from '../../simulator/src/wire/hj212/mutate-stream.ts'

export function fuzzHj212(pieces: number, seed: number): string {
  const { packets, problems, longestKept } = mutateStream(seed, pieces)
  return `${pieces} damaged pieces, seed ${seed}: ${packets} packets, ${problems} problems, at most ${longestKept} bytes kept`
}
