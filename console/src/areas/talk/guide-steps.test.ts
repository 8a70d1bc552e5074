import { expect, it } from 'vitest'
import { guideSteps } from './guide-steps.ts'

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'

it('leads with https, and shows the steps of the browser at hand', () => {
  const copied = (agent: string) =>
    guideSteps(agent, 'http://10.0.0.5:8080').flatMap(({ copy }) => copy ?? [])
  const command = 'npx backlot console --platform http://10.0.0.5:8080 --https --host 0.0.0.0'
  expect(copied(CHROME)).toEqual([
    command,
    'chrome://flags/#unsafely-treat-insecure-origin-as-secure',
    'http://10.0.0.5:8080',
  ])
  // No switch of Firefox makes the page secure: nothing else leads to the end there.
  expect(copied(FIREFOX)).toEqual([command])
})
