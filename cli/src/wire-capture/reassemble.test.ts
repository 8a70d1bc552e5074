import { TcpConversation } from '@backlot/contract/pcapng/tcp-conversation'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ENDS } from './captures.test-support.ts'
import { decodePacket, type Segment } from './decode-packet.ts'
import { Reassembler } from './reassemble.ts'

/** The client's segments of a conversation that says these texts. */
function segmentsOf(texts: readonly string[], seed: number): Segment[] {
  const conversation = new TcpConversation(ENDS.client, ENDS.server, seed)
  return [...conversation.open(), ...texts.flatMap((text) => conversation.data('client', Buffer.from(text)))]
    .filter(({ from }) => from === 'client')
    .map(({ bytes }) => decodePacket(1, bytes) as Segment)
    .filter(({ flags, payload }) => (flags & 2) !== 0 || payload.length > 0)
}

function joined(segments: readonly Segment[]): { text: string; lost: number } {
  const reassembler = new Reassembler()
  let text = ''
  let lost = 0
  const take = (part: ReturnType<Reassembler['add']>) => {
    for (const bytes of part.bytes) text += Buffer.from(bytes).toString()
    lost += part.lost
  }
  for (const segment of segments) {
    const isSyn = (segment.flags & 2) !== 0
    if (isSyn) reassembler.begin(segment.sequence)
    take(reassembler.add(segment.sequence + (isSyn ? 1 : 0), segment.payload))
  }
  take(reassembler.end())
  return { text, lost }
}

const texts = fc.array(fc.string({ minLength: 1, maxLength: 5000, unit: 'grapheme-ascii' }), {
  minLength: 1,
  maxLength: 12,
})

it('joins segments that come in any order, some of them twice, around the end of the sequence numbers', () => {
  fc.assert(
    fc.property(
      texts,
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.infiniteStream(fc.nat()),
      (said, seed, dice) => {
        const [syn, ...rest] = segmentsOf(said, seed)
        const next = () => Number(dice.next().value)
        const doubled = rest.flatMap((segment) => (next() % 3 === 0 ? [segment, segment] : [segment]))
        const mixed = doubled
          .map((segment) => ({ segment, place: next() }))
          .toSorted((a, b) => a.place - b.place)
        expect(joined([syn!, ...mixed.map(({ segment }) => segment)])).toEqual({
          text: said.join(''),
          lost: 0,
        })
      },
    ),
    { numRuns: 60 },
  )
})

it('takes bytes that were sent again with others in one segment once', () => {
  const [syn, one, two] = segmentsOf(['abc', 'def'], 1)
  const both = { ...one!, payload: Buffer.concat([one!.payload, two!.payload]) }
  const late = { ...two!, sequence: (two!.sequence - 1) >>> 0, payload: Buffer.from('cdef') }
  expect(joined([syn!, one!, both, late])).toEqual({ text: 'abcdef', lost: 0 })
})

it('gives up bytes that the capture does not have, and counts them', () => {
  const [syn, one, , three] = segmentsOf(['abc', 'defg', 'hi'], 1)
  expect(joined([syn!, one!, three!])).toEqual({ text: 'abchi', lost: 4 })
})

it('begins where the capture begins when it has no handshake', () => {
  const [, , two, three] = segmentsOf(['abc', 'def', 'ghi'], 1)
  expect(joined([two!, three!])).toEqual({ text: 'defghi', lost: 0 })
})

it('keeps a bounded number of segments whose predecessor never comes', () => {
  const [syn, , ...rest] = segmentsOf(['lost', ...Array.from({ length: 2000 }, (_, i) => `${i} `)], 1)
  const reassembler = new Reassembler()
  reassembler.begin(syn!.sequence)
  let isFirst = true
  for (const [i, { sequence, payload }] of rest.entries()) {
    const { bytes, lost } = reassembler.add(sequence, payload)
    if (bytes.length === 0 || !isFirst) continue
    isFirst = false
    expect([lost, i < 300]).toEqual([4, true])
  }
  expect(isFirst).toBe(false)
})
