import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CoreMessage,
  type EdgeMessage,
  LinkFault,
  readCoreMessage,
  readEdgeMessage,
  writeCoreMessage,
  writeEdgeMessage,
} from './link-messages.ts'

const number = fc.nat(0xffff_ffff)
const type = <T extends string>(name: T) => fc.constant(name)
const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((list) => Buffer.from(list))
const text = fc.string({ maxLength: 200, unit: 'grapheme' })

const fromEdge: fc.Arbitrary<EdgeMessage> = fc.oneof(
  fc.record({ type: type('opened'), console: number, who: fc.record({ address: fc.ipV6() }) }),
  fc.record({ type: type('frame'), console: number, text }),
  fc.record({ type: type('gone'), console: number }),
  fc.record({
    type: type('taken'),
    consoles: fc.array(fc.record({ console: number, bytes: number }), { maxLength: 20 }),
  }),
  fc.record({ type: type('need'), tick: number }),
  fc.record({ type: type('reads') }),
  fc.record({ type: type('backed'), isBacked: fc.boolean() }),
  fc.record({
    type: type('mayWatch'),
    ask: number,
    stream: fc.record({ path: fc.string(), token: fc.string() }),
  }),
)
const fromCore: fc.Arbitrary<CoreMessage> = fc.oneof(
  fc.record({ type: type('tick'), tick: number, streams: fc.array(number, { maxLength: 20 }) }),
  fc.record({ type: type('send'), console: number, frame: bytes }),
  fc.record({ type: type('seat'), console: number, stream: number, tick: number }),
  fc.record({ type: type('close'), console: number, code: number, reason: text }),
  fc.record({ type: fc.constantFrom('cut' as const, 'signedIn' as const), console: number }),
  fc.record({
    type: type('shared'),
    stream: number,
    tick: number,
    frame: bytes,
    behind: fc.option(bytes, { nil: undefined }),
  }),
  fc.record({ type: type('lost'), tick: number }),
  fc.record({ type: type('watch'), ask: number, status: number, owner: text }),
  fc.record({
    type: type('viewersEnd'),
    viewers: fc.record({
      owner: fc.string(),
      reason: fc.constantFrom('revoked' as const, 'stopped' as const),
    }),
  }),
  fc.record({ type: type('hello'), boot: fc.string({ minLength: 1, maxLength: 20 }) }),
)

test('messages are read as they were written', () => {
  fc.assert(
    fc.property(fromEdge, (message) => {
      expect(readEdgeMessage(writeEdgeMessage(message))).toEqual(message)
    }),
  )
  fc.assert(
    fc.property(fromCore, (message) => {
      expect(readCoreMessage(writeCoreMessage(message))).toEqual(message)
    }),
  )
})

test('any bytes are a message or a fault, and nothing else', () => {
  for (const read of [readEdgeMessage, readCoreMessage]) {
    fc.assert(
      fc.property(fc.nat(20), fc.uint8Array({ maxLength: 60 }), (first, more) => {
        try {
          read(Buffer.from([first, ...more]))
        } catch (error) {
          expect(error).toBeInstanceOf(LinkFault)
        }
      }),
    )
    expect(() => read(Buffer.alloc(0))).toThrow(LinkFault)
  }
})
