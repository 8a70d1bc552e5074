import { PROCESSING_TYPES } from '@backlot/contract/alarms/constants'
import { HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import type { Store } from '../../store/store.ts'
import { hashText, uniform } from '../../world/hash.ts'

const STREAM = { handled: 971, afterMs: 972, who: 973, how: 974 }
/** Older alarms were nearly all handled; those of the last hours wait for the operator. */
const WAITING_MS = 8 * HOUR_MS
const HANDLED_SHARE = 0.88

const OUTCOMES = [
  { share: 0.46, type: PROCESSING_TYPES.sure, content: '现场核实，已处置完毕。' },
  { share: 0.18, type: PROCESSING_TYPES.wrongReport, content: '误报，设备已复位。' },
  { share: 0.14, type: PROCESSING_TYPES.misjudgment, content: '经复核为误判。' },
  { share: 0.12, type: PROCESSING_TYPES.phone, content: '已电话通知责任人。' },
  { share: 0.06, type: PROCESSING_TYPES.warning, content: '已发出警告。' },
  { share: 0.04, type: PROCESSING_TYPES.voice, content: '已喊话处置。' },
] as const

export type Operator = { userId: number; loginName: string; name: string }

/**
 * Processes the alarms of a demo's past, from before the first sign-in: most are processed, some minutes after they
 * came, by one of the accounts. Follows from the seed.
 */
export async function processPast(
  store: Store,
  seed: number,
  operators: readonly Operator[],
  span: { fromMs: number; toMs: number },
): Promise<void> {
  if (operators.length === 0) return
  const rows = store.read
    .prepare(
      `SELECT id, alarm_seq AS seq, start_ms AS startMs FROM alarms
       WHERE start_ms BETWEEN ? AND ? AND processing_type IS NULL ORDER BY start_ms`,
    )
    .all(span.fromMs, span.toMs) as { id: number; seq: string; startMs: number }[]
  const writes = rows.flatMap(({ id, seq, startMs }) => {
    const draw = (stream: number) => uniform(seed, hashText(seq), stream, 0)
    if (draw(STREAM.handled) > HANDLED_SHARE || startMs > span.toMs - WAITING_MS) return []
    const operator = operators[Math.floor(draw(STREAM.who) * operators.length)]!
    const atMs = Math.min(span.toMs, startMs + (1 + 40 * draw(STREAM.afterMs)) * MINUTE_MS)
    const { type, content } = outcomeOf(draw(STREAM.how))
    const actor = { userId: operator.userId, loginName: operator.loginName, atMs, address: '', requestId: '' }
    return store.write('alarms.process', {
      items: [{ id }],
      type,
      content,
      mayRepeat: false,
      anyTime: false,
      each: false,
      undoable: false,
      actor,
      processingName: operator.name,
    })
  })
  await Promise.all(writes)
}

function outcomeOf(draw: number): (typeof OUTCOMES)[number] {
  let left = draw
  for (const outcome of OUTCOMES) {
    if (left < outcome.share) return outcome
    left -= outcome.share
  }
  return OUTCOMES[0]
}
