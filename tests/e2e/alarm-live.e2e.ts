import { listAlarms } from '@backlot/contract/alarms/calls'
import { controlRaiseAlarm, controlSetClock } from '@backlot/contract/control/calls'
import { manualSnapshot } from '@backlot/contract/live-video/calls'
import type { Browser, Locator, Page } from '@playwright/test'
import { control } from '../../testing/control.ts'
import { Operator } from '../../testing/operator.ts'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { lookAt, settled } from './support/look-at.ts'
import { finishedAnimations } from './support/motions.ts'
import { heardBehindGain, keepGain } from './support/page-sound.ts'
import { signIn } from './support/sign-in.ts'
import { findInTree } from './support/wall.ts'

const MUTED_LOOKS = 90

test('an alarm is heard and seen, holds still under the mouse, gets its late picture', async ({
  console: page,
  simulator: { url },
  browser,
}) => {
  test.setTimeout(300_000)
  const cameras = await playingCameras(url, 'camera', 4)
  const [first, second, third, fourth] = cameras.map(({ sn }) => sn) as [string, string, string, string]
  const raise = (sn: string, subType = 'Intruder', chnId = 1) =>
    control(url, controlRaiseAlarm, { body: { sn, chnId, type: 'AiAlarm', subType } })
  await keepGain(page)
  await signIn(page, url)
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()

  // Tip, tone and title.
  const listening = heardBehindGain(page)
  await raise(first)
  await expect(page.getByRole('region', { name: 'New alarms' })).toContainText('AI alarm · Intruder')
  await expect(page).toHaveTitle(/^\(\d+\) Home/)
  expect(await listening).toEqual({ gain: 1, heard: true })
  await lookAt(page, 'tips', 'en', '.alarm-banner')
  await heldByTheMouse(page, () => raise(first))

  // By its setting the detail of a new alarm opens itself.
  await popupByItself(page, () => raise(second, 'Fire'))

  // Who opens the list has heard it; muted, the next one makes no sound.
  await page.getByRole('button', { name: /^Live alarms: \d+ new$/ }).click()
  const list = page.getByRole('complementary', { name: 'Live alarms' })
  await expect(page).toHaveTitle(/^Home/)
  await list.getByRole('button', { name: 'Turn sound off' }).click()
  await raise(second, 'Fire')
  await expect(rows(list).first()).toContainText('Fire')
  expect((await heardBehindGain(page, MUTED_LOOKS)).heard).toBe(false)
  await list.getByRole('button', { name: 'Turn sound on' }).click()

  // Under the mouse nothing moves; new alarms are behind a button.
  await rows(list).first().hover()
  const before = await rows(list).first().innerText()
  for (const sn of [third, fourth, third]) await raise(sn, 'Crowd')
  const waiting = list.getByRole('button', { name: /^\d+ new$/ })
  await expect(waiting).toHaveText(/^[3-9] new$/)
  expect(await rows(list).first().innerText()).toBe(before)
  await expect(page).toHaveTitle(/^\([3-9]\) Home/)
  // A pointer on its way to the button would leave the list, which lets it go too.
  await waiting.press('Enter')
  await expect(rows(list).first()).toContainText('Crowd')
  await list.getByText('By device').click()
  await list.getByRole('listitem').getByRole('button', { expanded: false }).first().click()
  await expect(list.getByRole('button', { expanded: true })).toBeVisible()
  for (const theme of ['Light', 'Dark']) {
    await page.getByRole('button', { name: /account and settings/ }).click()
    await page.getByRole('menuitem', { name: theme, exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase())
    await lookAt(page, `live list, ${theme}`, 'en', '.alarm-drawer')
  }
  await list.getByText('One by one').click()

  // A picture that comes later belongs to the alarm of its sequence, open as it is.
  await page.mouse.move(10, 10)
  const { alarmSeq, cursor } = await raise(fourth, 'Loitering', 0)
  await rows(list).filter({ hasText: 'Loitering' }).first().click()
  const detail = page.getByRole('dialog')
  await expect(detail.getByRole('img', { name: /^Picture 1 of/ })).toBeVisible()
  const operator = await Operator.signIn(url)
  await operator.call(manualSnapshot, { body: { sn: fourth, chnId: 1, seq: alarmSeq } })
  const since = await operator.call(listAlarms, { query: { after: cursor, pageSize: 100 } })
  const snapshot = since.list.find((one) => one.alarmSeq === alarmSeq && one.chnId === 1)
  await expect(detail.locator(`img[src*="/alarm/picture/${snapshot?.id}/"]`).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)

  // Cleared is cleared, with the flags of the devices; the next alarm starts a new list.
  await page.goto(new URL('/#/realTime', url).href)
  const device = await findInTree(page, fourth)
  await expect(device).toHaveAccessibleName(/, alarm$/)
  await list.getByRole('button', { name: 'Clear list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear list' }).click()
  await expect(list.getByText('List cleared')).toBeVisible()
  await expect(device).toHaveAccessibleName(/, online$/)
  await raise(first, 'Fire')
  await expect(rows(list).first()).toContainText('Fire')
  expect(await rows(list).count()).toBeLessThan(5)

  await unheard(browser, url, () => raise(first, 'Fire'))
})

/** A tip stays while the mouse is moved over it, and leaves where the mouse rests already when it comes. */
async function heldByTheMouse(page: Page, raise: () => Promise<unknown>): Promise<void> {
  const tip = page.getByRole('region', { name: 'New alarms' }).locator('.alarm-tip-body').first()
  // Those of before would leave while the new one is measured.
  await expect(tip).toHaveCount(0)
  await raise()
  await expect(tip).toBeVisible()
  const { x, y } = (await tip.boundingBox())!
  await page.mouse.move(x + 40, y + 10)
  await page.mouse.move(x + 60, y + 14)
  await page.mouse.move(10, 10)
  await expect(tip).toHaveCount(0)
  await page.mouse.move(x + 40, y + 10)
  await raise()
  await expect(tip).toBeVisible()
  await expect(tip).toHaveCount(0)
  await page.mouse.move(10, 10)
}

/** The popup is switched on in the settings, opens with the next alarm, and is switched off again. */
async function popupByItself(page: Page, raise: () => Promise<unknown>): Promise<void> {
  const turn = async (on: boolean) => {
    await page.getByRole('button', { name: /account and settings/ }).click()
    await finishedAnimations(page)
    await page.getByRole('menuitem', { name: 'Alarm settings' }).click()
    const settings = page.getByRole('dialog', { name: 'Alarm settings' })
    // The target of a press during the opening animation has moved on before the release.
    await expect(settings).toBeVisible()
    await finishedAnimations(page)
    await settings.getByRole('switch', { name: 'Alarm popup' }).setChecked(on)
    await settings.getByRole('button', { name: 'Save' }).click()
    await expect(settings).toHaveCount(0)
  }
  await turn(true)
  await raise()
  const detail = page.getByRole('dialog')
  await expect(detail.locator('.alarm-detail-title')).toContainText('Fire')
  await expect(detail.getByRole('region', { name: 'Alarm details' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)
  await turn(false)
}

/** Where the browser mutes a page before it is touched the alarm and the bell show it, until it is. */
async function unheard(browser: Browser, url: string, raise: () => Promise<unknown>): Promise<void> {
  const context = await browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  // To the browser a look of this test is a touch: the page has the browsers' rule in its own hands.
  await page.addInitScript(() => {
    let touched = false
    addEventListener('pointerdown', () => (touched = true), true)
    const Native = AudioContext
    window.AudioContext = class extends Native {
      constructor() {
        super()
        if (!touched) void this.suspend()
      }
      override resume() {
        return touched ? super.resume() : new Promise<void>(() => {})
      }
    }
  })
  await signIn(page, url)
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
  await raise()
  await expect(page.getByRole('region', { name: 'New alarms' })).toContainText(
    'No sound yet. Click or press a key',
  )
  const bell = page.getByRole('button', { name: /^Live alarms[,:] / })
  await expect(bell).toHaveAccessibleDescription(/^No sound yet/)
  await bell.click()
  await expect(bell).toHaveAccessibleDescription('')
  await expect(page.getByText(/^No sound yet/)).toHaveCount(0)
  await context.close()
}

test('a row of the live list is processed by one press, and a group of one cause with one undo', async ({
  console: page,
  simulator: { url },
}) => {
  const sn = await quietCamera(url)
  for (const subType of ['Crowd', 'Fire', 'Fire', 'Fire'])
    await control(url, controlRaiseAlarm, { body: { sn, chnId: 1, type: 'AiAlarm', subType } })
  // Ten seconds of the platform last until its clock runs again.
  await control(url, controlSetClock, { body: { action: 'pause' } })
  try {
    await signIn(page, url, { loginName: 'dispatch1' })
    await page.getByRole('button', { name: /^Live alarms/ }).click()
    const list = page.getByRole('complementary', { name: 'Live alarms' })
    await list.getByRole('textbox', { name: 'Device, plate or number' }).fill(sn)
    await expect(rows(list)).toHaveCount(4)
    await expect(rows(list).first().locator('.alarm-thumb img')).toBeVisible()
    for (const row of await rows(list).all()) await expect(row).toContainText('Not processed')

    // One line for what has one cause; what happened once stays as it is.
    await list.getByText('By cause').click()
    await expect(rows(list)).toHaveCount(1)
    const group = list.getByRole('listitem').filter({ hasText: 'Fire' })
    await expect(group).toContainText('3 not processed')
    await group.hover()
    await group.getByRole('button', { name: /^Mark as misjudgment, all 3: / }).click()
    const bar = page.getByRole('region', { name: 'Undo' })
    await expect(bar.getByRole('status')).toHaveText('3 alarms processed: Misjudgment')
    await expect(group).toContainText('All processed')
    await bar.getByRole('button', { name: /^Undo/ }).click()
    await expect(page.getByText('Undone: 3 alarms are back in their previous state')).toBeVisible()
    await expect(group).toContainText('3 not processed')

    // Unfolded, by keys: the focus goes on to the next open one.
    await group.getByRole('button', { expanded: false }).press('Enter')
    await expect(rows(list)).toHaveCount(4)
    await group.getByRole('button', { expanded: true }).press('j')
    const first = rows(list).first()
    await expect(first.locator('.alarm-row-body')).toBeFocused()
    await page.keyboard.press('m')
    await expect(first).toContainText('Misjudgment')
    await expect(rows(list).nth(1).locator('.alarm-row-body')).toBeFocused()
    await expect(bar.getByRole('status')).toHaveText('1 alarm processed: Misjudgment')
    await page.keyboard.press('Control+z')
    await expect(first).toContainText('Not processed')
  } finally {
    await control(url, controlSetClock, { body: { action: 'resume' } })
  }
})

/** A camera without alarms in the live list's time. */
async function quietCamera(url: string): Promise<string> {
  const operator = await Operator.signIn(url)
  for (const { sn } of await playingCameras(url, 'camera', 12)) {
    const { total } = await operator.call(listAlarms, { query: { sn, pageSize: 1 } })
    if (total === 0) return sn
  }
  throw new Error('Every camera has had alarms')
}

test('tips stand in a line of their own, over no control of any screen, and leave after their time', async ({
  console: page,
  simulator: { url },
}) => {
  const cameras = await playingCameras(url, 'camera', 6)
  const raiseAll = async () => {
    for (const { sn } of cameras)
      await control(url, controlRaiseAlarm, { body: { sn, chnId: 1, type: 'AiAlarm', subType: 'Intruder' } })
  }
  const tips = page.locator('.alarm-tip')
  await page.addInitScript(() => {
    // An empty page has no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('alarmTipsTime', '60')
  })
  await signIn(page, url)
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
  const settings = page.getByRole('dialog', { name: 'Alarm settings' })
  await page.getByRole('button', { name: /account and settings/ }).click()
  await page.getByRole('menuitem', { name: 'Alarm settings' }).click()
  await expect(settings).toBeVisible()
  for (const [width, fitting] of [
    [390, 1],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const before = await page.getByRole('main').boundingBox()
    await raiseAll()
    await expect(tips).toHaveCount(fitting)
    const more = page.getByRole('button', { name: /^\d+ more$/ })
    await expect(more).toBeInViewport({ ratio: 1 })
    expect(await page.getByRole('main').boundingBox()).toEqual(before)
    expect(await coveredControls(page), `under a dialog, ${width} wide`).toEqual([])
    // The dialog's mask ends above the banner, and a tip can be pressed.
    const mask = (await page.locator('.ant-modal-mask').boundingBox())!
    expect(mask.y + mask.height).toBe((await page.locator('.page-foot').boundingBox())!.y)
    await tips.first().locator('.alarm-tip-body').click({ trial: true })
  }
  await settings.getByRole('spinbutton').fill('1')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings).toHaveCount(0)
  for (const path of ['dispatch', 'realTime', 'earlyWarningData/alarmList', 'index']) {
    await page.evaluate((to) => location.assign(`#/${to}`), path)
    await settled(page)
    await expect(tips).toHaveCount(3)
    expect(await coveredControls(page), path).toEqual([])
  }

  // The keyboard reaches a tip and its button; the focused tip stays, and the next one has its own time.
  await tips.first().getByRole('button', { name: 'Close' }).press('Enter')
  await expect(page.locator('.alarm-banner')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(tips.first().locator('.alarm-tip-body')).toBeFocused()
  await page.getByRole('button', { name: /^\d+ more$/ }).click()
  await expect(page.getByRole('complementary', { name: 'Live alarms' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tips).toHaveCount(0)
  await raiseAll()
  // They stand for a second: looked for more often than once in that time.
  await expect.poll(() => tips.count(), { intervals: [50] }).toBe(3)
  await expect(tips).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Latest not processed/ })).toBeVisible()
  await page.evaluate(() => location.assign('#/largeScreen'))
  await expect(page.locator('.alarm-banner')).toHaveCount(0)
})

/** Names of the controls outside the banner that lie under a tip, as far as their scroll container shows them. */
function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shownBox = (element: Element) => {
      let { left, top, right, bottom } = element.getBoundingClientRect()
      for (let at: Element | null = element; at; at = at.parentElement) {
        if (getComputedStyle(at).position === 'fixed') break
        const around = at.parentElement
        if (!around || getComputedStyle(around).overflow === 'visible') continue
        const clip = around.getBoundingClientRect()
        left = Math.max(left, clip.left)
        top = Math.max(top, clip.top)
        right = Math.min(right, clip.right)
        bottom = Math.min(bottom, clip.bottom)
      }
      return { left, top, right, bottom }
    }
    const tips = [...document.querySelectorAll('.alarm-tip, .alarm-tip-more')].map((tip) =>
      tip.getBoundingClientRect(),
    )
    return [...document.querySelectorAll('button, a, input, textarea, [role=button], [tabindex="0"]')]
      .filter((one) => !one.closest('.alarm-banner, .alarm-tips') && one.checkVisibility())
      .filter((one) => {
        const box = shownBox(one)
        return (
          box.right > box.left &&
          box.bottom > box.top &&
          tips.some(
            (tip) =>
              tip.left < box.right && tip.right > box.left && tip.top < box.bottom && tip.bottom > box.top,
          )
        )
      })
      .map((one) => one.getAttribute('aria-label') ?? one.textContent ?? one.className)
  })
}

const rows = (list: Locator) => list.getByRole('listitem').locator('.alarm-row')

test('the bell counts on after a reload, and Escape closes its list', async ({
  console: page,
  simulator: { url },
}) => {
  const [camera] = await playingCameras(url, 'camera', 1)
  await signIn(page, url)
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
  const bell = page.getByRole('button', { name: /^Live alarms[,:] / })
  const count = async () => Number(/(\d+) new/.exec((await bell.getAttribute('aria-label')) ?? '')?.[1] ?? 0)
  for (const subType of ['Intruder', 'Fire']) {
    await control(url, controlRaiseAlarm, {
      body: { sn: camera!.sn, chnId: 1, type: 'AiAlarm', subType },
    })
  }
  await expect.poll(count).toBeGreaterThanOrEqual(2)
  const before = await count()
  await page.reload()
  await expect.poll(count).toBeGreaterThanOrEqual(before)
  await bell.click()
  const list = page.getByRole('complementary', { name: 'Live alarms' })
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(bell).toBeFocused()
})
