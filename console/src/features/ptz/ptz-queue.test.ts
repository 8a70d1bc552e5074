import { CODES } from '@backlot/contract/codes'
import { PTZ } from '@backlot/contract/ptz/calls'
import { describe, expect, it } from 'vitest'
import { CLIENT_CODES, PlatformReplyError } from '../../platform/platform-reply-error.ts'
import { type PtzCommand, PtzQueue } from './ptz-queue.ts'

const command = (cmd: number, sn = 'A'): PtzCommand => ({
  sn,
  chnId: 1,
  cmd,
  speed: cmd === PTZ.stop ? 0 : 30,
})
const failure = (code: number, httpStatus = 0) =>
  new PlatformReplyError({ code, msg: 'why', httpStatus, callName: 'ptz.control' })
const unreachable = failure(CLIENT_CODES.unreachable)
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

/** A platform whose answers a test gives one by one. */
function setUp() {
  const sent: string[] = []
  const answers: { ok(): void; fail(error?: Error): void }[] = []
  const queue = new PtzQueue((sending, outlivesPage) => {
    sent.push(`${sending.sn}${sending.cmd}${outlivesPage ? ' outlives' : ''}`)
    return new Promise<void>((resolve, reject) => {
      answers.push({ ok: resolve, fail: (error = unreachable) => reject(error) })
    })
  })
  return { queue, sent, answers }
}

describe('PTZ queue', () => {
  it('sends a stop only after the move before it was answered', async () => {
    const { queue, sent, answers } = setUp()
    void queue.push(command(PTZ.left))
    void queue.push(command(PTZ.stop))
    expect(sent).toEqual(['A2'])
    answers[0]!.ok()
    await settle()
    expect(sent).toEqual(['A2', 'A19'])
  })

  it('lets moves that were not sent fall away for newer ones, but never a stop', async () => {
    const { queue, sent, answers } = setUp()
    void queue.push(command(PTZ.left))
    const dropped = queue.push(command(PTZ.up))
    void queue.push(command(PTZ.stop))
    void queue.push(command(PTZ.right))
    await dropped
    answers[0]!.ok()
    await settle()
    answers[1]!.ok()
    await settle()
    expect(sent).toEqual(['A2', 'A19', 'A3'])
  })

  it('keeps channels apart', () => {
    const { queue, sent } = setUp()
    void queue.push(command(PTZ.left))
    void queue.push(command(PTZ.up, 'B'))
    expect(sent).toEqual(['A2', 'B0'])
  })

  it('goes on after a command that failed, and says so', async () => {
    const { queue, sent, answers } = setUp()
    const first = queue.push(command(PTZ.left))
    void queue.push(command(PTZ.stop))
    answers[0]!.fail()
    await expect(first).rejects.toThrow(unreachable)
    await settle()
    expect(sent).toEqual(['A2', 'A19'])
  })

  it('sends an undelivered stop again', async () => {
    const { queue, sent, answers } = setUp()
    const stop = queue.push(command(PTZ.stop))
    answers[0]!.fail()
    await settle()
    answers[1]!.ok()
    await stop
    expect(sent).toEqual(['A19', 'A19'])
  })

  it('owes a stop that the platform never answered, and sends it when the platform is back', async () => {
    const { queue, sent, answers } = setUp()
    const stop = queue.push(command(PTZ.stop)).catch((error: unknown) => error)
    for (let attempt = 0; attempt < 4; attempt++) {
      answers[attempt]!.fail()
      await settle()
    }
    expect(await stop).toBe(unreachable)
    expect(sent).toEqual(Array(4).fill('A19'))
    queue.sendOwed()
    expect(sent).toHaveLength(5)
    answers[4]!.ok()
    await settle()
    queue.sendOwed()
    expect(sent).toHaveLength(5)
  })

  it('owes no stop when a newer command was delivered or the platform refused it, one that a proxy answered it does', async () => {
    const { queue, sent, answers } = setUp()
    const failed = async (from: number, error?: Error) => {
      const stop = queue.push(command(PTZ.stop)).catch(() => undefined)
      for (let attempt = 0; attempt < 4; attempt++) {
        answers[from + attempt]!.fail(error)
        await settle()
      }
      await stop
    }
    await failed(0)
    void queue.push(command(PTZ.right))
    answers[4]!.ok()
    await settle()
    queue.sendOwed()
    expect(sent).toEqual([...Array(4).fill('A19'), 'A3'])
    await failed(5, failure(CODES.deviceOffline, 200))
    queue.sendOwed()
    expect(sent).toHaveLength(9)
    // A proxy answers for a platform that is away.
    await failed(9, failure(503, 503))
    queue.sendOwed()
    expect(sent).toHaveLength(14)
  })

  it('gives an undelivered stop up when a newer command waits', async () => {
    const { queue, sent, answers } = setUp()
    const stop = queue.push(command(PTZ.stop))
    const caught = stop.catch((error: unknown) => error)
    void queue.push(command(PTZ.up))
    answers[0]!.fail()
    await settle()
    expect(await caught).toBe(unreachable)
    expect(sent).toEqual(['A19', 'A0'])
  })

  it('sends every stop at once, in requests that outlive it, when the page goes away', async () => {
    const { queue, sent, answers } = setUp()
    void queue.push(command(PTZ.left))
    const dropped = queue.push(command(PTZ.up))
    void queue.push(command(PTZ.stop, 'B'))
    queue.leave()
    await dropped
    expect(sent).toEqual(['A2', 'B19', 'A19', 'A19 outlives', 'B19 outlives'])
    // The panel ends its move after that; a press that comes with it moves nothing.
    await queue.push(command(PTZ.stop, 'C'))
    await queue.push(command(PTZ.right, 'C'))
    expect(sent.slice(5)).toEqual(['C19 outlives'])
    answers[0]!.ok()
    await settle()
    expect(sent).toHaveLength(6)
  })

  it('sends owed stops when the page goes away, and moves again when it is back', async () => {
    const { queue, sent, answers } = setUp()
    const stop = queue.push(command(PTZ.stop)).catch(() => undefined)
    for (let attempt = 0; attempt < 4; attempt++) {
      answers[attempt]!.fail()
      await settle()
    }
    await stop
    queue.leave()
    expect(sent.slice(4)).toEqual(['A19 outlives'])
    queue.stay()
    void queue.push(command(PTZ.left))
    expect(sent.slice(5)).toEqual(['A2'])
  })
})
