// Runs the fuzzers named on the command line, or all of them:
// npm run fuzz -- [name…] [--seconds N] [--seed N] [--pieces N] [--only part-of-a-call's-name].
import { parseArgs } from 'node:util'
import { FUZZED_CODECS } from './codecs/codecs.ts'
import { readDamaged } from './codecs/read-damaged.ts'
import { fuzzPlatform } from './platform/fuzz-platform.ts'
import { FUZZED_WIRES } from './wires/wires.ts'

type Options = { pieces: number; seed: number; seconds: number; only: readonly string[] }

/** Each answers a line of counts, and throws on a fault. */
const FUZZERS: Readonly<Record<string, (options: Options) => string | Promise<string>>> = {
  ...Object.fromEntries(
    Object.entries(FUZZED_WIRES).map(([wire, { readDamaged }]) => [
      wire,
      ({ pieces, seed }: Options) => readDamaged(pieces, seed),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(FUZZED_CODECS).map(([name, codec]) => [
      name,
      ({ pieces, seed }: Options) => readDamaged(codec, pieces, seed),
    ]),
  ),
  platform: wholePlatform,
}

async function wholePlatform({ seed, seconds, only }: Options): Promise<string> {
  const report = await fuzzPlatform({ seed, seconds, only, onProgress: (line) => console.log(`  ${line}`) })
  if (report.failure !== undefined) throw new Error(report.failure)
  const statuses = Object.entries(report.statuses).map(([status, count]) => `${count} × ${status}`)
  const kinds = Object.entries(report.counts).map(([kind, count]) => `${count} ${kind}`)
  return `${report.steps} steps (${kinds.join(', ')}), seed ${seed}: ${report.calls.size} calls made, ${report.succeeded.size} of them with success; ${statuses.join(', ')}`
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pieces: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '20261' },
    seconds: { type: 'string', default: '60' },
    only: { type: 'string', multiple: true, default: [] },
  },
})
const [pieces, seed, seconds] = [values.pieces, values.seed, values.seconds].map(Number) as [
  number,
  number,
  number,
]
const unknown = positionals.filter((name) => !Object.hasOwn(FUZZERS, name))
if (unknown.length > 0 || ![pieces, seed, seconds].every(Number.isInteger)) {
  const names = Object.keys(FUZZERS).join(' | ')
  console.error(
    `npm run fuzz -- [${names}] [--seconds <whole number>] [--seed <whole number>] [--pieces <whole number>]`,
  )
  process.exit(1)
}
for (const [name, fuzz] of Object.entries(FUZZERS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const began = performance.now()
  try {
    const told = await fuzz({ pieces, seed, seconds, only: values.only })
    console.log(`${name}: ${told}, ${((performance.now() - began) / 1000).toFixed(1)} s`)
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.stack : String(error)}`)
    process.exitCode = 1
  }
}
