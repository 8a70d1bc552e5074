import type { Audience } from './audience.ts'
import type { ChannelMetrics } from './channel-metrics.ts'
import type { ConsoleSession } from './console-session.ts'
import { encodeBatch, encodeMessage } from './frame-codec.ts'
import type { HubContext } from './hub-context.ts'
import { textFrame } from './text-frame.ts'
import type { TickEvents } from './tick-events.ts'
import { tickRows } from './tick-rows.ts'

/**
 * Sends a tick's events: one frame for each audience, made when its first console is met. Answers how many consoles got
 * one that is shared.
 */
export function sendTick(deps: {
  context: HubContext
  consoles: ReadonlySet<ConsoleSession>
  events: TickEvents
  /** What every console gets. */
  everybody: readonly string[]
  metrics: ChannelMetrics
}): number {
  const { context, consoles, events, metrics } = deps
  if (consoles.size === 0) return 0
  let sent = 0
  const head = context.head()
  const rows = tickRows(context.directory, events, context.publishedCursor())
  const everybody = [...deps.everybody]
  if (events.alarmTypesChanged) everybody.push(encodeMessage({ type: 'alarmTypes', changed: 'types' }))
  /** What an audience hears besides its topics: the clock, and changes of the tree and of orders as far as it sees them. */
  const noticesFor = (audience: Audience): readonly string[] => {
    const parentIds = events.treeParents.filter((id) => audience.seesGroup(context.directory, id))
    const messages = [...everybody]
    if (parentIds.length > 0) messages.push(encodeMessage({ type: 'tree', parentIds }))
    const orders = audience.seesOrders
      ? events.workOrders.filter(({ groupId }) => audience.seesGroup(context.directory, groupId))
      : []
    if (orders.length > 0) {
      const list = orders.map(({ id, version, state }) => ({ id, version, state }))
      messages.push(encodeMessage({ type: 'workOrder', list }))
    }
    return messages
  }
  const firstCursor = rows.alarms[0]?.event.alarm.cursor ?? Number.POSITIVE_INFINITY
  const reformed = (text: string) => context.reform?.(text) ?? text
  const frames = new Map<string, Buffer | undefined>()
  const frameOf = (messages: readonly string[]) =>
    messages.length === 0 ? undefined : textFrame(reformed(encodeBatch(head, messages)))

  for (const session of consoles) {
    const audience = session.audience()
    if (session.isResuming) {
      session.sendBatch([...noticesFor(audience), ...audience.commonMessages(rows)])
      continue
    }
    // A console that just caught up has some of these alarms already: its frame is its own.
    if (audience.hearsAlarms && session.alarmCursor >= firstCursor) {
      const alarms = audience.alarmsAfter(rows, session.alarmCursor)
      session.sendBatch([...noticesFor(audience), ...audience.commonMessages(rows), ...alarms])
      session.heardUpTo(rows.publishedCursor)
      continue
    }
    if (!frames.has(audience.key)) {
      const skippedBefore = audience.skippedAlarms
      frames.set(audience.key, frameOf([...noticesFor(audience), ...audience.messages(rows, head.at)]))
      const skipped = audience.skippedAlarms - skippedBefore
      if (skipped > 0) metrics.dropped('alarmGap', skipped)
    }
    const frame = frames.get(audience.key)
    if (frame && session.link.sendFrame(frame)) sent++
    // Without a subscription to alarms the cursor stays: they are sent when it comes.
    if (audience.hearsAlarms) session.heardUpTo(audience.sentUpTo)
  }
  return sent
}
