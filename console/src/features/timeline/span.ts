/** A span of time, epoch milliseconds. */
export type Span = { fromMs: number; toMs: number }
