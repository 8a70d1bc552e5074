import { afterEach, expect, test, vi } from 'vitest'
import { loadConfig } from './config.ts'
import { deviceStream } from './device-stream.ts'

// Files of tests share the module that has the config.
afterEach(async () => {
  vi.stubGlobal('fetch', async () => Response.json({}))
  await loadConfig()
  vi.unstubAllGlobals()
})

const server = {
  addr1: 'media.example.org',
  addr2: '',
  addr3: '',
  localAddr: '192.168.1.9',
  loginName: 'media',
  password: '{key}',
  configJson: { wsPort: 9000, wssPort: 9443 },
}

/** A page of a platform whose streams are at media servers; answers the requests. */
async function page(address: string, reply: object = { code: 0, data: server }): Promise<string[]> {
  const asked: string[] = []
  vi.stubGlobal('location', new URL(address))
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('config.json')) return Response.json({ adapter: { media: { paths: 'mediaServer' } } })
    asked.push(url)
    return Response.json(reply)
  })
  await loadConfig()
  return asked
}
const answer = { url: '/live/1.flv?token=t', httpUrl: 'live/1.flv', expiresAt: 1 }

test('a path is read from the media server of the device: the local address inside, the public one outside', async () => {
  const asked = await page('http://10.1.2.3:8081/')
  expect(await deviceStream('D1', answer)).toEqual({
    url: 'ws://192.168.1.9:9000/live/1.flv?token=t',
    httpUrl: 'http://192.168.1.9:9000/live/1.flv',
    expiresAt: 1,
  })
  expect(asked).toEqual(['http://10.1.2.3:8081/device/getMediaServer?sn=D1&type=7'])
  await page('https://console.example.org/')
  expect((await deviceStream('D1', answer)).url).toBe('wss://media.example.org:9443/live/1.flv?token=t')
})

test('an address with a host stays, and a refusal keeps its code', async () => {
  const asked = await page('http://10.1.2.3/', { code: 2, msg: 'not bound' })
  const whole = { url: 'ws://10.0.0.9/live/1.flv' }
  expect(await deviceStream('D1', whole)).toEqual(whole)
  expect(asked).toEqual([])
  await expect(deviceStream('D1', answer)).rejects.toMatchObject({ code: 2 })
})
