import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'

/** Seconds that a frame is shown, with its file. */
type Cut = { file: string; seconds: number }

/**
 * What a page draws, as JPEG files and a list for ffmpeg's concat demuxer. Only takes are in it: what happens between
 * them is cut. A take that lasts longer than it is planned, on a busy machine, is run faster, so that the film's length
 * is that of its plan.
 */
export class Reel {
  readonly #folder: string
  readonly #page: Page
  readonly #session: CDPSession
  readonly #cuts: Cut[] = []
  #take: { data: string; atMs: number }[] | undefined
  #last = ''
  #files = 0
  /** The most that a take was run faster. */
  fastest = 1

  private constructor(folder: string, page: Page, session: CDPSession) {
    this.#folder = folder
    this.#page = page
    this.#session = session
  }

  static async begin(page: Page, folder: string): Promise<Reel> {
    mkdirSync(folder, { recursive: true })
    const session = await page.context().newCDPSession(page)
    const reel = new Reel(folder, page, session)
    session.on('Page.screencastFrame', ({ data, sessionId }) => {
      reel.#last = data
      reel.#take?.push({ data, atMs: performance.now() })
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
    })
    await session.send('Page.startScreencast', { format: 'jpeg', quality: 92, everyNthFrame: 1 })
    return reel
  }

  /** Films what `act` does, for `seconds` of the film. */
  async take(seconds: number, act: () => Promise<void>): Promise<void> {
    const begunMs = performance.now()
    const frames = [{ data: this.#last, atMs: begunMs }]
    this.#take = frames
    await act()
    const leftMs = seconds * 1000 - (performance.now() - begunMs)
    if (leftMs > 0) await this.#page.waitForTimeout(leftMs)
    const lastedMs = performance.now() - begunMs
    this.#take = undefined
    const faster = Math.max(1, lastedMs / (seconds * 1000))
    this.fastest = Math.max(this.fastest, faster)
    for (const [at, { data, atMs }] of frames.entries()) {
      if (data === '') continue
      const endMs = frames[at + 1]?.atMs ?? begunMs + lastedMs
      this.#keep(data, (endMs - atMs) / 1000 / faster)
    }
  }

  #keep(data: string, seconds: number): void {
    const file = `${String(++this.#files).padStart(6, '0')}.jpg`
    writeFileSync(join(this.#folder, file), Buffer.from(data, 'base64'))
    this.#cuts.push({ file, seconds })
  }

  /** Writes the list. The demuxer leaves out the duration of the last file, so that it is named twice. */
  async end(): Promise<void> {
    await this.#session.send('Page.stopScreencast')
    await this.#session.detach()
    const lines = this.#cuts.map(({ file, seconds }) => `file ${file}\nduration ${seconds.toFixed(4)}`)
    const last = this.#cuts.at(-1)
    if (!last) throw new Error('Nothing was filmed.')
    writeFileSync(
      join(this.#folder, 'frames.txt'),
      `ffconcat version 1.0\n${lines.join('\n')}\nfile ${last.file}\n`,
    )
  }
}
