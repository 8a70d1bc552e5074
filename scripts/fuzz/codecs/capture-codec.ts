// Files of captures, and what their packets carry.

import { UserError } from '../../../cli/src/user-error.ts'
import { CaptureProblem } from '../../../cli/src/wire-capture/capture-problem.ts'
import { MIXED, madeUpCapture, pcapOf } from '../../../cli/src/wire-capture/captures.test-support.ts'
import { decodePacket } from '../../../cli/src/wire-capture/decode-packet.ts'
import { CaptureReader } from '../../../cli/src/wire-capture/read-capture.ts'
import { Reassembler } from '../../../cli/src/wire-capture/reassemble.ts'
import { chooseStreams, countPacket, StreamTable } from '../../../cli/src/wire-capture/stream-table.ts'
import type { FuzzedCodec } from './read-damaged.ts'

/** A block of the longest kind, and the piece that ends it. */
const KEPT = 2 * 262_144 + 65_536
const LINKS = [0, 1, 101, 113, 228, 276]

export const CAPTURE_CODEC: FuzzedCodec = {
  samples: () => [
    madeUpCapture(),
    pcapOf(MIXED),
    pcapOf(MIXED, { isLittle: false, isNano: true }),
    pcapOf(MIXED.slice(2), { linkType: 276 }),
  ],
  open() {
    let reader = new CaptureReader()
    const table = new StreamTable(undefined)
    const reassembler = new Reassembler()
    return {
      read(bytes) {
        let told = 0
        try {
          for (const { linkType, bytes: packet, offset, comment } of reader.push(bytes)) {
            told++
            for (const link of [linkType, ...LINKS]) {
              const found = decodePacket(link, packet)
              if (typeof found === 'string') continue
              const { stream, isFromClient } = table.of(found, offset)
              countPacket(stream, isFromClient, found.payload.length, comment)
              if (found.transport === 'tcp') reassembler.add(found.sequence, found.payload)
            }
          }
          chooseStreams(table.streams, { port: undefined, devices: ['A-1'] })
        } catch (error) {
          if (error instanceof CaptureProblem) reader = new CaptureReader()
          else if (!(error instanceof UserError)) throw error
          told++
        }
        return told
      },
      kept: () => reader.kept,
    }
  },
  keptMost: KEPT,
}
