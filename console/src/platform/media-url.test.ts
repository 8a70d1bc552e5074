import type { AdapterEntry } from '@backlot/contract/adapters/platform-adapter'
import type { ConsoleConfig } from '@backlot/contract/console-config'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'
import { mediaUrl } from './media-url.ts'

// Files of tests share the module that has the config.
afterEach(async () => {
  vi.stubGlobal('fetch', async () => Response.json({}))
  await loadConfig()
  vi.unstubAllGlobals()
})

/** A page with this `config.json`. */
async function page(
  address: string,
  media: Partial<ConsoleConfig['media']>,
  adapter: AdapterEntry = 'standard',
): Promise<void> {
  vi.stubGlobal('location', new URL(address))
  vi.stubGlobal('fetch', async () => Response.json({ media, adapter }))
  await loadConfig()
}

test("a path is of the page's own host; an address keeps its host and gets the scheme that is wanted", async () => {
  await page('https://console.example.org/#/realTime', {})
  expect(mediaUrl('/live/1.flv?token=t', 'ws')).toBe('wss://console.example.org/live/1.flv?token=t')
  expect(mediaUrl('http://media.example.org:9000/live/1.flv', 'ws')).toBe(
    'ws://media.example.org:9000/live/1.flv',
  )
})

test('an origin of the config takes the place of that of every stream', async () => {
  await page('https://console.example.org/', { origin: 'https://media.example.org:8443' })
  expect(mediaUrl('ws://10.0.0.7:9000/live/1.flv', 'http')).toBe('https://media.example.org:8443/live/1.flv')
})

test("through the page's own host come streams of others, with their scheme and host in the path", async () => {
  await page('http://127.0.0.1:8081/', { through: '/backlot/media' })
  expect(mediaUrl('wss://media.example.org:9000/live/1.flv?token=t', 'ws')).toBe(
    'ws://127.0.0.1:8081/backlot/media/https/media.example.org:9000/live/1.flv?token=t',
  )
  expect(mediaUrl('http://10.0.0.7/live/1.flv', 'http')).toBe(
    'http://127.0.0.1:8081/backlot/media/http/10.0.0.7/live/1.flv',
  )
  expect(mediaUrl('/live/1.flv', 'ws')).toBe('ws://127.0.0.1:8081/live/1.flv')
})

test('a platform with other addresses, which gives streams over HTTP alone, is understood', async () => {
  const rewrites = [{ from: '^rtmp://([^/:]+):1935/', to: 'https://$1/' }]
  await page('http://127.0.0.1:8081/', { through: '/backlot/media' }, { media: { over: 'http', rewrites } })
  expect(mediaUrl('rtmp://media.example.org:1935/live/1.flv', 'ws')).toBe(
    'http://127.0.0.1:8081/backlot/media/https/media.example.org/live/1.flv',
  )
})

test.each([
  ['{"passwordHash":"md5"}', 200, 'Unrecognized key: "passwordHash"'],
  ['{"adapter":{"password":{"digest":"rot13"}}}', 200, 'adapter.password.digest: Invalid option'],
  ['{"media":{"orign":""}}', 200, 'media: Unrecognized key: "orign"'],
  ['<!doctype html>', 200, 'SyntaxError'],
  ['', 503, 'HTTP 503'],
])('a config that cannot be used is told by field: %s', async (text, status, words) => {
  vi.stubGlobal('fetch', async () => new Response(text, { status }))
  const error = await loadConfig().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ConfigError)
  expect((error as ConfigError).mistakes.join()).toContain(words)
})

test('without a config the defaults hold', async () => {
  vi.stubGlobal('fetch', async () => new Response('nothing here', { status: 404 }))
  await expect(loadConfig()).resolves.toBeUndefined()
})
