import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'

/** A part of the page in CSS pixels. */
export type Box = { x: number; y: number; width: number; height: number }

export type Cast = {
  /** Ends it. Answers every frame that the browser drew, as pixels. */
  stop(): Promise<CastFrame[]>
}

/** One drawn frame of the page. */
export class CastFrame {
  readonly #png: PNG
  readonly #scale: number
  constructor(png: Buffer, pageWidth: number) {
    this.#png = PNG.sync.read(png)
    this.#scale = this.#png.width / pageWidth
  }

  /** Spread of the brightness in the middle of a part of the page: next to nothing where there is no picture. */
  contrast(box: Box): number {
    const { mean, squares } = this.#middle(box)
    return Math.sqrt(Math.max(0, squares - mean * mean))
  }

  /** Mean brightness there, 0 … 255: a street by day may be one grey, but it is not black. */
  brightness(box: Box): number {
    return this.#middle(box).mean
  }

  #middle(box: Box): { mean: number; squares: number } {
    const { width, data } = this.#png
    const from = (at: number, length: number) => Math.round((at + length * 0.3) * this.#scale)
    const to = (at: number, length: number) => Math.round((at + length * 0.7) * this.#scale)
    let count = 0
    let sum = 0
    let squares = 0
    for (let y = from(box.y, box.height); y < to(box.y, box.height); y++) {
      for (let x = from(box.x, box.width); x < to(box.x, box.width); x++) {
        const green = data[(y * width + x) * 4 + 1] ?? 0
        count++
        sum += green
        squares += green * green
      }
    }
    return { mean: sum / count, squares: squares / count }
  }
}

const MAX_WIDTH = 640

/** Films the page as it is drawn (Chromium only), so that a test sees things that show for one frame, too. */
export async function startScreencast(page: Page): Promise<Cast> {
  const session = await page.context().newCDPSession(page)
  const frames: Buffer[] = []
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(Buffer.from(data, 'base64'))
    // A session that was ended meanwhile wants no more.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await session.send('Page.startScreencast', { format: 'png', maxWidth: MAX_WIDTH, everyNthFrame: 1 })
  const pageWidth = page.viewportSize()?.width ?? 1280
  return {
    async stop() {
      await session.send('Page.stopScreencast')
      await session.detach()
      return frames.map((frame) => new CastFrame(frame, pageWidth))
    },
  }
}
