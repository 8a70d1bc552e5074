import { expect, it } from 'vitest'
import { ownPlatform } from './own-platform-check.ts'

it('says where cameras will register, and what is wrong with an address', async () => {
  expect(await ownPlatform('gb28181://10.0.0.5?password=secret')()).toEqual({
    name: 'BACKLOT_GB28181_TO',
    state: 'good',
    found: '10.0.0.5, port 5060',
  })
  expect(await ownPlatform('gb28181://10.0.0.5?colour=red')()).toMatchObject({ state: 'broken' })
})
