const awaited = new Set<string>()

/**
 * An alarm of this sequence is the answer to something the operator did: whoever did it shows it, so that it is no
 * news. Answers how to stop waiting for it.
 */
export function awaitAlarm(alarmSeq: string): () => void {
  awaited.add(alarmSeq)
  return () => awaited.delete(alarmSeq)
}

export function isAwaited({ alarmSeq }: { alarmSeq: string }): boolean {
  return awaited.has(alarmSeq)
}
