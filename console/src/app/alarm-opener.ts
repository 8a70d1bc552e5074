/** How an alarm is named when it is opened from elsewhere than the alarm area (areas do not import each other). */
export type AlarmRef = { id?: number; sn: string; alarmSeq: string }

type Opener = (ref: AlarmRef) => void
const openers = new Set<Opener>()

/** Opens the detail of an alarm, wherever the operator is. */
export function openAlarm(ref: AlarmRef): void {
  for (const opener of openers) opener(ref)
}

/** Hears requests to open an alarm; the shell does. */
export function onOpenAlarm(opener: Opener): () => void {
  openers.add(opener)
  return () => openers.delete(opener)
}
