/** Stretches of recorded time. */
export type RecordedSpan = { fromMs: number; toMs: number }

/** The stretches cut to [fromMs, toMs), those that touch joined, in order. */
export function joinSpans(spans: readonly RecordedSpan[], fromMs: number, toMs: number): RecordedSpan[] {
  const joined: RecordedSpan[] = []
  const cut = spans
    .map((span) => ({ fromMs: Math.max(fromMs, span.fromMs), toMs: Math.min(toMs, span.toMs) }))
    .filter((span) => span.toMs > span.fromMs)
    .sort((a, b) => a.fromMs - b.fromMs)
  for (const span of cut) {
    const last = joined.at(-1)
    if (last && span.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, span.toMs)
    else joined.push(span)
  }
  return joined
}

export function isRecorded(spans: readonly RecordedSpan[], atMs: number): boolean {
  return spans.some((span) => span.fromMs <= atMs && atMs < span.toMs)
}

/** The first recorded moment at or after a moment. */
export function nextRecorded(spans: readonly RecordedSpan[], atMs: number): number | undefined {
  const span = spans.find((each) => each.toMs > atMs)
  return span && Math.max(span.fromMs, atMs)
}
