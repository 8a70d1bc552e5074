import { describe, expect, it } from 'vitest'
import { hash32 } from '../../world/hash.ts'
import { readCSeq } from './cseq.ts'
import { readSipDatagram } from './read-sip-datagram.ts'
import { readSipAddress } from './sip-address.ts'
import { bytesOf, MESSAGE, REGISTER, RINGING } from './sip-messages.test-support.ts'
import { createSipReader } from './sip-reader.ts'
import { readSipUri } from './sip-uri.ts'
import { readVia } from './via.ts'

const SEED = 3261
/** Signs that mean something to the readers. */
const SIGNS = '\r\n :;,=<>"\\@?[]SIP/2.0/UDP*9aZ\t\0é'

/** Text or message `index` with some bytes replaced, doubled or left out. */
function damaged(text: string, index: number): Uint8Array {
  const bytes = [...bytesOf(text)]
  const times = 1 + (hash32(SEED, index, 0, 0) % 8)
  for (let time = 1; time <= times; time++) {
    const at = hash32(SEED, index, time, 0) % bytes.length
    const kind = hash32(SEED, index, time, 1) % 3
    const sign = SIGNS.charCodeAt(hash32(SEED, index, time, 2) % SIGNS.length) & 255
    bytes.splice(at, kind === 0 ? 1 : kind === 1 ? 0 : hash32(SEED, index, time, 3) % 40, sign)
  }
  return Uint8Array.from(bytes)
}
const noise = (index: number) =>
  Array.from({ length: 60 }, (_, at) => SIGNS[hash32(SEED, index, 9, at) % SIGNS.length]).join('')

describe('damaged input', () => {
  it('of datagrams and streams is a message or a problem', () => {
    const stream = createSipReader({ headBytes: 2000, bodyBytes: 2000 })
    for (let index = 0; index < 600; index++) {
      const bytes = damaged([REGISTER, MESSAGE, RINGING][index % 3]!, index)
      expect(readSipDatagram(bytes).ok).toBeTypeOf('boolean')
      stream.push(bytes)
      expect(stream.pending).toBeLessThanOrEqual(4000)
    }
  })
  it('of header values is a value or a problem', () => {
    for (let index = 0; index < 600; index++) {
      const text = noise(index)
      const values = [text, `sip:${text}`, `<sip:a@b${text}`, `SIP/2.0/UDP h${text}`]
      for (const value of values)
        for (const readValue of [readSipUri, readSipAddress, readVia, readCSeq]) {
          const read = readValue(value)
          if (!read.ok) expect(read.problem.offset).toBeLessThanOrEqual(value.length)
        }
    }
  })
})
