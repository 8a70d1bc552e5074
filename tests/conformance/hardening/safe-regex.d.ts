declare module 'safe-regex' {
  /** Whether a pattern has no repetition within a repetition, and at most `limit` repetitions. */
  export default function isSafe(pattern: string, options?: { limit: number }): boolean
}
