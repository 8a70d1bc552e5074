import { controlRaiseAlarm } from '@backlot/contract/control/calls'
import { control } from '../../../../testing/control.ts'
import { pictureOf } from '../../support/wall.ts'
import type { Shot } from '../shot.ts'

/** The large screen. */
export const SITUATION_SHOTS: readonly Shot[] = [
  {
    name: 'situation',
    large: true,
    prepare: async ({ go, page, url, cameras }) => {
      await go('/largeScreen')
      await page.locator('.wall-types li').first().waitFor()
      for (let at = 0; at < 4; at++) {
        await pictureOf(page.locator('.wall-video').nth(at).locator('.wall-layer[data-shown]'))
      }
      await control(url, controlRaiseAlarm, {
        body: { sn: cameras[0]!.sn, type: 'IoAlarm', subType: 'SOS' },
      })
      await page.locator('.wall-label').first().waitFor()
    },
  },
]
