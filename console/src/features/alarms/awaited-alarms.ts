const awaited = new Set<string>()

/**
 * Marks an alarm of this sequence as the answer to an operator's action: the action shows it, so that it is not
 * announced. Answers a function that stops the wait.
 */
export function awaitAlarm(alarmSeq: string): () => void {
  awaited.add(alarmSeq)
  return () => awaited.delete(alarmSeq)
}

export function isAwaited({ alarmSeq }: { alarmSeq: string }): boolean {
  return awaited.has(alarmSeq)
}
