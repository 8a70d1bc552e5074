import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CAPTURE_LIMITS } from '@backlot/contract/control/constants'
import { createMadeUpCapture } from '@backlot/contract/pcapng/made-up-capture'
import type { CapturedWire } from '@backlot/contract/pcapng/wires'
import { WIRE_NAMES } from '@backlot/contract/wires/wires'
import type { PastDialogues } from '../../fleet/uplinks/past-packet.ts'
import { PlatformError } from '../../kernel/platform-error.ts'

export type PastOrder = {
  fromMs: number
  toMs: number
  sns: readonly string[]
  wires: readonly CapturedWire[] | undefined
  packetsMost: number | undefined
}

/** Work between two turns of the event loop, host milliseconds, and events between two looks at the time. */
const TURN_MS = 5
const LOOK_EVERY = 16

/** The devices' dialogues that are asked for. Throws a PlatformError when a device has none. */
export function pastDialogues(past: PastDialogues, { sns, wires, fromMs, toMs }: PastOrder) {
  return sns.flatMap((sn) => {
    const wire = past.wireOf(sn)
    if (!wire)
      throw new PlatformError(
        'invalid',
        `The past of ${sn} is not known as packets: it is for devices of HJ 212 and JT/T 808.`,
        'sn',
      )
    if (wires && !wires.includes(wire)) return []
    return [{ sn, wire, events: past.dialogueOf(sn, fromMs, toMs)[Symbol.iterator]() }]
  })
}

/** Writes the past of devices into a reply, a few milliseconds at a time, as fast as it is read. */
export async function writePast(
  dialogues: ReturnType<typeof pastDialogues>,
  order: Pick<PastOrder, 'packetsMost'>,
  response: ServerResponse,
): Promise<void> {
  const capture = createMadeUpCapture(
    WIRE_NAMES,
    'The past: computed or stored packets in made-up connections, times of the platform clock.',
  )
  let bytes = 0
  const write = (blocks: readonly Uint8Array[]): void => {
    for (const block of blocks) {
      bytes += block.length
      response.write(block)
    }
  }
  write(capture.head)
  const heads = dialogues.map((dialogue) => ({ ...dialogue, next: dialogue.events.next() }))
  let turnMs = performance.now()
  for (let count = 1; !response.destroyed; count++) {
    let first: (typeof heads)[number] | undefined
    for (const head of heads) {
      if (head.next.done) continue
      if (!first || first.next.done || head.next.value.atMs < first.next.value.atMs) first = head
    }
    if (!first || first.next.done) break
    const { sn, wire } = first
    write(capture.add({ ...first.next.value, sn, wire }))
    if (capture.packets() >= (order.packetsMost ?? CAPTURE_LIMITS.packets) || bytes >= CAPTURE_LIMITS.bytes)
      break
    first.next = first.events.next()
    if (count % LOOK_EVERY !== 0 || performance.now() - turnMs < TURN_MS) continue
    while (response.writableNeedDrain && !response.destroyed) await drained(response)
    await nextTurn()
    turnMs = performance.now()
  }
  response.end()
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.on('drain', done)
    response.on('close', done)
  })
