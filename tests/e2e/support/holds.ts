import type { CDPSession, Locator, Page } from '@playwright/test'

export type Hold = (control: Locator) => Promise<() => Promise<void>>

/** Ways to hold a control; each returns how to let go. `second`: the same beside one that is held already. */
export function holds(page: Page, cdp: CDPSession): Record<string, { first: Hold; second: Hold }> {
  const mouse: Hold = async (at) => {
    const { x, y } = await middleOf(at)
    await page.mouse.move(x, y)
    await page.mouse.down()
    return () => page.mouse.up()
  }
  const pen: Hold = async (at) => {
    const place = await middleOf(at)
    const send = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', buttons: number) =>
      cdp.send('Input.dispatchMouseEvent', {
        ...place,
        type,
        buttons,
        button: type === 'mouseMoved' ? 'none' : 'left',
        clickCount: type === 'mouseMoved' ? 0 : 1,
        pointerType: 'pen',
      })
    await send('mouseMoved', 0)
    await send('mousePressed', 1)
    return async () => void (await send('mouseReleased', 0))
  }
  let fingers = 0
  const touch: Hold = async (at) => {
    const touchPoints = [{ ...(await middleOf(at)), id: ++fingers }]
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    return async () => void (await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints }))
  }
  const key =
    (name: string): Hold =>
    async (at) => {
      await at.focus()
      await page.keyboard.down(name)
      return () => page.keyboard.up(name)
    }
  return {
    mouse: { first: mouse, second: mouse },
    pen: { first: pen, second: pen },
    touch: { first: touch, second: touch },
    key: { first: key('Space'), second: key('Enter') },
  }
}

export async function middleOf(at: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await at.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}
