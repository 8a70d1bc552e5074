import type { NewsSource } from '../alarms/follow-alarms.ts'

/** Delay of counting new alarms and orders after the first of them came: those that follow are counted with it. */
export const SETTLE_MS = 1500
/** Delay of counting online channels after the first change: in a large fleet devices come and go all the time. */
export const CHANNELS_SETTLE_MS = 5000

/**
 * Reloads figures soon after the channel announced changes of what they count: `ask` gets a pattern of their names.
 * Answers a function that stops it.
 */
export function followSituation(source: NewsSource, ask: (names: RegExp) => void): () => void {
  const timers = new Map<RegExp, ReturnType<typeof setTimeout>>()
  const soon = (names: RegExp, afterMs: number) => () => {
    if (timers.has(names)) return
    timers.set(
      names,
      setTimeout(() => {
        timers.delete(names)
        ask(names)
      }, afterMs),
    )
  }
  const alarms = soon(/^(alarms|newest|work)/, SETTLE_MS)
  const orders = soon(/^work/, SETTLE_MS)
  const channels = soon(/^media/, CHANNELS_SETTLE_MS)
  const stops = [
    source.on('alarm', alarms),
    source.on('alarmGap', alarms),
    source.on('workOrder', orders),
    source.on('status', channels),
    source.on('channelChange', channels),
    source.on('resync', () => ask(/./)),
  ]
  return () => {
    for (const timer of timers.values()) clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
