// Runs the fuzzers named on the command line, or all of them: npm run fuzz [name…] [--pieces N] [--seed N].
import { parseArgs } from 'node:util'
import { fuzzHj212 } from './hj212.ts'
import { fuzzJt808 } from './jt808.ts'

/** Each takes the number of damaged pieces and a seed, answers a line of counts, and throws on a fault. */
const FUZZERS: Readonly<Record<string, (pieces: number, seed: number) => string>> = {
  hj212: fuzzHj212,
  jt808: fuzzJt808,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pieces: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '20261' } },
})
const pieces = Number(values.pieces)
const seed = Number(values.seed)
const unknown = positionals.filter((name) => !Object.hasOwn(FUZZERS, name))
if (unknown.length > 0 || !Number.isInteger(pieces) || !Number.isInteger(seed)) {
  console.error(
    `npm run fuzz -- [${Object.keys(FUZZERS).join(' | ')}] [--pieces <whole number>] [--seed <whole number>]`,
  )
  process.exit(1)
}
for (const [name, fuzz] of Object.entries(FUZZERS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const began = performance.now()
  console.log(`${name}: ${fuzz(pieces, seed)}, ${((performance.now() - began) / 1000).toFixed(1)} s`)
}
