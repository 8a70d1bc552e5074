import { expect, test } from './support/console-test.ts'
import { chooseLanguage } from './support/language.ts'
import { signIn } from './support/sign-in.ts'

// The page is taken off the network.
test.describe(() => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('Latin text has Latin marks and Chinese text Chinese ones, whatever the machine has; what is said of an outage is there before it', async ({
    console: page,
    simulator,
  }) => {
    await signIn(page, simulator.url)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('DOM.enable')
    await cdp.send('CSS.enable')
    /** Fonts that really draw a text in the page's font, or the content of an element. */
    const fontsOf = async (text: string, selector = '.probe') => {
      if (selector === '.probe')
        await page.evaluate((shown) => {
          document.querySelector('.probe')?.remove()
          const probe = Object.assign(document.createElement('p'), { className: 'probe', textContent: shown })
          document.body.append(probe)
          probe.getBoundingClientRect()
          return document.fonts.ready.then(() => undefined)
        }, text)
      const { root } = await cdp.send('DOM.getDocument')
      const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector })
      const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId })
      return fonts.map(({ familyName, isCustomFont }) => `${isCustomFont ? 'own' : 'system'} ${familyName}`)
    }
    expect(await fontsOf('The platform’s “alarms” – 3 · all…')).toEqual(['own Roboto'])
    expect(await fontsOf('Zażółć')).toEqual(['own Roboto'])
    await chooseLanguage(page, 'zh')
    expect(await fontsOf('选择“启用”——完成…')).toEqual([expect.stringMatching(/^own Noto Sans SC/)])
    expect(await fontsOf('Backlot 2026')).toEqual(['own Roboto'])

    const said = '连接已断开数据截至平台没有响应页面的一部分无法加载正在重试新用户名或密码错误已过期'
    const isThere = (text: string) =>
      page.evaluate(
        (shown) =>
          ['400', '600'].every((weight) => document.fonts.check(`${weight} 13px "Noto Sans SC"`, shown)),
        text,
      )
    await expect.poll(() => isThere(said)).toBe(true)
    await page.context().setOffline(true)
    await expect(page.locator('.notice')).toContainText('连接已断开')
    const fonts = await fontsOf('', '.notice span')
    expect(fonts.filter((font) => !font.startsWith('own'))).toEqual([])
    await page.context().setOffline(false)
  })
})
