import type { AnswerTimes } from '@backlot/simulator/fleet/uplinks/answer-times'

/** Times of answers as a line of a summary; none when there were no answers. */
export const answerLines = (times: AnswerTimes): string[] =>
  times.count === 0
    ? []
    : [
        `answers   mean ${times.meanMs.toFixed(1)} ms, p50 ${times.p50Ms.toFixed(1)}, p90 ${times.p90Ms.toFixed(1)}, p99 ${times.p99Ms.toFixed(1)}, p99.9 ${times.p999Ms.toFixed(1)}, longest ${times.maxMs.toFixed(1)}`,
      ]
