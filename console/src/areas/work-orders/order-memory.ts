import { z } from 'zod'

/** What an account chose and wrote in its last orders from alarms, in this browser. */
export type OrderMemory = { assigneeId?: number | undefined; texts: readonly string[] }

const Stored = z.object({ assigneeId: z.number().int().optional(), texts: z.array(z.string()).default([]) })

/** Texts that are offered again. */
const TEXTS = 3

const keyOf = (userId: number) => `orders.last.${userId}`

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

/** The memory of an account; nothing where there is none, or none that can be read. */
export function readOrderMemory(storage: Storage, userId: number): OrderMemory {
  try {
    const read = Stored.safeParse(JSON.parse(storage.getItem(keyOf(userId)) ?? '{}'))
    return read.success ? read.data : { texts: [] }
  } catch {
    return { texts: [] }
  }
}

/** Notes an order: its assignee is the next one's at first, its text is offered before older ones. */
export function noteOrder(
  storage: Storage,
  userId: number,
  { assigneeId, text }: { assigneeId: number; text: string },
): void {
  const { texts } = readOrderMemory(storage, userId)
  const said = text.trim()
  const next = said === '' ? texts : [said, ...texts.filter((one) => one !== said)].slice(0, TEXTS)
  storage.setItem(keyOf(userId), JSON.stringify({ assigneeId, texts: next }))
}
