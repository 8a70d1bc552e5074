import type { Duplex } from 'node:stream'
import type { BodyRules } from './body-keeper.ts'
import { BODIES_FOLDER, type CaptureEvent, type Side } from './capture-form.ts'
import type { CaptureWriter } from './capture-writer.ts'
import type { Redactor } from './redactor.ts'
import { createFrameReader } from './socket-frames.ts'

/** Close code of a socket that vanishes without a close frame (RFC 6455, section 7.1.5). */
const VANISHED = 1006

type SocketTools = {
  id: number
  t(): number
  writer: CaptureWriter
  redactor: Redactor
  rules: BodyRules
  write(event: CaptureEvent): void
  isOver(): boolean
}

/**
 * Records the frames of a socket, both ways, as the bytes pass. `heard` gets each text frame of the platform, masked.
 */
export function tapSocket(
  { id, t, writer, redactor, rules, write, isOver }: SocketTools,
  console: Duplex,
  platform: Duplex,
  heard: (text: string) => void,
): void {
  let isClosed = false
  const files = new Set<string>()
  const close = (by: Side, code: number) => {
    if (isClosed || isOver()) return
    isClosed = true
    write({ t: t(), id, kind: 'close', by, code })
    for (const file of files) writer.closeFile(file)
  }
  const readerOf = (from: Side) =>
    createFrameReader(from === 'console', {
      message(data, isBinary) {
        if (isOver() || isClosed) return
        if (!isBinary) {
          const text = redactor.text(data.toString())
          write({ t: t(), id, kind: 'frame', from, text })
          if (from === 'platform') heard(text)
        } else if (!rules.keepsMedia) writer.leave('media', data.length)
        else {
          const file = `${BODIES_FOLDER}/${id}${from === 'console' ? '.sent' : ''}.bin`
          files.add(file)
          writer.piece({ t: t(), id, kind: 'piece', from, file, bytes: data.length }, redactor.bytes(data))
        }
      },
      closed: (code) => close(from, code),
      unreadable(reason) {
        writer.leave('unreadableSocket', 0)
        write({ t: t(), id, kind: 'left', what: reason, bytes: 0 })
      },
    })
  const fromConsole = readerOf('console')
  const fromPlatform = readerOf('platform')
  console.on('data', fromConsole)
  platform.on('data', fromPlatform)
  console.once('close', () => close('console', VANISHED))
  platform.once('close', () => close('platform', VANISHED))
}
