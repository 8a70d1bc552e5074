import { expect, test } from './support/console-test.ts'
import { trueDevices } from './support/fleet.ts'
import { signIn } from './support/sign-in.ts'

test("a choice is described by what it shows, charts are lists, and a tooltip is in nobody's way", async ({
  console: page,
  simulator,
}) => {
  const go = (path: string) => page.goto(new URL(`/#${path}`, simulator.url).href)
  await signIn(page, simulator.url, { to: '/videoReplay' })
  const ratio = page.getByRole('combobox', { name: 'Aspect' })
  await ratio.focus()
  await expect(ratio).toHaveAccessibleDescription('16:9')
  await ratio.press('Enter')
  await ratio.press('ArrowDown')
  await ratio.press('Enter')
  await expect(ratio).toHaveAccessibleDescription('4:3')
  const kinds = page.getByRole('combobox', { name: 'File types' })
  await kinds.focus()
  await expect(kinds).toHaveAccessibleDescription('All types')

  // Below the bell its tooltip lies over the bar of the screen.
  await page.getByRole('button', { name: /^Live alarms/ }).hover()
  const tooltip = page.getByRole('tooltip')
  await expect(tooltip).toBeVisible()
  const box = (await tooltip.boundingBox())!
  const hit = ([x, y]: readonly [number, number]) =>
    document.elementFromPoint(x, y)?.closest('[role=tooltip]') !== null
  expect(await page.evaluate(hit, [box.x + box.width / 2, box.y + box.height / 2] as const)).toBe(false)

  await go('/index')
  const types = page.getByRole('region', { name: 'Alarms by type, 24 h' }).getByRole('listitem')
  await expect(types.first()).toContainText(/\d+ alarms?, \d+ not processed/)

  // A definition stays while the pointer rests on it.
  await page.getByText(/^\d+ open, /).hover()
  const definition = page.getByRole('tooltip').filter({ hasText: 'Work orders not completed yet' })
  await definition.hover()
  await page.waitForTimeout(500)
  await expect(definition).toBeVisible()
  await page.mouse.move(1, 1)
  await expect(definition).toBeHidden()

  const solar = (await trueDevices(simulator.url, { kind: 'solarStation' })).find(({ online }) => online)!
  await go(`/solarEnergy?sn=${solar.sn}`)
  const curve = page.getByRole('list', { name: 'Battery and solar power, 24 hours' }).getByRole('listitem')
  await expect(curve.nth(23)).toHaveText(/:00, Battery: .+, Solar power: .+$/)
})
