// A million damaged pieces of stream through the JT/T 808 reader: nothing but messages and problems may come out.
import { mutateStream } from '../../simulator/src/wire/jt808/mutate-stream.ts'

export function fuzzJt808(pieces: number, seed: number): string {
  const { frames, messages, problems, longestPending } = mutateStream(seed, pieces)
  return `${pieces} damaged pieces, seed ${seed}: ${frames} frames, ${messages} messages, ${problems} problems, at most ${longestPending} bytes kept`
}
