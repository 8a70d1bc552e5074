import { createConsoleServer } from '@backlot/cli/console-server/create-console-server'
import { expect, test } from './support/console-test.ts'
import { playingCameras } from './support/fleet.ts'
import { SignInPage } from './support/sign-in.ts'
import { openCamera, windowAt } from './support/wall.ts'

test('served from elsewhere, the console signs in, hears the channel and plays live video through one origin', async ({
  console: page,
  simulator,
}) => {
  await using server = await createConsoleServer({ platform: new URL(simulator.url) })
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  page.on('websocket', (socket) => origins.add(new URL(socket.url()).origin.replace('ws', 'http')))
  const signIn = new SignInPage(page, server.url, 'en', simulator.url)
  await signIn.open()
  expect(await signIn.send({ loginName: 'admin', password: 'Backlot@2026' })).toBe(0)
  await expect(page.getByRole('button', { name: /Real-time channel connected/ })).toBeVisible()
  // A page that navigates in the same moment would be redirected home.
  await page.waitForURL(/#\/index/)
  const [camera] = await playingCameras(simulator.url, 'camera', 1)
  await page.goto(`${server.url}/#/realTime?layout=4`)
  await openCamera(page, camera!, windowAt(page, 1))
  // The session outlives a reload: its cookie is the page's own.
  await page.reload()
  await expect(page.getByRole('banner')).toBeVisible()
  origins.delete('null')
  expect([...origins]).toEqual([server.url])
})
