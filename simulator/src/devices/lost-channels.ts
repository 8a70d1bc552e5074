/** Channels that are offline although their device is online: a cable or a camera of a recorder is gone. */
import type { DeviceCommand } from './commands.ts'
import type { Span } from './random-spans.ts'

/** Whether a command is about channels that are lost. */
export const concernsChannels = (command: { kind: string; fault?: string }): boolean =>
  command.kind === 'channelConnectivity' || (command.kind === 'fault' && command.fault === 'channelOffline')

/** Numbers of the channels that are lost at a moment: by an order, or by a fault. `commands` in log order. */
export function lostChannelsAt(commands: readonly DeviceCommand[], atMs: number): ReadonlySet<number> {
  if (commands.length === 0) return NONE
  const ordered = new Set<number>()
  const failing = new Map<number, number>()
  for (const command of commands) {
    if (command.atMs > atMs) break
    if (command.kind === 'channelConnectivity') {
      if (command.forced === 'offline') ordered.add(command.chnId)
      else ordered.delete(command.chnId)
    } else if (command.kind === 'fault' && command.fault === 'channelOffline') {
      const chnId = command.amount ?? FIRST_CHANNEL
      if (command.on) failing.set(chnId, command.atMs + (command.forMs ?? Number.POSITIVE_INFINITY))
      else failing.delete(chnId)
    }
  }
  for (const [chnId, toMs] of failing) if (atMs < toMs) ordered.add(chnId)
  return ordered.size === 0 ? NONE : ordered
}

/** When a channel was lost within [fromMs, toMs), in order. */
export function lostSpans(
  commands: readonly DeviceCommand[],
  chnId: number,
  fromMs: number,
  toMs: number,
): Span[] {
  const edges = commands.filter(concernsChannels).flatMap((command) => {
    const ends = command.kind === 'fault' && command.on && command.forMs !== undefined
    return ends ? [command.atMs, command.atMs + command.forMs!] : [command.atMs]
  })
  if (edges.length === 0) return []
  const within = [...new Set([fromMs, ...edges.filter((edge) => edge > fromMs && edge < toMs)])]
  within.sort((a, b) => a - b)
  const spans: Span[] = []
  within.forEach((edge, i) => {
    if (!lostChannelsAt(commands, edge).has(chnId)) return
    const span = { fromMs: edge, toMs: within[i + 1] ?? toMs }
    const last = spans.at(-1)
    if (last?.toMs === span.fromMs) last.toMs = span.toMs
    else spans.push(span)
  })
  return spans
}

const FIRST_CHANNEL = 1
const NONE: ReadonlySet<number> = new Set()
