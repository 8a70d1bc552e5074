import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import type { TestLanguage } from '../support/texts.ts'
import { captionOf } from './captions.ts'
import { POINTING_MS } from './overlay.ts'
import type { Reel } from './reel.ts'

type Scene = Parameters<typeof captionOf>[0]

/** Films scenes of a page with captions, and moves its pointer as a hand would. */
export class Director {
  readonly page: Page
  readonly #reel: Reel
  readonly #language: TestLanguage

  constructor(page: Page, reel: Reel, language: TestLanguage) {
    this.page = page
    this.#reel = reel
    this.#language = language
  }

  /** A scene of the film under its caption. `act` is what the operator does in it. */
  async scene(name: Scene, seconds: number, act: () => Promise<void> = async () => {}): Promise<void> {
    await this.page.evaluate((text) => window.__backlotFilm!.caption(text), captionOf(name, this.#language))
    await pause(300)
    await this.#reel.take(seconds, act)
  }

  /** The name of the product over the whole page, with a line below it. */
  async card(name: Scene, seconds: number): Promise<void> {
    const show = (title: string, line: string) =>
      this.page.evaluate((texts) => window.__backlotFilm!.card(...texts), [title, line] as [string, string])
    await this.page.evaluate(() => window.__backlotFilm!.caption(''))
    await show('Backlot', captionOf(name, this.#language))
    await pause(500)
    await this.#reel.take(seconds, async () => {})
    await show('', '')
  }

  /** Another screen, cut to without a ride there. */
  async cutTo(path: string): Promise<void> {
    await this.page.evaluate((hash) => {
      location.hash = hash
    }, path)
    await this.page.getByRole('main').waitFor()
  }

  /** Moves the pointer to the middle of something, or to `at` of its width and height. */
  async point(target: Locator, at: readonly [number, number] = [0.5, 0.5]): Promise<void> {
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    if (!box) throw new Error(`${target} is not in the picture.`)
    await this.pointAt(box.x + box.width * at[0], box.y + box.height * at[1])
  }

  async pointAt(x: number, y: number): Promise<void> {
    await this.page.evaluate(([to, down]) => window.__backlotFilm!.point(to, down), [x, y] as const)
    await pause(POINTING_MS)
    await this.page.mouse.move(x, y)
  }

  /** Points at something, presses there, and lets it be seen. */
  async click(target: Locator, at?: readonly [number, number]): Promise<void> {
    await this.point(target, at)
    await this.press()
    await this.page.mouse.down()
    await this.page.mouse.up()
    await pause(350)
  }

  /** Holds the button of the mouse on something. */
  async hold(target: Locator, forMs: number): Promise<void> {
    await this.point(target)
    await this.press()
    await this.page.mouse.down()
    await pause(forMs)
    await this.page.mouse.up()
  }

  /** Types into a field at the speed of a person. */
  async type(field: Locator, text: string): Promise<void> {
    await this.click(field)
    await field.pressSequentially(text, { delay: 70 })
  }

  /** Lets the picture stand. */
  rest(forMs: number): Promise<void> {
    return pause(forMs)
  }

  press(): Promise<void> {
    return this.page.evaluate(() => window.__backlotFilm!.press())
  }
}
