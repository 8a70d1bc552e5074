import { z } from 'zod'
import { defineFault } from './fault.ts'
import { accountMatcher } from './request-match.ts'

const SORTS = ['text', 'cut', 'envelope', 'binary'] as const
type Sort = (typeof SORTS)[number]

/** Frames replaced by something that no platform sends. */
export const channelGarbage = defineFault({
  name: 'channel-garbage',
  summary: 'Replaces channel frames by unreadable content.',
  targets: ['accounts'],
  parameters: z.strictObject({
    /** text: no JSON; cut: JSON without its end; envelope: JSON of another form; binary: bytes; any: the dice choose. */
    sort: z.enum([...SORTS, 'any']).default('any'),
  }),
  attach({ parameters: { sort }, target, aim, points }) {
    const matches = accountMatcher(target)
    const chosen = () => (sort === 'any' ? SORTS[Math.floor(aim.draw() * SORTS.length)]! : sort)
    return {
      detach: points.channel.attach((name, text) =>
        matches(name) && aim.strikes() ? { garbage: garbageOf(chosen(), text(), aim.draw) } : undefined,
      ),
    }
  },
})

/** Valid JSON that no platform sends. */
const ENVELOPES: readonly unknown[] = [
  null,
  [],
  42,
  'batch',
  {},
  { type: 'nothingKnown' },
  { kind: 'batch', items: [] },
  { type: 'batch', messages: 'none' },
  { type: 'batch', boot: 7, epoch: 'x', at: null, messages: [{ type: 'gps', list: [{ sn: 5 }] }] },
  { type: 'reply', requestId: null, code: '0' },
]
const BINARY_MAX_BYTES = 64

/** Garbage of a sort, drawn by the dice. */
function garbageOf(sort: Sort, text: string, draw: () => number): string | Uint8Array {
  if (sort === 'text') return '<html><head><title>502 Bad Gateway</title></head></html>'
  if (sort === 'cut') return text.slice(0, Math.floor(draw() * text.length))
  if (sort === 'envelope') return JSON.stringify(ENVELOPES[Math.floor(draw() * ENVELOPES.length)])
  return Uint8Array.from({ length: 1 + Math.floor(draw() * BINARY_MAX_BYTES) }, () =>
    Math.floor(draw() * 256),
  )
}
