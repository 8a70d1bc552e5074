import type { Audience } from './audience.ts'
import { batchFrame } from './batch-frame.ts'
import type { ChannelMetrics } from './channel-metrics.ts'
import type { Pace } from './channel-pace.ts'
import type { ConsoleSession } from './console-session.ts'
import type { SharedFrames, SharedStream } from './edges/shared-frames.ts'
import { encodeMessage } from './frame-codec.ts'
import type { HubContext } from './hub-context.ts'
import type { TickEvents } from './tick-events.ts'
import { tickRows } from './tick-rows.ts'

/**
 * Sends a tick's events: one frame for each audience, made when its first console is met. Answers the number of
 * consoles that got a shared one.
 */
export function sendTick(deps: {
  context: HubContext
  consoles: ReadonlySet<ConsoleSession>
  events: TickEvents
  /** Messages to every console. */
  everybody: readonly string[]
  pace: Pace
  metrics: ChannelMetrics
  /** Where consoles on edges get the frames of their audience. */
  shared?: Pick<SharedFrames, 'publish'> | undefined
}): number {
  const { context, consoles, events, metrics, shared } = deps
  if (consoles.size === 0) return 0
  let sent = 0
  const head = context.head()
  const rows = tickRows(context.directory, events, {
    publishedCursor: context.publishedCursor(),
    atMs: context.hostClock.now(),
    pace: deps.pace,
  })
  const everybody = [...deps.everybody]
  if (events.alarmTypesChanged) everybody.push(encodeMessage({ type: 'alarmTypes', changed: 'types' }))
  /**
   * Messages to an audience besides its topics: the clock, and changes of the tree and of orders within its permission
   * scope.
   */
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
  const frames = new Map<string, Buffer | undefined>()
  const audiences = new Set<Audience>()
  const streams = new Map<SharedStream, Audience>()
  const frameOf = (audience: Audience, way: { after: number; isBehind: boolean }): Buffer | undefined => {
    const key = `${way.after}|${way.isBehind}|${audience.key}`
    if (frames.has(key)) return frames.get(key)
    const messages = [...noticesFor(audience), ...audience.commonMessages(rows)]
    if (audience.hearsAlarms) messages.push(...audience.alarmMessages(rows, way))
    const made = messages.length === 0 ? undefined : batchFrame(context, head, messages)
    frames.set(key, made)
    return made
  }

  for (const session of consoles) {
    const audience = session.audience()
    const { hearsAlarms } = audience
    // A console that just came has some of these alarms already, or gets them with its backlog.
    const after = hearsAlarms && session.liveAfter >= firstCursor ? session.liveAfter : 0
    const stream = session.link.share?.(after === 0 ? audience.key : undefined)
    if (stream) streams.set(stream, audience)
    else {
      const isBehind = hearsAlarms && rows.alarms.length > 0 && session.link.isBehind
      const frame = frameOf(audience, { after, isBehind })
      if (frame && session.link.sendFrame(frame)) sent++
    }
    // Without a subscription to alarms the cursor stays: they are sent when it comes.
    if (hearsAlarms) {
      audiences.add(audience)
      session.heardUpTo(rows.publishedCursor)
    }
  }
  for (const [stream, audience] of streams) {
    const frame = frameOf(audience, { after: 0, isBehind: false })
    if (!frame) continue
    const hasAlarms = audience.hearsAlarms && rows.alarms.length > 0
    shared?.publish(stream, frame, hasAlarms ? frameOf(audience, { after: 0, isBehind: true }) : undefined)
    sent += stream.consoles
  }
  for (const audience of audiences) {
    const skipped = audience.skippedOf(rows)
    if (skipped > 0) metrics.dropped('alarmGap', skipped)
  }
  return sent
}
