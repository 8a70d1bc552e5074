/**
 * How much a benchmark measures. `npm run bench -- --smoke [name…]` takes one small slice of everything: it shows that
 * a benchmark still runs, and its figures are meaningless.
 */
export const IS_SMOKE = process.argv.includes('--smoke')

/** `full` in a benchmark, `smoke` when one is only tried. */
export const sized = <T>(full: T, smoke: T): T => (IS_SMOKE ? smoke : full)
