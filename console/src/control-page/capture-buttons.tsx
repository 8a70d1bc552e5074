import type { WireFrame } from '@backlot/contract/control/live-calls'
import { createMadeUpCapture } from '@backlot/contract/pcapng/made-up-capture'
import { wholeBlocks } from '@backlot/contract/pcapng/whole-blocks'
import { WIRE_NAMES } from '@backlot/contract/wires/wires'
import { useRef, useState } from 'react'
import { saveFile } from '../features/player/snapshot.ts'
import { ask } from './api.ts'
import { Button } from './parts.tsx'
import { say } from './store.ts'
import { t } from './text.ts'

/** Length of a capture that is not ended before. */
const SECONDS = 30
const TYPE = 'application/x-pcapng'

/** Saves the frames that are shown, or the packets of the next seconds, as files for Wireshark. */
export function CaptureButtons(props: { found: readonly WireFrame[]; wires: string; sn: string }) {
  const { found, wires, sn } = props
  const running = useRef<AbortController>(undefined)
  const [isRunning, setRunning] = useState(false)
  const capture = async () => {
    if (running.current) {
      running.current.abort()
      return
    }
    const abort = new AbortController()
    running.current = abort
    setRunning(true)
    const query = new URLSearchParams({ wires, seconds: String(SECONDS), ...(sn === '' ? {} : { sn }) })
    const pieces: Uint8Array<ArrayBuffer>[] = []
    try {
      const reply = await ask(`/control/capture?${query}`, { signal: abort.signal })
      if (!reply.ok || !reply.body) throw new Error(((await reply.json()) as { msg: string }).msg)
      const reader = reply.body.getReader()
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) pieces.push(piece.value)
    } catch (error) {
      if (!abort.signal.aborted) say(t('failed', { why: error instanceof Error ? error.message : '' }), true)
    }
    running.current = undefined
    setRunning(false)
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
    const whole = wholeBlocks(bytes)
    if (whole && whole.length > 0)
      saveFile(new Blob([bytes.subarray(0, whole.length)], { type: TYPE }), 'backlot.pcapng')
  }
  return (
    <>
      <Button onPress={() => saveFile(new Blob(captureOf(found), { type: TYPE }), 'backlot-wire.pcapng')}>
        {t('wire.savePcapng')}
      </Button>
      <Button isPressed={isRunning} onPress={() => void capture()}>
        {t(isRunning ? 'wire.captureEnd' : 'wire.capture', { seconds: SECONDS })}
      </Button>
    </>
  )
}

/** Frames as a capture, in made-up connections: the page does not know the real ones. */
function captureOf(frames: readonly WireFrame[]): Uint8Array<ArrayBuffer>[] {
  const capture = createMadeUpCapture(
    WIRE_NAMES,
    'Frames of the wire log in made-up connections; some may be missing.',
  )
  const blocks = frames.flatMap(({ atMs, sn, protocol, direction, hex }) =>
    capture.add({ kind: 'bytes', atMs, sn, wire: protocol, direction, bytes: bytesOf(hex) }),
  )
  return [...capture.head, ...blocks].map((block) => Uint8Array.from(block))
}

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
